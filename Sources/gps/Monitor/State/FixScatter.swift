// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc

/// How the last positions lie around their mean.
struct FixScatter {
  /// A position relative to the mean, meters.
  struct Point: Hashable {
    var east: Double
    var north: Double

    var distance: Double { (east * east + north * north).squareRoot() }
  }

  /// Positions that are kept.
  static let capacity = 300
  /// With fewer of them, rings would say nothing.
  static let fewest = 20

  private var positions: [(latitude: Double, longitude: Double)] = []

  var count: Int { positions.count }

  mutating func received(_ fix: Fix) {
    guard abs(fix.latitude) <= 90, abs(fix.longitude) <= 180 else { return }
    if positions.count == Self.capacity { positions.removeFirst() }
    positions.append((fix.latitude, fix.longitude))
  }

  mutating func clear() { positions = [] }

  /// The positions around their mean, the oldest first.
  ///
  /// On the sphere with a degree of 111,195 m: for distances of a few kilometers, within 1 %.
  var points: [Point] {
    guard let first = positions.first else { return [] }
    let metersPerDegree = 111_195.0
    // Relative to the first one, so that the antimeridian is nowhere special.
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

  /// The radius around the mean that holds a share of the points, meters; `nil` while there are fewer than ``fewest``.
  ///
  /// The nearest rank: the smallest distance that at least so many points do not exceed.
  static func radius(holding share: Double, of points: [Point]) -> Double? {
    guard points.count >= fewest else { return nil }
    let distances = points.map(\.distance).sorted()
    let rank = Int((share * Double(distances.count)).rounded(.up))
    return distances[min(max(rank, 1), distances.count) - 1]
  }
}
