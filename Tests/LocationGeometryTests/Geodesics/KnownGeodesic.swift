// Core Location for Linux. SPDX-License-Identifier: MIT

@testable import LocationGeometry

/// A row of the output of `Tests/Scripts/geodesics.py`.
struct KnownGeodesic: CustomStringConvertible {
  let description: String
  let kind: Substring
  let from: (latitude: Double, longitude: Double)
  let to: (latitude: Double, longitude: Double)
  let path: Geodesic.Path

  init?(_ row: Substring) {
    let fields = row.split(separator: " ")
    let numbers = fields.dropFirst().compactMap { Double($0) }
    guard fields.count == 8, numbers.count == 7 else { return nil }
    description = String(row)
    kind = fields[0]
    from = (numbers[0], numbers[1])
    to = (numbers[2], numbers[3])
    path = Geodesic.Path(
      distance: numbers[6], initialAzimuth: numbers[4], finalAzimuth: numbers[5])
  }

  static func rows(_ text: some StringProtocol) -> [KnownGeodesic] {
    text.split(separator: "\n").compactMap { KnownGeodesic(Substring($0)) }
  }

  // MARK: Errors of the module's results, meters

  var inverse: Geodesic.Path {
    Geodesic.inverse(
      fromLatitude: from.latitude, longitude: from.longitude, toLatitude: to.latitude,
      longitude: to.longitude)
  }

  var distance: Double {
    Geodesic.distance(
      fromLatitude: from.latitude, longitude: from.longitude, toLatitude: to.latitude,
      longitude: to.longitude)
  }

  /// Returns the distance from where a path leads to where it should lead.
  func missOfDirect(along path: Geodesic.Path) -> Double {
    let end = Geodesic.direct(
      fromLatitude: from.latitude, longitude: from.longitude, azimuth: path.initialAzimuth,
      distance: path.distance)
    return Geodesic.distance(
      fromLatitude: end.latitude, longitude: end.longitude, toLatitude: to.latitude,
      longitude: to.longitude)
  }

  /// The largest of the errors.
  var error: Double {
    let inverse = inverse
    let misses = [
      abs(inverse.distance - path.distance), abs(distance - path.distance),
      missOfDirect(along: path), missOfDirect(along: inverse),
    ]
    return misses.contains(where: \.isNaN) ? .infinity : misses.max() ?? .infinity
  }
}
