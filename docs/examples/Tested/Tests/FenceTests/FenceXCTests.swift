import CoreLocation
import CoreLocationTesting
import XCTest

@testable import Fence

/// The same tests in XCTest.
final class FenceXCTests: XCTestCase {
  func testReportsEveryLocation() throws {
    try SimulatedLocations(contentsOf: .recording("walk.nmea")).run { _ in
      let everyLocation = expectation(description: "thirty locations")
      everyLocation.expectedFulfillmentCount = 30
      var first: CLLocation?
      let fence = Fence(around: .harbor, radius: 100)
      fence.onLocation = { location in
        first = first ?? location
        everyLocation.fulfill()
      }
      fence.start()
      wait(for: [everyLocation], timeout: 60)
      XCTAssertEqual(try XCTUnwrap(first).coordinate.latitude, -33.859695, accuracy: 1e-5)
    }
  }

  @MainActor func testReportsThatTheCircleIsEnteredAndLeft() async throws {
    let drive = try SimulatedLocations(contentsOf: .recording("drive.nmea"))
    await drive.run { simulation in
      var events: [Fence.Event] = []
      let fence = Fence(around: .bridge, radius: 300)
      fence.onEvent = { events.append($0) }
      fence.start()
      await simulation.ended()
      XCTAssertEqual(events, [.entered, .left])
    }
  }
}
