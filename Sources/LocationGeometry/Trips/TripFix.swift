// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// What trips and stops are made of: the time and the place of a fix, and how fast it was.
package struct TripFix: Hashable, Sendable {
  /// Seconds since 1970.
  package var time: Double
  /// Degrees.
  package var latitude: Double
  /// Degrees.
  package var longitude: Double
  /// Meters per second; `nil` if it was not reported.
  package var speed: Double?
  /// Meters, 68 %; `nil` if it is unknown.
  package var accuracy: Double?

  package init(
    time: Double, latitude: Double, longitude: Double, speed: Double? = nil, accuracy: Double? = nil
  ) {
    (self.time, self.latitude, self.longitude) = (time, latitude, longitude)
    (self.speed, self.accuracy) = (speed, accuracy)
  }

  /// Creates it from a fix; `nil` without a date.
  package init?(_ fix: Fix) {
    guard let nanoseconds = fix.time?.nanosecondsSince1970 else { return nil }
    self.init(
      time: Double(nanoseconds) / 1e9, latitude: fix.latitude, longitude: fix.longitude,
      speed: fix.speed, accuracy: fix.horizontalAccuracy)
  }

  /// Whether it is accurate enough to say where a track was: to the radius of a stop, if its accuracy is known.
  package var isUsable: Bool { accuracy ?? 0 <= TripRules.radius }
}

/// When a track stops, and when it ends; see docs/history.md.
package enum TripRules {
  /// The radius of a stop, meters; fixes whose accuracy is worse are left out.
  package static let radius = 75.0
  /// The least duration of a stop, seconds; a shorter absence from it does not end it.
  package static let dwell = 300.0
  /// The longest time without a fix within a trip, seconds.
  package static let longestGap = 3600.0
  /// Slower than this is at rest, meters per second.
  static let leastSpeed = 0.5

  /// The fastest that a track goes, meters per second, and by how many meters more it may seem to.
  private static let fastest = (speed: 500.0, error: 100.0)

  /// Returns whether nothing can have moved that far between two fixes.
  static func isImpossible(from first: TripFix, to second: TripFix) -> Bool {
    let most = fastest.speed * max(0, second.time - first.time) + fastest.error
    let degrees = abs(second.latitude - first.latitude) + abs(second.longitude - first.longitude)
    // No degree is longer.
    guard degrees * 111_700 > most else { return false }
    return LocalScale(latitude: first.latitude).distance(first, second) > most
  }

  /// Returns whether nothing is missing between two usable fixes that follow each other: they are part of one trip, or
  /// at one place.
  package static func connects(_ first: TripFix, _ second: TripFix) -> Bool {
    if isImpossible(from: first, to: second) { return false }
    return second.time - first.time <= longestGap
      || LocalScale(latitude: first.latitude).distance(first, second) <= radius
  }
}
