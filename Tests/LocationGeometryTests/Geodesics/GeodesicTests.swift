// Core Location for Linux. SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import LocationGeometry

@Suite struct GeodesicTests {
  @Test func agreesWithTheExactIntegrals() throws {
    let rows = KnownGeodesic.rows(try Repository.text("Fixtures/geodesics/geodesics.txt"))
    #expect(rows.count == 413)
    for row in rows { #expect(row.error < 1e-7, "\(row)") }
  }

  @Test(
    .enabled(
      if: Programs.has("GeodSolve"),
      "GeodSolve, of Debian's geographiclib-tools, is not installed"))
  func agreesOnTwentyThousandNewPairs() throws {
    let text = try Programs.output(
      of: Repository.path("Tests/Scripts/geodesics.py"), ["--rows", "20000", "--seed", "20240229"])
    let rows = KnownGeodesic.rows(text)
    #expect(rows.count > 20_000)
    let worst = try #require(rows.max { $0.error < $1.error })
    #expect(worst.error < 1e-7, "\(worst)")
  }

  /// Compares azimuths where the geodesic is long enough for them to be meaningful, and the only shortest one.
  @Test(arguments: ["random", "long-way-round", "from-pole", "equator"])
  func knowsBothAzimuths(kind: String) throws {
    let rows = KnownGeodesic.rows(try Repository.text("Fixtures/geodesics/geodesics.txt"))
      .filter { $0.kind == kind && $0.path.distance < 1.9e7 }
    #expect(rows.count > 20)
    for row in rows {
      let (ours, theirs) = (row.inverse, row.path)
      #expect(abs((ours.initialAzimuth - theirs.initialAzimuth).wrapped) < 1e-9, "\(row)")
      #expect(abs((ours.finalAzimuth - theirs.finalAzimuth).wrapped) < 1e-9, "\(row)")
    }
  }

  /// Karney 2013, tables 2 to 5, to the digits that are printed there.
  @Test func workedExamplesOfThePaper() {
    let end = Geodesic.direct(
      fromLatitude: 40, longitude: 0, azimuth: 30, distance: 10_000_000)
    #expect(abs(end.latitude - 41.79331020506) < 1e-11)
    #expect(abs(end.longitude - 137.84490004377) < 1e-11)
    #expect(abs(end.azimuth - 149.09016931807) < 1e-11)

    let short = Geodesic.inverse(
      fromLatitude: -30.12345, longitude: 0, toLatitude: -30.12344, longitude: 0.00005)
    #expect(abs(short.initialAzimuth - 77.043533) < 1e-6)
    #expect(abs(short.distance - 4.944208) < 1e-6)

    let far = Geodesic.inverse(fromLatitude: -30, longitude: 0, toLatitude: 29.9, longitude: 179.8)
    #expect(abs(far.initialAzimuth - 161.890524736) < 1e-9)
    #expect(abs(far.finalAzimuth - 18.090737246) < 1e-9)
    #expect(abs(far.distance - 19_989_832.827610) < 1e-6)
  }

  @Test(
    arguments: [
      ("latitude is no number", .nan, 0, 0, 0), ("longitude is no number", 0, .nan, 0, 0),
      ("other latitude is no number", 0, 0, .nan, 0),
      ("other longitude is no number", 0, 0, 0, .nan),
      ("endless longitude", 0, .infinity, 0, 0), ("endless latitude", 0, 0, -.infinity, 0),
      ("beyond the north pole", 90.000_001, 0, 0, 0), ("beyond the south pole", 0, 0, -91, 0),
    ] as [(why: String, Double, Double, Double, Double)])
  func noPlaceIsAtNoDistance(
    why: String, latitude: Double, longitude: Double, to: Double, at: Double
  ) {
    #expect(
      Geodesic.distance(
        fromLatitude: latitude, longitude: longitude, toLatitude: to, longitude: at
      ).isNaN)
    let path = Geodesic.inverse(
      fromLatitude: latitude, longitude: longitude, toLatitude: to, longitude: at)
    #expect(path.distance.isNaN && path.initialAzimuth.isNaN && path.finalAzimuth.isNaN)
  }

  @Test func noWayLeadsNowhere() {
    for (azimuth, distance) in [(Double.nan, 1.0), (0, .nan), (.infinity, 1), (0, .infinity)] {
      let end = Geodesic.direct(
        fromLatitude: 1, longitude: 2, azimuth: azimuth, distance: distance)
      #expect(end.latitude.isNaN && end.longitude.isNaN && end.azimuth.isNaN)
    }
    #expect(
      Geodesic.direct(fromLatitude: 91, longitude: 2, azimuth: 0, distance: 1).latitude.isNaN)
  }

  @Test(arguments: [-1080.0, -360, 360, 7200])
  func longitudesMayGoAround(turns: Double) {
    let distance = Geodesic.distance(
      fromLatitude: 48.5, longitude: 2.25 + turns, toLatitude: -33.5, longitude: 151.25 - turns)
    let plain = Geodesic.distance(
      fromLatitude: 48.5, longitude: 2.25, toLatitude: -33.5, longitude: 151.25)
    #expect(distance == plain)
  }

  /// Compares both methods of computing a distance, below and around the distance at which one replaces the other.
  @Test func shortDistancesAreThoseOfTheFullSolution() {
    for latitude in stride(from: -90.0, through: 90, by: 2.5) {
      for azimuth in stride(from: 0.0, to: 360, by: 22.5) {
        for distance in [0, 1e-6, 0.01, 1, 250, 12_345, 49_999.9, 50_000, 50_000.1, 80_000] {
          let end = Geodesic.direct(
            fromLatitude: latitude, longitude: 179.99, azimuth: azimuth, distance: distance)
          let ours = Geodesic.distance(
            fromLatitude: latitude, longitude: 179.99, toLatitude: end.latitude,
            longitude: end.longitude)
          let full = Geodesic.inverse(
            fromLatitude: latitude, longitude: 179.99, toLatitude: end.latitude,
            longitude: end.longitude)
          #expect(abs(ours - full.distance) < 1e-7, "\(latitude) \(azimuth) \(distance)")
        }
      }
    }
  }

  @Test func turningAroundChangesNoDistance() {
    for row in [
      (1.0, 2.0, 3.0, 4.0), (-89, 0, 88.9, 180), (52, 13, 52, -167), (0.1, 0, -0.2, 179.7),
    ] {
      let there = Geodesic.distance(
        fromLatitude: row.0, longitude: row.1, toLatitude: row.2, longitude: row.3)
      let back = Geodesic.distance(
        fromLatitude: row.2, longitude: row.3, toLatitude: row.0, longitude: row.1)
      #expect(abs(there - back) < 1e-8)
    }
  }
}

extension Double {
  /// The same direction, in `-180...180` degrees.
  fileprivate var wrapped: Double { remainder(dividingBy: 360) }
}
