// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import NMEA0183

/// A position with which later ones are compared.
struct MotionMark: Sendable {
  let latitude: Double
  let longitude: Double
  /// Meters.
  let accuracy: Double
  /// Seconds, and meters of path by the reported speeds, since the beginning.
  let time: Double
  let path: Double
  /// Meters of path since the position has changed: it may be that old.
  var stalePath = 0.0

  init(_ fix: Fix, time: Double, path: Double) {
    (latitude, longitude) = (fix.latitude, fix.longitude)
    // In two dimensions, the error of the assumed altitude moves the position, too.
    let factor = fix.mode == .twoDimensional ? IntegrityThresholds.twoDimensions : 1
    accuracy = (fix.horizontalAccuracy ?? IntegrityThresholds.unknownAccuracy) * factor
    (self.time, self.path) = (time, path)
  }

  /// Whether the place is the same to the last digit.
  func isAt(_ other: MotionMark) -> Bool {
    latitude == other.latitude && longitude == other.longitude
  }

  /// Meters to another place, exact to a percent.
  func distance(to other: MotionMark) -> Double {
    let perDegree = 6_378_137 * Double.pi / 180
    var east = other.longitude - longitude
    if east > 180 { east -= 360 } else if east < -180 { east += 360 }
    east *= perDegree * cos(latitude * .pi / 180)
    let north = (other.latitude - latitude) * perDegree
    return (east * east + north * north).squareRoot()
  }

  /// The accuracy of the distance to another place, meters.
  func accuracy(with other: MotionMark) -> Double {
    (accuracy * accuracy + other.accuracy * other.accuracy).squareRoot()
  }

  /// The meters between two positions that a receiver with so few digits can tell apart.
  var resolution: Double {
    let minutes = [latitude, longitude].map { abs($0) * 60 }
    var (unit, meters) = (1.0, 1852.0)
    while meters > 1,
      minutes.contains(where: { abs($0 * unit - ($0 * unit).rounded()) > 1e-6 * unit })
    {
      unit *= 10
      meters /= 10
    }
    return meters
  }
}
