import CoreLocation
import CoreLocationTesting
import Testing

@testable import Fence

/// Each simulation has its own receiver and its own person: the tests run at the same time, in one process.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct FenceTests {
  @Test func reportsEveryLocation() async throws {
    let walk = try SimulatedLocations(contentsOf: .recording("walk.nmea"))
    await walk.run { simulation in
      let fence = Fence(around: .harbor, radius: 100)
      var locations: [CLLocation] = []
      fence.onLocation = { locations.append($0) }
      fence.start()
      await simulation.ended()
      #expect(locations.count == 30)
      #expect(locations.allSatisfy { $0.sourceInformation?.isSimulatedBySoftware == true })
    }
  }

  @Test func reportsThatTheCircleIsEnteredAndLeft() async throws {
    let drive = try SimulatedLocations(contentsOf: .recording("drive.nmea"))
    await drive.run { simulation in
      let fence = Fence(around: .bridge, radius: 300)
      var events: [Fence.Event] = []
      fence.onEvent = { events.append($0) }
      fence.start()
      await simulation.ended()
      #expect(events == [.entered, .left])
    }
  }

  @Test func reportsNothingToWhoeverRefuses() async {
    let place = CLLocation(latitude: 47.509, longitude: 9.7)
    let refused = SimulatedLocations([place], authorization: .notDetermined(answer: .dontAllow))
    await refused.run { _ in
      let (refusals, continuation) = AsyncStream.makeStream(of: Void.self)
      let fence = Fence(around: .bridge, radius: 300)
      fence.onRefusal = { continuation.yield() }
      fence.onLocation = { _ in Issue.record("a location came") }
      fence.start()
      for await _ in refusals { break }
    }
  }
}
