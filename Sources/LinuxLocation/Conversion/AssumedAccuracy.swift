// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183

/// Accuracies for fixes of receivers that report none, so that they pass the checks that every application has.
///
/// The derivations are in docs/accuracy.md. The module GNSS does not use them: there, an unreported value is `nil`.
enum AssumedAccuracy {
  /// A horizontal dilution of precision that nine of ten fixes do not exceed.
  static let dilution = 3.0
  /// The ratio of the vertical to the horizontal dilution, since satellites are only above the receiver.
  static let verticalFactor = 2.0
  /// The radius that contains 68 % of a round distribution whose root mean square is 1.
  private static let radiusPerDistance = 1.0714
  /// The error of a range's rate of change, 1 σ in meters per second, which receivers measure by Doppler shift.
  static let rateError = 0.2
  /// The same for a solution by carrier phase.
  static let carrierRateError = 0.1
  /// The error of a direction about which nothing is known, 68 % of half a turn.
  private static let unknownDirection = 122.4

  /// Returns the fix with the accuracies that its receiver did not report.
  static func completing(_ fix: Fix) -> Fix {
    // A position that does not come from satellites may be anywhere.
    guard let rangeError = AccuracyModel().rangeError(for: fix.isSimulated ? nil : fix.quality)
    else { return fix }
    var fix = fix
    let dilution = fix.dilutionOfPrecision.horizontal ?? Self.dilution
    if fix.horizontalAccuracy == nil {
      fix.horizontalAccuracy = rangeError * dilution * radiusPerDistance
      fix.horizontalAccuracySource = .assumed
    }
    if fix.verticalAccuracy == nil, fix.altitude != nil, fix.mode != .twoDimensional {
      fix.verticalAccuracy = rangeError * dilution * verticalFactor
      fix.verticalAccuracySource = .assumed
    }
    // Along one axis; a dilution covers both.
    let isCarrier = fix.quality == .rtkFixed || fix.quality == .rtkFloat
    let usual = (isCarrier ? carrierRateError : rateError) * dilution / 2.0.squareRoot()
    let deviation = fix.speedAccuracy ?? usual
    if let speed = fix.speed {
      fix.speedAccuracy = fix.speedAccuracy ?? speedError(deviation, at: speed)
      if fix.course != nil {
        fix.courseAccuracy = fix.courseAccuracy ?? courseError(deviation, at: speed)
      }
    }
    return fix
  }

  /// Returns the 68 % error of a measured speed whose components have a deviation; near rest, all of it may be error.
  static func speedError(_ deviation: Double, at speed: Double) -> Double {
    guard deviation > 0, speed < 2.5 * deviation else { return deviation }
    return max(deviation, min(speed, 1.5152 * deviation))
  }

  /// Returns the 68 % error of a measured course, degrees: that of a small angle, growing as the speed nears its error.
  static func courseError(_ deviation: Double, at speed: Double) -> Double {
    let ratio = deviation / speed
    return min((ratio + ratio * ratio * ratio) * 180 / .pi, unknownDirection)
  }
}
