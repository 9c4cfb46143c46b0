// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import ReceiverSimulator
import Testing

@Suite struct SimulatedPositionTests {
  /// Lengths of degrees on WGS 84 from tables of the ellipsoid, to the meter.
  @Test(
    arguments: [
      ("the first degree of the meridian", 0, 0, 110_574.4, 0, 1),
      ("a degree at mid latitudes", 45, 0, 111_141.5, 0, 1),
      ("all but ten meters of the last degree", 89, 0, 111_683.9, 0, 0.999_910_5),
      ("a degree of the equator", 0, 111_319.491, 0, 1, 0),
      ("half a degree of the 60th parallel", 60, 55_800 / 2.0, 0, 0.5, 0),
    ] as [(String, Double, Double, Double, Double, Double)])
  func movesByTheLengthOfADegree(
    name: String, latitude: Double, east: Double, north: Double, turn: Double, rise: Double
  ) {
    var position = SimulatedPosition(latitude: latitude, longitude: 0)
    position.move(east: east, north: north)
    #expect((position.longitude - turn).magnitude < 1e-5)
    #expect((position.latitude - latitude - rise).magnitude < 1e-5)
  }

  @Test func crossesTheAntimeridian() {
    var position = SimulatedPosition(latitude: 0, longitude: 179.9995)
    position.move(east: 111.319_491, north: 0)
    #expect((position.longitude + 179.9995).magnitude < 1e-9)
    position.move(east: -111.319_491, north: 0)
    #expect((position.longitude - 179.9995).magnitude < 1e-9)
  }

  @Test(arguments: [1.0, -1.0])
  func goesStraightOnOverAPole(side: Double) {
    var position = SimulatedPosition(latitude: side * 89.9999, longitude: 10)
    let start = position
    // 11.17 meters to the pole, and the same distance beyond it.
    let isOver = position.move(east: 0, north: side * 22.339)
    #expect(isOver)
    #expect((position.latitude - side * 89.9999).magnitude < 1e-7)
    #expect((position.longitude + 170).magnitude < 1e-9)
    #expect((position.chord(to: start) - 22.339).magnitude < 0.001)
  }

  @Test func staysOnEarthAtThePole() {
    var position = SimulatedPosition(latitude: 90, longitude: 0)
    position.move(east: 5, north: 0)
    #expect(position.latitude == 90)
    position.move(east: 0, north: -5)
    #expect(position.latitude < 90)
  }

  @Test(
    arguments: [
      ("as it is", 12.5, 12.5), ("the antimeridian is west", 180, -180), ("a turn", 370, 10),
      ("backwards", -190, 170),
    ] as [(String, Double, Double)])
  func takesTurnsOffTheLongitude(name: String, longitude: Double, expected: Double) {
    #expect(SimulatedPosition(latitude: 0, longitude: longitude).longitude == expected)
  }

  @Test func tellsAnOffsetThatLeadsBack() {
    let start = SimulatedPosition.lindau
    var end = start
    end.move(east: -300, north: 400)
    let offset = end.offset(from: start)
    #expect((offset.east + 300).magnitude < 0.001)
    #expect((offset.north - 400).magnitude < 0.001)
    #expect((start.chord(to: end) - 500).magnitude < 0.001)
  }
}
