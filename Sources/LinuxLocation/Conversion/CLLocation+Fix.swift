// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Conversion of fixes, in which nil becomes a negative sentinel.

import Foundation
import GNSS

extension CLLocation {
  /// Converts a fix; `nil` if it has no time or no date, and therefore no place in time, or if nothing is known of its accuracy,
  /// as with dead reckoning: applications rely on getting no such location.
  ///
  /// - Parameters:
  ///   - isReplay: whether it comes from a recording rather than a receiver.
  ///   - isReduced: whether it is of reduced accuracy, so that the application may not see the receiver's report.
  convenience init?(_ fix: Fix, isReplay: Bool, isReduced: Bool = false) {
    guard let timestamp = fix.time?.timestamp else { return nil }
    let fix =
      fix.source == nil ? AssumedAccuracy.completing(fix) : Self.withoutMotion(fix)
    guard let accuracy = fix.horizontalAccuracy else { return nil }
    self.init(
      Fields(
        coordinate: CLLocationCoordinate2D(latitude: fix.latitude, longitude: fix.longitude),
        altitude: fix.altitude ?? 0,
        ellipsoidalAltitude: fix.ellipsoidalAltitude ?? 0,
        horizontalAccuracy: accuracy,
        // An unreported altitude has no accuracy, whatever the geometry of the satellites.
        verticalAccuracy: fix.altitude == nil ? -1 : fix.verticalAccuracy ?? -1,
        course: fix.course ?? -1,
        courseAccuracy: fix.course == nil ? -1 : fix.courseAccuracy ?? -1,
        speed: fix.speed ?? -1,
        speedAccuracy: fix.speed == nil ? -1 : fix.speedAccuracy ?? -1,
        timestamp: timestamp,
        source: Source(
          isSimulatedBySoftware: isReplay || fix.isSimulated,
          isProducedByAccessory: !isReplay && fix.source == nil),
        fix: isReduced ? nil : fix))
  }

  /// Returns a fix of another source than a receiver as Apple's devices report such places: on the ground, and at rest.
  private static func withoutMotion(_ fix: Fix) -> Fix {
    var fix = fix
    (fix.altitude, fix.ellipsoidalAltitude, fix.speed, fix.course) = (nil, nil, nil, nil)
    return fix
  }
}

extension CLLocation {
  /// The horizontal accuracy, meters; `nil` if it is unknown.
  var knownAccuracy: Double? { horizontalAccuracy < 0 ? nil : horizontalAccuracy }
}

extension FixTime {
  /// The same instant for Foundation; `nil` without a date.
  var timestamp: Date? {
    nanosecondsSince1970.map {
      // In two parts: a double of all nanoseconds would be accurate to some hundreds of them only.
      Date(timeIntervalSince1970: Double($0 / 1_000_000_000))
        + Double($0 % 1_000_000_000) / 1_000_000_000
    }
  }
}
