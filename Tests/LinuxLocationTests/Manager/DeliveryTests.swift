// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import TestSupport
import Testing

import struct Synchronization.Atomic

@testable import LinuxLocation

@Suite struct DeliveryTests {
  @Test func aTaskIsToldOnTheMainQueue() async {
    let engine = LocationEngine()
    let (manager, diary) = (CLLocationManager(engine: engine), Diary())
    manager.delegate = diary
    manager.startUpdatingLocation()
    engine.receive(TestLocations.location(after: 1))
    #expect(await diary.has(2))
    #expect(diary.words == ["authorization 3", "at 1"])
    #expect(diary.entries.allSatisfy { $0.isOnMainQueue })
  }

  /// When a delegate is set, compared with when the main queue looks for the delegate of a new manager.
  private enum Moment: CaseIterable { case before, atOnce, after }

  /// Creates a manager and sets its delegate at a moment.
  private func manager(
    _ engine: LocationEngine, _ diary: Diary, _ moment: Moment
  ) -> CLLocationManager {
    let (isCreated, mayBeSet) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue.main.async {
      isCreated.wait()
      if moment == .atOnce { mayBeSet.signal() }
    }
    // The main queue looks between these two.
    let manager = CLLocationManager(engine: engine)
    DispatchQueue.main.async { mayBeSet.signal() }
    if moment == .before { manager.delegate = diary }
    isCreated.signal()
    mayBeSet.wait()
    if moment != .before { manager.delegate = diary }
    return manager
  }

  @Test func notifiesADelegateWheneverItIsSet() async {
    let engine = LocationEngine()
    for round in 0..<100 {
      for moment in Moment.allCases {
        let diary = Diary()
        let manager = manager(engine, diary, moment)
        let isNotified = await diary.has(1)
        #expect(isNotified, "\(moment), round \(round)")
        guard isNotified else { return }
        withExtendedLifetime(manager) {}
      }
    }
  }

  @Test func aThreadWithARunLoopIsToldThere() async {
    let engine = LocationEngine()
    let diary = Diary()
    let isOver = Atomic(false)
    let thread = Thread {
      let manager = CLLocationManager(engine: engine)
      manager.delegate = diary
      manager.startUpdatingLocation()
      while !isOver.load(ordering: .relaxed) {
        _ = RunLoop.current.run(mode: .default, before: Date() + 0.05)
      }
      withExtendedLifetime(manager) {}
    }
    thread.start()
    #expect(await diary.has(1))
    engine.receive(TestLocations.location(after: 1))
    #expect(await diary.has(2))
    isOver.store(true, ordering: .relaxed)
    #expect(diary.words == ["authorization 3", "at 1"])
    #expect(diary.entries.allSatisfy { $0.thread == ObjectIdentifier(thread) })
  }

  @Test func aThreadThatRunsNoLoopIsToldOnTheMainQueue() async {
    let engine = LocationEngine()
    let diary = Diary()
    let manager = Mutex<CLLocationManagerBox?>(nil)
    Thread {
      let made = CLLocationManager(engine: engine)
      made.delegate = diary
      made.startUpdatingLocation()
      manager.withLock { $0 = CLLocationManagerBox(made) }
    }.start()
    #expect(await diary.has(1))
    engine.receive(TestLocations.location(after: 1))
    #expect(await diary.has(2))
    #expect(diary.entries.allSatisfy { $0.isOnMainQueue })
    #expect(!diary.wasCalledTwiceAtOnce)
  }

  @Test func noCallbackComesFromWithinACall() async {
    let engine = LocationEngine()
    engine.receive(TestLocations.location(after: 1))
    await MainActor.run {
      let (manager, diary) = (CLLocationManager(engine: engine), Diary())
      manager.delegate = diary
      manager.startUpdatingLocation()
      manager.requestLocation()
      manager.requestState(
        for: CLCircularRegion(center: TestLocations.origin, radius: 9, identifier: "a"))
      #expect(diary.words == [])
    }
  }

  @Test func aDelegateThatComesLateHearsOfTheAuthorization() async {
    let (manager, witness) = (
      CLLocationManager(engine: LocationEngine()), CLLocationManager(engine: LocationEngine())
    )
    let (diary, first) = (Diary(), Diary())
    witness.delegate = first
    #expect(await first.has(1))
    // Everything posted earlier has been called by now.
    manager.delegate = diary
    #expect(await diary.has(1))
    #expect(diary.words == ["authorization 3"])
  }

  @Test func aStopInACallbackEndsWhatIsOnItsWay() async {
    let engine = LocationEngine()
    let (manager, diary) = (CLLocationManager(engine: engine), Diary())
    diary.onLocation = { manager, _ in manager.stopUpdatingLocation() }
    manager.delegate = diary
    await MainActor.run {
      manager.startUpdatingLocation()
      for second in 1...5 { engine.receive(TestLocations.location(after: Double(second))) }
    }
    #expect(await diary.has(2))
    // Any further location would have been delivered in the same turn.
    await MainActor.run {}
    #expect(diary.words == ["authorization 3", "at 1"])
  }

  /// Each callback causes the next one, as a receiver does that waits for the delegate.
  @Test func theMainQueueDoesOtherWorkBetweenCallbacks() async {
    let engine = LocationEngine()
    let (manager, diary) = (CLLocationManager(engine: engine), Diary())
    diary.onLocation = { _, location in
      let second = location.timestamp.timeIntervalSince(TestLocations.start) + 1
      if second <= 1000 { engine.receive(TestLocations.location(after: second)) }
    }
    manager.delegate = diary
    let count = await MainActor.run {
      manager.startUpdatingLocation()
      engine.receive(TestLocations.location(after: 1))
      return Task { @MainActor in diary.entries.count }
    }.value
    #expect(count < 10)
    #expect(await diary.has(1001))
  }

