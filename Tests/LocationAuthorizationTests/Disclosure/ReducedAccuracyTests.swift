// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import NMEA0183
import Testing

@testable import LocationAuthorization

@Suite struct ReducedAccuracyTests {
  private func fix(_ latitude: Double = 48, _ longitude: Double = 11, after seconds: Int = 0) -> Fix
  {
    var fix = Fix(
      time: FixTime(
        nanosecondsSince1970: 1_700_000_000_000_000_000 + Int64(seconds) * 1_000_000_000),
      latitude: latitude, longitude: longitude)
    fix.altitude = 500
    fix.ellipsoidalAltitude = 547
    fix.geoidSeparation = 47
    fix.speed = 3
    fix.course = 90
    fix.verticalSpeed = 1
    fix.quality = .differential
    fix.mode = .threeDimensional
    fix.dilutionOfPrecision.horizontal = 0.9
    fix.horizontalAccuracy = 4
    fix.satellitesUsed = 9
    fix.satellitesInView = 12
    fix.differentialAge = 2
    fix.differentialStation = 120
    return fix
  }

  @Test func nothingButTheCellAndTheTimeIsLeft() {
    var reduced = ReducedAccuracy()
    let exact = fix()
    let result = reduced.reduce(exact)
    let cell = ReducedAccuracy.snap(latitude: 48, longitude: 11)
    var expected = Fix(time: exact.time, latitude: cell.latitude, longitude: cell.longitude)
    expected.horizontalAccuracy = 3600
    expected.horizontalAccuracySource = .assumed
    #expect(result == expected)
    #expect(reduced.fix == expected)
  }

  @Test func thatAReceiverSimulatesIsNoSecret() {
    var reduced = ReducedAccuracy()
    var simulated = fix()
    simulated.quality = .simulated
    let result = reduced.reduce(simulated)
    #expect(result?.isSimulated == true && result?.source == nil)
    // Or it would be written to GeoClue.
    var foreign = fix()
    foreign.source = .geoClue
    var other = ReducedAccuracy()
    #expect(other.reduce(foreign)?.source == .geoClue)
  }

  @Test(
    arguments: [
      ("each quarter of an hour", [0, 60, 899, 900, 1000, 1800], [0, 900, 1800]),
      ("a clock that was set back begins anew", [5000, 0, 60], [5000, 0]),
    ] as [(why: String, seconds: [Int], passed: [Int])])
  func isNewEveryQuarterOfAnHour(why: String, seconds: [Int], passed: [Int]) {
    var reduced = ReducedAccuracy()
    let result = seconds.filter { reduced.reduce(fix(after: $0)) != nil }
    #expect(result == passed, "\(why)")
  }

  @Test func aFixWithoutADateIsNoNews() {
    var reduced = ReducedAccuracy()
    var undated = fix()
    undated.time?.date = nil
    let result = reduced.reduce(undated)
    #expect(result == nil)
    #expect(reduced.fix == nil)
  }

  @Test func theCellsNeverMove() {
    // Two positions 10 m apart within one cell become the same position, which in turn stays where it is.
    let cell = ReducedAccuracy.snap(latitude: 48, longitude: 11)
    let near = ReducedAccuracy.snap(latitude: 48.00009, longitude: 11.000134)
    let again = ReducedAccuracy.snap(latitude: cell.latitude, longitude: cell.longitude)
    #expect(cell == near)
    #expect(abs(again.latitude - cell.latitude) < 1e-9)
    #expect(abs(again.longitude - cell.longitude) < 1e-9)
  }

  @Test(
    "the cell is near, at the edges of the earth too",
    arguments: [
      (90.0, 0.0), (-90, 0), (89.99, 179.99), (0, 180), (0, -180), (-33.9, 18.4), (60, -179.999),
    ])
  func snapsNearby(latitude: Double, longitude: Double) {
    let cell = ReducedAccuracy.snap(latitude: latitude, longitude: longitude)
    #expect((-90...90).contains(cell.latitude) && (-180...180).contains(cell.longitude))
    #expect(
      distance(latitude, longitude, cell.latitude, cell.longitude) <= ReducedAccuracy.accuracy)
  }

  /// Returns the distance in meters on a sphere with the ellipsoid's equatorial radius: never too short.
  private func distance(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
    let radians = [a, b, c, d].map { $0 * .pi / 180 }
    let chord =
      pow(sin((radians[2] - radians[0]) / 2), 2)
      + cos(radians[0]) * cos(radians[2]) * pow(sin((radians[3] - radians[1]) / 2), 2)
    return 2 * 6_378_137 * asin(min(1, chord.squareRoot()))
  }
}
