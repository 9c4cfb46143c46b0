// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationGeometry
import Testing

@Suite struct SurfacePointTests {
  /// Points are placed beside a geodesic with ``Geodesic/direct``, which is tested against GeographicLib.
  @Test(
    arguments: [
      ("at sea level, to the north", 0.0, 0.0, 0.0, 20_000.0, 10_000.0, 12.0),
      ("in the mountains", 46.5, 8.6, 77.0, 5000.0, 2000.0, 3.5),
      ("across the antimeridian", -16.5, 179.99, 90.0, 100_000.0, 30_000.0, 500.0),
      ("near the pole", 89.0, 10.0, 45.0, 200_000.0, 90_000.0, 1000.0),
      ("far", 60.0, -40.0, 120.0, 500_000.0, 250_000.0, 100_000.0),
    ] as [(String, Double, Double, Double, Double, Double, Double)])
  func tellsHowFarALineIs(
    why: String, latitude: Double, longitude: Double, azimuth: Double, length: Double, foot: Double,
    away: Double
  ) {
    let end = Geodesic.direct(
      fromLatitude: latitude, longitude: longitude, azimuth: azimuth, distance: length)
    let middle = Geodesic.direct(
      fromLatitude: latitude, longitude: longitude, azimuth: azimuth, distance: foot)
    let aside = Geodesic.direct(
      fromLatitude: middle.latitude, longitude: middle.longitude, azimuth: middle.azimuth + 90,
      distance: away)
    let distance = SurfacePoint(latitude: aside.latitude, longitude: aside.longitude).distance(
      toLineFrom: SurfacePoint(latitude: latitude, longitude: longitude),
      to: SurfacePoint(latitude: end.latitude, longitude: end.longitude))
    #expect(abs(distance - away) < away / 1000, "\(why): \(distance)")
  }

  @Test(
    arguments: [
      ("before the start", 47.0, 8.9),
      ("behind the end", 47.0, 9.2),
    ] as [(String, Double, Double)])
  func measuresToTheNearerEndBesideALine(why: String, latitude: Double, longitude: Double) {
    let (start, end) = ((47.0, 9.0), (47.0, 9.1))
    let nearer = longitude < 9 ? start : end
    let straight = Geodesic.distance(
      fromLatitude: latitude, longitude: longitude, toLatitude: nearer.0, longitude: nearer.1)
    let distance = SurfacePoint(latitude: latitude, longitude: longitude).distance(
      toLineFrom: SurfacePoint(latitude: start.0, longitude: start.1),
      to: SurfacePoint(latitude: end.0, longitude: end.1))
    #expect(abs(distance - straight) < 0.01)
  }

  @Test func aLineWithoutLengthIsAPoint() {
    let place = SurfacePoint(latitude: 1, longitude: 1)
    #expect(place.distance(toLineFrom: place, to: place) == 0)
  }
}
