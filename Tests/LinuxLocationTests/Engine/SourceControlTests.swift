// Core Location for Linux. SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import LinuxLocation

@Suite struct SourceControlTests {
  private let source = QuietSource()

  @Test func stopAndStartInOneTurnKeepTheSourceRunning() async {
    let engine = LocationEngine(source, linger: .seconds(600))
    let manager = CLLocationManager(engine: engine)
    manager.startUpdatingLocation()
    #expect(await eventually { source.isRunning })
    for _ in 0..<1000 {
      manager.stopUpdatingLocation()
      manager.startUpdatingLocation()
    }
    // By the time the other manager's turn comes, the queue has evaluated the demand that all of this leads to.
    let other = CLLocationManager(engine: engine)
    other.startUpdatingHeading()
    manager.stopUpdatingLocation()
    other.stopUpdatingHeading()
    #expect(await eventually { engine.read(\.demand.use.isEmpty) })
    #expect(source.isRunning)
    #expect(source.starts == 1)
  }

  @Test func theSourceIsStoppedAfterItHasLingered() async {
    let engine = LocationEngine(source, linger: .milliseconds(50))
    let manager = CLLocationManager(engine: engine)
    manager.startUpdatingLocation()
    #expect(await eventually { source.isRunning })
    manager.stopUpdatingLocation()
    #expect(await eventually { !source.isRunning })
  }
}
