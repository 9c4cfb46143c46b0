// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// A position as it is stored between launches: the last one known to a user, or that of an event.
package struct StoredLocation: Hashable, Sendable, Codable {
  /// Nanoseconds since 1970, by the receiver's clock.
  package var time: Int64
  /// Degrees.
  package var latitude: Double
  /// Degrees.
  package var longitude: Double
  /// Meters, meters per second and degrees; `nil` if the receiver did not report them.
  package var altitude: Double?
  package var ellipsoidalAltitude: Double?
  package var horizontalAccuracy: Double?
  package var verticalAccuracy: Double?
  /// The sources of the accuracies: raw values of `AccuracySource`.
  package var horizontalAccuracySource: UInt8?
  package var verticalAccuracySource: UInt8?
  package var speed: Double?
  package var course: Double?
  /// The raw value of its `FixSource`; `nil` for a receiver's.
  package var source: String?

  /// Creates a value from a fix; `nil` without a date, or if the receiver has simulated the fix.
  package init?(_ fix: Fix) {
    guard !fix.isSimulated else { return nil }
    self.init(any: fix)
  }

  /// Creates a value from a fix, simulated or not; `nil` without a date.
  package init?(any fix: Fix) {
    guard let time = fix.time?.nanosecondsSince1970 else { return nil }
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
    source = fix.source?.rawValue
  }

  /// The fix; `nil` if the coordinates from the file are out of range; other numbers are unknown then.
  package var fix: Fix? {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: time), latitude: latitude, longitude: longitude)
    fix.altitude = altitude?.ifMeasurable
    fix.ellipsoidalAltitude = ellipsoidalAltitude?.ifMeasurable
    fix.horizontalAccuracy = horizontalAccuracy?.ifMeasurable
    fix.verticalAccuracy = verticalAccuracy?.ifMeasurable
    fix.horizontalAccuracySource = horizontalAccuracySource.flatMap(AccuracySource.init)
    fix.verticalAccuracySource = verticalAccuracySource.flatMap(AccuracySource.init)
    fix.speed = speed?.ifMeasurable
    fix.course = course?.ifMeasurable
    fix.source = source.flatMap(FixSource.init)
    return fix
  }
}
