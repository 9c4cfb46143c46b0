// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// The last position known to a user, as it is stored between launches.
struct KeptLocation: Hashable, Sendable, Codable {
  /// Nanoseconds since 1970, by the receiver's clock.
  var time: Int64
  /// Degrees.
  var latitude: Double
  /// Degrees.
  var longitude: Double
  /// Meters, meters per second and degrees; `nil` if the receiver did not report them.
  var altitude: Double?
  var ellipsoidalAltitude: Double?
  var horizontalAccuracy: Double?
  var verticalAccuracy: Double?
  /// The sources of the accuracies: raw values of `AccuracySource`.
  var horizontalAccuracySource: UInt8?
  var verticalAccuracySource: UInt8?
  var speed: Double?
  var course: Double?

  /// Creates a value from a fix; `nil` without a date, or if the receiver has simulated the fix.
  init?(_ fix: Fix) {
    guard let time = fix.time.nanosecondsSince1970, !fix.isSimulated else { return nil }
    self.time = time
    latitude = fix.latitude
    longitude = fix.longitude
    altitude = fix.altitude
    ellipsoidalAltitude = fix.ellipsoidalAltitude
    horizontalAccuracy = fix.horizontalAccuracy
    verticalAccuracy = fix.verticalAccuracy
    horizontalAccuracySource = fix.horizontalAccuracySource?.rawValue
    verticalAccuracySource = fix.verticalAccuracySource?.rawValue
    speed = fix.speed
    course = fix.course
  }

  /// The fix; `nil` if the coordinates from the file are out of range.
  var fix: Fix? {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: time), latitude: latitude, longitude: longitude)
    fix.altitude = altitude
    fix.ellipsoidalAltitude = ellipsoidalAltitude
    fix.horizontalAccuracy = horizontalAccuracy
    fix.verticalAccuracy = verticalAccuracy
    fix.horizontalAccuracySource = horizontalAccuracySource.flatMap(AccuracySource.init)
    fix.verticalAccuracySource = verticalAccuracySource.flatMap(AccuracySource.init)
    fix.speed = speed
    fix.course = course
    return fix
  }
}
