// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import ReceiverSimulator
import Testing

@Suite struct SimulatedRouteTests {
  private func truth(
    _ route: SimulatedRoute, seconds: Int, rate: Int = 1
  ) throws -> [SimulatedMotion] {
    let configuration = try SimulatedReceiver.Configuration.walk(seconds * rate + 1) {
      $0.route = route
      $0.rate = rate
      $0.sentences = []
    }
    return Simulation(configuration).epochs.map(\.truth)
  }

  @Test func standsStill() throws {
    let truth = try truth(.still(.lindau), seconds: 10)
    #expect(truth.allSatisfy { $0.position == .lindau && $0.speed == 0 })
  }

  /// Compares with the straight line through the ground, which is a nanometer shorter at this distance.
  @Test(arguments: [0.0, 33, 90, 225, 271.5], [1, 10])
  func coversTheDistanceOfItsSpeed(course: Double, rate: Int) throws {
    let truth = try truth(
      .straight(from: .lindau, course: course, speed: 13.9), seconds: 60, rate: rate)
    let (first, last) = (truth[0].position, truth[60 * rate].position)
    #expect((first.chord(to: last) - 834).magnitude < 0.01)
    #expect(truth.allSatisfy { ($0.speed - 13.9).magnitude < 1e-9 })
    #expect(truth.allSatisfy { ($0.course - course).magnitude < 1e-9 })
  }

  @Test func turnsSouthBehindTheNorthPole() throws {
    let start = SimulatedPosition(latitude: 89.9999, longitude: 20)
    let truth = try truth(.straight(from: start, course: 0, speed: 10), seconds: 3)
    #expect(truth[1].course == 0)
    #expect((truth[2].course - 180).magnitude < 1e-9)
    #expect((truth[3].position.longitude + 160).magnitude < 1e-9)
    #expect((truth[3].position.chord(to: start) - 30).magnitude < 0.001)
  }

  @Test func returnsToTheStartOfACircle() throws {
    // Once round in 100 seconds.
    let truth = try truth(
      .circle(center: .lindau, radius: 200, speed: 4 * .pi), seconds: 100)
    #expect(truth[0].position.chord(to: truth[100].position) < 0.001)
    #expect(truth.allSatisfy { ($0.position.chord(to: .lindau) - 200).magnitude < 0.01 })
    // Clockwise from the north: after a quarter, it is in the east, going south.
    #expect((truth[0].course - 90).magnitude < 1e-9)
    #expect((truth[25].course - 180).magnitude < 1e-9)
    #expect((truth[25].position.latitude - SimulatedPosition.lindau.latitude).magnitude < 1e-7)
    #expect(truth[25].position.longitude > SimulatedPosition.lindau.longitude)
  }

  /// Measures speed as the distance between epochs, not as the route reports it.
  @Test func circlesWithItsSpeed() throws {
    let truth = try truth(
      .circle(center: .lindau, radius: 200, speed: 12), seconds: 20, rate: 25)
    for (from, to) in zip(truth, truth.dropFirst()) {
      #expect((from.position.chord(to: to.position) * 25 - 12).magnitude < 0.001)
    }
  }
}
