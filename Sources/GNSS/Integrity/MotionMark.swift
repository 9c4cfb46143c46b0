// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import NMEA0183

struct MotionMark: Sendable {
  let latitude: Double
  let longitude: Double
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

  /// Meters to another place nearby, exact to a percent, also across the antimeridian and at the poles.
  func distance(to other: MotionMark) -> Double {
    let radians = Double.pi / 180
    let north = (other.latitude - latitude) * radians
    let turn = 2 * sin((other.longitude - longitude) * radians / 2)
    let parallels = cos(latitude * radians) * cos(other.latitude * radians)
    return 6_378_137 * (north * north + parallels * turn * turn).squareRoot()
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
