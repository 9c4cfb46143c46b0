// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver
import LocationAuthorization
import LocationGeometry
import TestSupport
import Testing

@testable import LinuxLocation

/// What the state of the engine leaves to be done without its lock.
@Suite struct WakingStateTests {
  private let scratch: ScratchFolder
  private let folder: WakeFolder
  private let home = CircularRegion(
    CLCircularRegion(center: TestLocations.origin, radius: 100, identifier: "home"))

  init() throws {
    scratch = try ScratchFolder()
    folder = WakeFolder(state: scratch.path, application: "org.example.app")
    try folder.make()
    let place = try #require(
      StoredLocation(any: TestLocations.fix(TestLocations.location(north: 500))))
    for identifier in ["home", "gone"] {
      _ = try folder.add(WakeEvent(.region(identifier: identifier, .outside), at: place))
    }
  }

  private var beginning: WakingState.Beginning { WakingState.Beginning(events: folder.events()) }

  private func state(_ beginning: WakingState.Beginning?) -> EngineState {
    EngineState(
      permission: Permission(status: .authorizedAlways), isReplay: false,
      regions: [RegionMonitor.Stored(region: home, state: CLRegionState.inside.rawValue)],
      storesRegions: true, waking: WakingState(beginning, at: .zero))
  }

  @Test func filesAreRemovedOnceTheLockIsReleased() throws {
    var state = state(beginning)
    let manager = state.addClient(.manager)
    // No client monitors the region "gone" any more.
    var effects = EngineOutputs()
    state.delegateArrived(manager, at: .seconds(1), into: &effects)
    #expect(effects.deliveries.contains { $0.receipt != nil } && effects.discarded.count == 1)
    #expect(folder.events().count == 2)
    for receipt in effects.discarded { receipt.discard() }
    #expect(folder.events().count == 1)
    effects = EngineOutputs()
    state.stopMonitoring("home", into: &effects)
    #expect(effects.discarded.count == 1 && folder.events().count == 1)
    for receipt in effects.discarded { receipt.discard() }
    #expect(folder.events().isEmpty)
  }

  /// While `gps wake` adds an event, the first manager is created without a wait, and is notified of it afterwards.
  @Test func anEventThatIsStillBeingStoredIsDeliveredFirst() throws {
    var state = state(nil)
    let manager = state.addClient(.manager)
    var effects = EngineOutputs()
    state.delegateArrived(manager, at: .zero, into: &effects)
    state.startSignificantChanges(manager, at: .zero, into: &effects)
    for second in 0..<60 {
      let fix = TestLocations.fix(TestLocations.location(north: 900, after: Double(second)))
      state.received(
        ReceiverEvent(.report(.fix(fix)), at: .zero), at: .zero, into: &effects)
    }
    #expect(!effects.deliveries.contains { $0.receipt != nil } && effects.crossings.isEmpty)
    state.settle(into: &effects)
    #expect(effects.registration == nil)
    let retry = try #require(state.waking.deadline)
    state.elapse(to: retry, into: &effects)
    #expect(effects.reading == .next)
    state.began(nil, at: retry, into: &effects)
    state.elapse(to: .seconds(10), into: &effects)
    #expect(effects.reading == .last)

    var later = EngineOutputs()
    state.began(beginning, at: .seconds(10), into: &later)
    state.settle(into: &later)
    #expect(later.hasBegun && later.deliveries.isEmpty && later.discarded.count == 1)
    let regions = try #require(later.regions)
    #expect(regions.stored.map(\.state) == [CLRegionState.outside.rawValue])
    state.regionsStored(regions.revision, into: &later)
    #expect(later.deliveries.map { $0.receipt != nil } == [true, false])
    #expect(later.registration == WakingState.Services(significantChanges: true))
  }

  @Test func whatIsStoppedBeforeTheBeginningIsKnownStaysStopped() {
    var waking = WakingState(nil, at: .zero)
    waking.set(\.visits, false)
    let services = WakingState.Services(significantChanges: true, visits: true)
    #expect(waking.began(WakingState.Beginning(services: services), at: .zero) == [])
    #expect(waking.services == WakingState.Services(significantChanges: true))
  }

  /// The first manager once slept for ten seconds then.
  @Test func theEngineBeginsWhileAnotherProcessHoldsTheMark() async throws {
    let directory = StateDirectory(
      root: URL(fileURLWithPath: scratch.path), application: "org.example.app")
    let (manager, diary) = try #require(
      RunningMark.whileAbsent(folder.mark) {
        let start = Duration.now
        let manager = CLLocationManager(engine: LocationEngine(directory: directory))
        #expect(Duration.now - start < .seconds(5))
        let diary = Diary()
        manager.delegate = diary
        manager.startMonitoring(for: home.object)
        return (manager, diary)
      })
    #expect(await eventually { diary.words.contains("exited home") })
    #expect(folder.events().isEmpty)
    withExtendedLifetime(manager) {}
  }
}
