// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
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
      KeptLocation(any: TestLocations.fix(TestLocations.location(north: 500))))
    for identifier in ["home", "gone"] {
      _ = try folder.add(WakeEvent(.region(identifier: identifier, .outside), at: place))
    }
  }

  private func state() -> EngineState {
    EngineState(
      permission: Permission(status: .authorizedAlways), isReplay: false,
      regions: [RegionMonitor.Kept(region: home, state: CLRegionState.outside.rawValue)],
      waking: WakingState(isKept: true, folder.events()))
  }

  @Test func filesAreRemovedOnceTheLockIsReleased() throws {
    var state = state()
    let manager = state.addClient(.manager)
    // Nobody monitors the region "gone" any more.
    state.delegateArrived(manager, at: .seconds(1))
    var outputs = state.drainOutputs()
    #expect(outputs.deliveries.contains { $0.receipt != nil } && outputs.discarded.count == 1)
    #expect(folder.events().count == 2)
    for receipt in outputs.discarded { receipt.discard() }
    #expect(folder.events().count == 1)
    state.stopMonitoring("home")
    outputs = state.drainOutputs()
    #expect(outputs.discarded.count == 1 && folder.events().count == 1)
    for receipt in outputs.discarded { receipt.discard() }
    #expect(folder.events().isEmpty)
  }

  @Test func receiptsOutliveTheLock() {
    var state = state()
    let manager = state.addClient(.manager)
    state.delegateArrived(manager, at: .seconds(1))
    state.removeClient(manager, at: .seconds(2))
    let outputs = state.drainOutputs()
    #expect(!outputs.deliveries.contains { $0.receipt != nil } && outputs.released.count == 1)
  }
}