  @Test func aRunLoopDoesOtherWorkBetweenCallbacks() async {
    let engine = LocationEngine()
    let diary = Diary()
    diary.onLocation = { _, location in
      let second = location.timestamp.timeIntervalSince(TestLocations.start) + 1
      if second <= 1000 { engine.receive(TestLocations.location(after: second)) }
    }
    let count = Mutex(Int.max)
    Thread {
      let manager = CLLocationManager(engine: engine)
      manager.delegate = diary
      manager.startUpdatingLocation()
      engine.receive(TestLocations.location(after: 1))
      let timer = Timer(timeInterval: 0, repeats: false) { _ in
        count.withLock { $0 = diary.entries.count }
      }
      RunLoop.current.add(timer, forMode: .default)
      while diary.entries.count < 1001 {
        _ = RunLoop.current.run(mode: .default, before: Date() + 0.05)
      }
      withExtendedLifetime(manager) {}
    }.start()
    #expect(await diary.has(1001))
    #expect(count.withLock { $0 } < 1001)
  }

  /// As a delegate does that shows a dialog.
  @Test func aRunLoopWithinACallbackReceivesWhatFollows() async {
    let engine = LocationEngine()
    let (diary, nested) = (Diary(), Mutex<[String]>([]))
    diary.onLocation = { _, location in
      guard location.timestamp == TestLocations.start + 1 else { return }
      engine.receive(TestLocations.location(after: 3))
      let end = Date() + 60
      while diary.entries.count < 4, Date() < end {
        _ = RunLoop.current.run(mode: .default, before: Date() + 0.05)
      }
      nested.withLock { $0 = diary.words }
    }
    Thread {
      let manager = CLLocationManager(engine: engine)
      manager.delegate = diary
      manager.startUpdatingLocation()
      for second in 1...2 { engine.receive(TestLocations.location(after: Double(second))) }
      while diary.entries.count < 5 {
        _ = RunLoop.current.run(mode: .default, before: Date() + 0.05)
        engine.receive(TestLocations.location(after: 4))
      }
      withExtendedLifetime(manager) {}
    }.start()
    #expect(await diary.has(5))
    #expect(nested.withLock { $0 } == ["authorization 3", "at 1", "at 2", "at 3"])
    #expect(diary.words.prefix(5).last == "at 4")
  }

  @Test func aDelegateThatHasGoneIsNotTold() async {
    let engine = LocationEngine()
    let manager = CLLocationManager(engine: engine)
    let witness = (manager: CLLocationManager(engine: engine), diary: Diary())
    witness.manager.delegate = witness.diary
    var diary: Diary? = Diary()
    weak let gone = diary
    manager.delegate = diary
    manager.startUpdatingLocation()
    witness.manager.startUpdatingLocation()
    diary = nil
    engine.receive(TestLocations.location(after: 1))
    #expect(await witness.diary.has(2))
    #expect(gone == nil)
    #expect(manager.delegate == nil)
  }

  @Test func aManagerThatHasGoneNeedsNoReceiver() async {
    let source = QuietSource()
    let engine = LocationEngine(source)
    var manager: CLLocationManager? = CLLocationManager(engine: engine)
    manager?.startUpdatingLocation()
    #expect(await eventually { source.isRunning })
    manager = nil
    #expect(await eventually { !source.isRunning })
  }

  @Test func theReceiverRunsOnlyWhileSomebodyListens() async {
    let source = QuietSource()
    let engine = LocationEngine(source)
    let (one, two) = (CLLocationManager(engine: engine), CLLocationManager(engine: engine))
    #expect(!source.isRunning)
    one.startUpdatingLocation()
    two.startUpdatingLocation()
    #expect(await eventually { source.isRunning })
    one.stopUpdatingLocation()
    two.stopUpdatingLocation()
    #expect(await eventually { !source.isRunning })
    withExtendedLifetime((one, two)) {}
  }

  @Test func aHundredManagersComeAndGoWhileFixesArrive() async {
    let engine = LocationEngine()
    let (counter, fixes) = (Counter(), Counter())
    @Sendable func receiveFix() {
      fixes.add()
      engine.receive(TestLocations.location(after: 0.04 * Double(fixes.value)))
    }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          for _ in 0..<5 {
            let delegate = Witness(counter)
            let manager = CLLocationManager(engine: engine)
            manager.delegate = delegate
            manager.startUpdatingLocation()
            if number.isMultiple(of: 2) { manager.requestLocation() }
            // Some managers go before the first fix, and some after the sixth.
            for _ in 0..<number % 7 {
              receiveFix()
              await Task.yield()
            }
            if number.isMultiple(of: 3) { manager.stopUpdatingLocation() }
            withExtendedLifetime(delegate) {}
          }
        }
      }
    }
    do {
      let (manager, delegate) = (CLLocationManager(engine: engine), Witness(counter))
      manager.delegate = delegate
      manager.startUpdatingLocation()
      await MainActor.run {}
      let before = counter.value
      receiveFix()
      #expect(await eventually { counter.value > before }, "the engine still delivers")
    }
    #expect(engine.read(\.clients.isEmpty))
    #expect(!engine.read(\.needsReceiver))
  }
}

/// Carries a manager to another thread.
// Proof of Sendable: the manager is only released there, never used.
struct CLLocationManagerBox: @unchecked Sendable {
  let manager: CLLocationManager
  init(_ manager: CLLocationManager) { self.manager = manager }
}

/// A delegate that counts deliveries of locations.
private final class Witness: NSObject, CLLocationManagerDelegate {
  private let counter: Counter

  init(_ counter: Counter) { self.counter = counter }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    counter.add()
  }
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
}

private final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }
  func add() { count.add(1, ordering: .relaxed) }
}
