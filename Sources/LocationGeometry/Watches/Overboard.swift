// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// A person who has gone overboard: when that was noticed, and where the boat was.
package struct Overboard: Hashable, Sendable {
  package struct Place: Hashable, Sendable {
    /// Degrees north, −90…90, and east, −180…180.
    package var latitude: Double
    package var longitude: Double
    /// When the boat was there, nanoseconds since 1970 by the machine's clock; `nil` if that is not known.
    package var time: Int64?

    package init(latitude: Double, longitude: Double, time: Int64?) {
      (self.latitude, self.longitude, self.time) = (latitude, longitude, time)
    }
  }

  /// The place to return to; `nil` if the boat has never had a position.
  package let place: Place?
  /// When the button was pressed, nanoseconds since 1970 by the machine's clock.
  package let time: Int64

  package init(at place: Place?, time: Int64) { (self.place, self.time) = (place, time) }

  /// Returns the way from a fix to the person; `nil` without a place.
  package func way(from fix: Fix) -> Geodesic.Path? {
    place.map { fix.way(toLatitude: $0.latitude, longitude: $0.longitude) }
  }
}

extension Fix {
  /// Returns the shortest way from here to a place on the ellipsoid.
  package func way(toLatitude latitude: Double, longitude: Double) -> Geodesic.Path {
    Geodesic.inverse(
      fromLatitude: self.latitude, longitude: self.longitude, toLatitude: latitude,
      longitude: longitude)
  }
}

extension Geodesic.Path {
  /// The direction in which it begins, degrees clockwise from true north, in `0..<360`; `nil` if it has no length.
  package var bearing: Double? {
    guard distance > 0 else { return nil }
    return initialAzimuth < 0 ? initialAzimuth + 360 : initialAzimuth
  }
}
