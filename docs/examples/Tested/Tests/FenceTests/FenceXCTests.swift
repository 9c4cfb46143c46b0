import CoreLocation
import XCTest

@testable import Fence

/// The same tests in XCTest.
final class FenceXCTests: XCTestCase {
  func testReportsTenLocations() throws {
    try inOwnProcess {
      try Scenario.setUp(replaying: "walk.nmea")
      let tenLocations = expectation(description: "ten locations")
      tenLocations.expectedFulfillmentCount = 10
      tenLocations.assertForOverFulfill = false
      var first: CLLocation?
      let fence = Fence(around: .harbor, radius: 100)
      fence.onLocation = { location in
        first = first ?? location
        tenLocations.fulfill()
      }
      fence.start()
      wait(for: [tenLocations], timeout: 60)
      XCTAssertEqual(try XCTUnwrap(first).coordinate.latitude, -33.859695, accuracy: 1e-5)
    }
  }

  func testReportsThatTheCircleIsEnteredAndLeft() throws {
    try inOwnProcess {
      try Scenario.setUp(replaying: "drive.nmea")
      let bothEvents = expectation(description: "entered and left")
      bothEvents.expectedFulfillmentCount = 2
      bothEvents.assertForOverFulfill = false
      var events: [Fence.Event] = []
      let fence = Fence(around: .bridge, radius: 300)
      fence.onEvent = { event in
        events.append(event)
        bothEvents.fulfill()
      }
      fence.start()
      wait(for: [bothEvents], timeout: 60)
      XCTAssertEqual(events.prefix(2), [.entered, .left])
    }
  }
}
