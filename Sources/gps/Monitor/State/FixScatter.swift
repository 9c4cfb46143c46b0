// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc

/// The scatter of the last positions around their mean.
struct FixScatter {
  /// A position relative to the mean, meters.
  struct Point: Hashable {
    var east: Double
    var north: Double

    var distance: Double { (east * east + north * north).squareRoot() }
  }

  static let capacity = 300
  static let fewest = 20

  private var positions: [(latitude: Double, longitude: Double)] = []

  mutating func received(_ fix: Fix) {
    guard abs(fix.latitude) <= 90, abs(fix.longitude) <= 180 else { return }
    if positions.count == Self.capacity { positions.removeFirst() }
    positions.append((fix.latitude, fix.longitude))
  }

  /// The positions relative to their mean, on a sphere: within 1 % for distances of a few kilometers.
  var points: [Point] {
    guard let first = positions.first else { return [] }
    let metersPerDegree = 111_195.0
    // Relative to the first position, so that the antimeridian is not a special case.
    let scale = metersPerDegree * cos(first.latitude * .pi / 180)
    var points = positions.map { position in
      var degrees = position.longitude - first.longitude
      if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
      return Point(
        east: degrees * scale, north: (position.latitude - first.latitude) * metersPerDegree)
    }
    let number = Double(points.count)
    let east = points.reduce(0) { $0 + $1.east } / number
    let north = points.reduce(0) { $0 + $1.north } / number
    for index in points.indices {
      points[index].east -= east
      points[index].north -= north
    }
    return points
  }

  /// Returns the radius around the mean that contains a share of the points, meters; `nil` with fewer than ``fewest``.
  ///
  /// By nearest rank: the smallest distance that at least this share of the points do not exceed.
  static func radius(holding share: Double, of points: [Point]) -> Double? {
    guard points.count >= fewest else { return nil }
    let distances = points.map(\.distance).sorted()
    let rank = Int((share * Double(distances.count)).rounded(.up))
    return distances[min(max(rank, 1), distances.count) - 1]
  }
}
