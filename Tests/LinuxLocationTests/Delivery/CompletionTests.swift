// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import LinuxLocation

/// What an application hands over is released on its own thread, whose objects end with it.
@Suite struct CompletionTests {
  /// Where an object was released: whether on the main queue, for each.
  private let releases = Mutex<[Bool]>([])

  private func object() -> Releasing {
    Releasing { [releases = self.releases] in
      releases.withLock { $0.append(MainCallbackQueue.isCurrent) }
    }
  }

  @Test func aClosureIsReleasedWhereItIsCalled() async {
    let authorizer = TestAuthorizer(Permission(status: .authorizedAlways))
    let held = Mutex<(@Sendable (CLError.Code?) -> Void)?>(nil)
    authorizer.answersAccuracy.withLock { $0 = { answer in held.withLock { $0 = answer } } }
    let manager = CLLocationManager(engine: LocationEngine(QuietSource(), authorizer))
    let calls = Mutex(0)
    do {
      let object = object()
      func ask() {
        manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "key") { _ in
          calls.withLock { $0 += 1 }
          withExtendedLifetime(object) {}
        }
      }
      ask()
    }
    held.withLock { $0 }?(nil)
    #expect(await eventually { calls.withLock { $0 } == 1 })
    // The last reference of the library, on another thread.
    held.withLock { $0 = nil }
    #expect(await eventually { releases.withLock { $0 } == [true] })
  }

  @Test func aClosureThatIsNeverCalledIsReleasedThere() async {
    // Returned before it is let go, so that the closure has the last reference.
    func completion() -> Completion<Int> {
      let object = object()
      return Completion<Int>(on: MainCallbackQueue.shared) { _ in withExtendedLifetime(object) {} }
    }
    _ = completion()
    #expect(await eventually { releases.withLock { $0 } == [true] })
  }

  /// A manager of a thread with a run loop may be released while an answer to it waits.
  @Test(arguments: [true, false]) func whatWaitsForARunLoopKeepsItsQueue(isCalled: Bool) async {
    let completion = Mutex<Completion<Int>?>(nil)
    let (events, isLetGo) = (Mutex<[String]>([]), Mutex(false))
    Thread {
      let thread = ObjectIdentifier(Thread.current)
      let note = { @Sendable (event: String) in
        let isThere = ObjectIdentifier(Thread.current) == thread
        events.withLock { $0.append(isThere ? event : event + " elsewhere") }
      }
      func make() -> Completion<Int> {
        let object = Releasing { note("released") }
        return Completion<Int>(on: RunLoopCallbackQueue()) { _ in
          withExtendedLifetime(object) { note("called") }
        }
      }
      completion.withLock { $0 = make() }
      while !isLetGo.withLock({ $0 }) {
        _ = RunLoop.current.run(mode: .default, before: Date() + 0.05)
      }
      _ = RunLoop.current.run(mode: .default, before: Date() + 0.05)
    }.start()
    #expect(await eventually { completion.withLock { $0 != nil } })
    completion.withLock { completion in
      if isCalled { completion?.call(1) }
      completion = nil
      isLetGo.withLock { $0 = true }
    }
    let expected = isCalled ? ["called", "released"] : ["released"]
    #expect(await eventually { events.withLock { $0.count } == expected.count })
    #expect(events.withLock { $0 } == expected)
  }

  @Test func aRegionIsReturnedAsANewObject() async {
    let (manager, diary) = (CLLocationManager(engine: LocationEngine()), Diary())
    manager.delegate = diary
    let mine = SelfCopyingBeacons(uuid: UUID(), major: 1, identifier: "mine")
    let returned = Mutex<[ObjectIdentifier]>([])
    diary.onFailedRegion = { region in returned.withLock { $0.append(ObjectIdentifier(region)) } }
    manager.startMonitoring(for: mine)
    #expect(await diary.has(2))
    #expect(diary.words.last == "not monitoring mine")
    #expect(returned.withLock { $0.count } == 1)
    #expect(returned.withLock { $0.first } != ObjectIdentifier(mine))
  }
}

private final class SelfCopyingBeacons: CLBeaconRegion {
  override func copy(with zone: NSZone? = nil) -> Any { self }
}
