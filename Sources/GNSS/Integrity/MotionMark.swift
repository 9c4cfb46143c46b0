// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import NMEA0183

struct MotionMark: Sendable {
  let latitude: Double
  let longitude: Double
  /// The same on a sphere, meters from its center.
  private let x, y, z: Double
  /// Meters.
  let accuracy: Double
  /// Seconds, and meters of path by the reported speeds, since the beginning.
  let time: Double
  let path: Double
  /// Meters per second, if the receiver has reported it.
  let speed: Double?
  /// Meters, if it was determined: in two dimensions, it is an assumption.
  let altitude: Double?
  /// Meters.
  let verticalAccuracy: Double
  /// Whether the position does not come from satellites, or from too few for a solution: receivers continue as they
  /// moved, and the next position that does come from satellites may be anywhere.
  let isGuess: Bool
  /// Meters of path since the position has changed: it may be that old.
  var stalePath = 0.0

  init(_ fix: Fix, time: Double, path: Double) {
    (latitude, longitude) = (fix.latitude, fix.longitude)
    let (north, east) = (latitude * .pi / 180, longitude * .pi / 180)
    let axial = Self.radius * cos(north)
    (x, y, z) = (axial * cos(east), axial * sin(east), Self.radius * sin(north))
    // In two dimensions, the error of the assumed altitude moves the position, too.
    let isFlat = fix.mode == .twoDimensional
    accuracy =
      (fix.horizontalAccuracy ?? IntegrityThresholds.unknownAccuracy)
      * (isFlat ? IntegrityThresholds.twoDimensions : 1)
    (self.time, self.path, speed) = (time, path, fix.speed)
    altitude = isFlat ? nil : fix.altitude
    verticalAccuracy = fix.verticalAccuracy ?? IntegrityThresholds.unknownAccuracy
    isGuess =
      fix.quality == .estimated || fix.quality == .manual
      || (1...IntegrityThresholds.tooFew).contains(fix.satellitesUsed ?? 0)
  }

  /// Whether the place is the same to the last digit.
  func isAt(_ other: MotionMark) -> Bool {
    latitude == other.latitude && longitude == other.longitude
  }

  /// Meters to another place nearby, exact to a percent.
  func distance(to other: MotionMark) -> Double {
    let (x, y, z) = (other.x - x, other.y - y, other.z - z)
    return (x * x + y * y + z * z).squareRoot()
  }

  private static let radius = 6_378_137.0

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
