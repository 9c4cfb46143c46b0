// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import LocationAuthorization
import TestSupport
import Testing

@testable import LinuxLocation

/// Code of an application that uses the library while the library calls it: no lock may be held then.
@Suite final class CallbackLockTests {
  private let engine = LocationEngine()
  private let watchdog = Watchdog("calling code of an application under a lock")

  deinit { watchdog.end() }

  @Test func aRegionMayAskItsManager() async {
    let (manager, diary) = (CLLocationManager(engine: engine), Diary())
    manager.delegate = diary
    let region = AskingRegion(center: TestLocations.origin, radius: 100, identifier: "")
    region.manager = manager
    manager.startMonitoring(for: region)
    manager.requestState(for: region)
    manager.stopMonitoring(for: region)
    let other = AskingBeacons(uuid: UUID(), identifier: "beacons")
    other.manager = manager
    manager.startMonitoring(for: other)
    #expect(await diary.has(3))
    #expect(diary.words == ["authorization 3", "monitoring asking", "not monitoring beacons"])
  }

  @Test func aLogMayAskForTheConditionsOfAMonitor() throws {
    let scratch = try ScratchFolder()
    // No folder can be created where a file exists.
    let directory = StateDirectory(
      root: URL(fileURLWithPath: try scratch.file("state", Data())), application: "org.example.app")
    let counts = Mutex<[Int]>([])
    let known = Mutex<MonitorRecords?>(nil)
    let records = MonitorRecords(name: "asked", directory: directory) { _ in
      if let records = known.withLock({ $0 }) { counts.withLock { $0.append(records.count) } }
    }
    known.withLock { $0 = records }
    records.add(
      CLMonitor.CircularGeographicCondition(center: TestLocations.origin, radius: 100), "home",
      assuming: .unknown)
    known.withLock { $0 = nil }
    #expect(counts.withLock { $0 } == [1])
  }

  @Test func aConditionMayAskForTheOthersWhenItIsReleased() {
    let counts = Mutex<[Int]>([])
    let records = MonitorRecords(name: "released", directory: nil) { _ in }
    records.add(
      AskingCondition { [weak records] in counts.withLock { $0.append(records?.count ?? -1) } },
      "home", assuming: .unknown)
    records.remove("home")
    #expect(counts.withLock { $0 } == [0])
  }

  @Test func aPromptMayBeReplacedByWhatItHolds() {
    let asker = ReplaceableAsker(otherwise: TerminalAsker(directory: nil))
    do {
      let window = Releasing { asker.replace(nil, nil) }
      asker.replace({ _, _ in withExtendedLifetime(window) {} }, nil)
    }
    asker.replace(nil, nil)
  }

  @Test func thePermissionIsThePresentOneWhateverIsReportedLast() {
    let authorizer = TestAuthorizer(Permission(status: .notDetermined))
    let engine = LocationEngine(QuietSource(), authorizer)
    authorizer.permission = Permission(status: .denied)
    authorizer.report(Permission(status: .authorizedAlways))
    #expect(engine.read(\.permission.status) == .denied)
  }

  /// An authorizer examines the terminal, for which every callback would wait.
  @Test func thePermissionIsReadWithoutTheLock() {
    let authorizer = TestAuthorizer()
    let engine = LocationEngine(QuietSource(), authorizer)
    let count = Mutex(0)
    authorizer.whenRead.withLock {
      $0 = { [weak engine] in
        if engine?.read({ $0.permission.isAuthorized }) == true { count.withLock { $0 += 1 } }
      }
    }
    authorizer.report(Permission(status: .authorizedAlways))
    #expect(count.withLock { $0 } == 1)
  }

  @Test func problemsAreLoggedWhenTheValueIsThereAndOnce() {
    let lines = Mutex<[KeptLog.Line]>([])
    let made = MadeOnce { report in
      report("cannot do this")
      return 1
    }
    #expect(lines.withLock { $0.isEmpty })
    for _ in 1...2 { #expect(made.logged { KeptLog.logger(lines) } == 1) }
    #expect(lines.withLock { $0.map(\.text) } == ["cannot do this"])
  }
}

private final class AskingRegion: CLCircularRegion {
  weak var manager: CLLocationManager?

  override var identifier: String {
    _ = manager?.location
    return "asking"
  }
}

private final class AskingBeacons: CLBeaconRegion {
  weak var manager: CLLocationManager?

  override var notifyOnEntry: Bool {
    get {
      _ = manager?.location
      return super.notifyOnEntry
    }
    set { super.notifyOnEntry = newValue }
  }
}

/// A condition of an application, which is told when it is released.
private final class AskingCondition: CLCondition {
  private let released: Releasing

  init(_ onRelease: @escaping @Sendable () -> Void) { released = Releasing(onRelease) }

  init(from decoder: any Decoder) throws { released = Releasing {} }

  func encode(to encoder: any Encoder) throws {}
}

/// An object that calls a closure when it is released.
final class Releasing: Sendable {
  private let onRelease: @Sendable () -> Void

  init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

  deinit { onRelease() }
}
