// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverSimulator
import Testing

@Suite struct WaypointTrackTests {
  /// An L: 1113.195 meters along the equator, then 552.872 meters to the north.
  private let corner = [
    SimulatedWaypoint(latitude: 0, longitude: 0, altitude: 10),
    SimulatedWaypoint(latitude: 0, longitude: 0.01),
    SimulatedWaypoint(latitude: 0.005, longitude: 0.01, altitude: 20),
  ]

  private func truth(_ track: WaypointTrack, seconds: Int) throws -> [SimulatedMotion] {
    let configuration = try SimulatedReceiver.Configuration.walk(seconds + 1) {
      $0.route = .waypoints(track)
      $0.sentences = []
    }
    return Simulation(configuration).epochs.map(\.truth)
  }

  @Test func travelsWithOneSpeed() throws {
    let track = try WaypointTrack(corner, speed: 10)
    #expect((track.duration - 166.607).magnitude < 0.001)
    let truth = try truth(track, seconds: 170)
    #expect((truth[50].position.longitude - 500 / 111_319.491).magnitude < 1e-8)
    #expect(truth[50].position.latitude == 0)
    #expect((truth[50].course - 90).magnitude < 1e-9)
    #expect(truth[50].position.altitude == 10)
    #expect((truth[150].speed - 10).magnitude < 1e-6)
    #expect(truth[150].course < 1e-9)
    // 386.8 of the 552.9 meters over which it climbs by ten.
    #expect((truth[150].position.altitude - 16.996).magnitude < 0.001)
    #expect(truth[170].speed == 0)
    #expect(truth[170].position.latitude == 0.005)
  }

  @Test func keepsTheTimesOfItsPoints() throws {
    var points = corner
    for (index, time) in [1000.0, 1100, 1104].enumerated() { points[index].time = time }
    let track = try WaypointTrack(timed: points)
    #expect(track.duration == 104)
    let truth = try truth(track, seconds: 104)
    #expect((truth[50].position.longitude - 0.005).magnitude < 1e-12)
    #expect((truth[50].speed - 11.132).magnitude < 0.001)
    #expect((truth[102].position.latitude - 0.0025).magnitude < 1e-12)
  }

  @Test func waitsWhereTwoPointsAreOne() throws {
    var points = [corner[0], corner[0], corner[1]]
    for (index, time) in [0.0, 60, 160].enumerated() { points[index].time = time }
    let truth = try truth(WaypointTrack(timed: points), seconds: 100)
    #expect(truth[30].speed == 0)
    #expect(truth[30].position.longitude == 0)
    #expect(truth[61].speed > 11)
    #expect(try WaypointTrack(points, speed: 10).duration < 112)
  }

  @Test func takesTheShortWayOverTheAntimeridian() throws {
    let track = try WaypointTrack(
      [
        SimulatedWaypoint(latitude: 0, longitude: 179.999),
        SimulatedWaypoint(latitude: 0, longitude: -179.999),
      ], speed: 1)
    #expect((track.duration - 222.639).magnitude < 0.001)
  }

  /// A minute of longitude at the equator is 1855.325 meters.
  @Test func measuresLongLegsAlongTheGround() throws {
    let track = try WaypointTrack(
      [
        SimulatedWaypoint(latitude: 0, longitude: 0), SimulatedWaypoint(latitude: 0, longitude: 40),
      ], speed: 1000)
    #expect((track.duration - 4452.780).magnitude < 0.001)
  }

  @Test func saysWhyPointsMakeNoTrack() {
    let timed = [0.0, 10, 5].map { SimulatedWaypoint(latitude: $0 / 1000, longitude: 0, time: $0) }
    #expect(throws: WaypointTrack.Problem.noPoints) { try WaypointTrack([], speed: 1) }
    #expect(throws: WaypointTrack.Problem.noPoints) { try WaypointTrack(timed: []) }
    #expect(throws: WaypointTrack.Problem.missingTime(0)) { try WaypointTrack(timed: corner) }
    #expect(throws: WaypointTrack.Problem.timesRunBackwards(2)) { try WaypointTrack(timed: timed) }
  }
}
