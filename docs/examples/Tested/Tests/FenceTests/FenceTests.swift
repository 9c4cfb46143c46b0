import CoreLocation
import Testing

@testable import Fence

/// Each body runs in a process of its own, with its own receiver, at the same time as the others.
@Suite(.timeLimit(.minutes(1)))
struct FenceTests {
  @Test func reportsTenLocations() async {
    await #expect(processExitsWith: .success) {
      try Scenario.setUp(replaying: "walk.nmea")
      let (locations, continuation) = AsyncStream.makeStream(of: CLLocation.self)
      let fence = Fence(around: .harbor, radius: 100)
      fence.onLocation = { continuation.yield($0) }
      fence.start()
      var ten: [CLLocation] = []
      for await location in locations.prefix(10) { ten.append(location) }
      #expect(ten.count == 10)
      #expect(ten[0].timestamp < ten[9].timestamp)
      #expect(ten.allSatisfy { $0.sourceInformation?.isSimulatedBySoftware == true })
    }
  }

  @Test func reportsThatTheCircleIsEnteredAndLeft() async {
    await #expect(processExitsWith: .success) {
      try Scenario.setUp(replaying: "drive.nmea")
      let (events, continuation) = AsyncStream.makeStream(of: Fence.Event.self)
      let fence = Fence(around: .bridge, radius: 300)
      fence.onEvent = { continuation.yield($0) }
      fence.start()
      var both: [Fence.Event] = []
      for await event in events.prefix(2) { both.append(event) }
      #expect(both == [.entered, .left])
    }
  }
}
