// Core Location for Linux. SPDX-License-Identifier: MIT

/// A detector of stays: periods of some minutes within a circle, until it is left.
///
/// It goes by the times of the fixes. Two consecutive fixes elsewhere end a stay that has not been reported yet; a reported
/// one ends after ``absence``.
package struct StayDetector: Hashable, Sendable, Codable {
  /// The radius of a stay, meters; fixes whose accuracy is worse are ignored.
  package static let radius = 100.0
  /// The least duration of a stay that is reported, seconds.
  package static let dwell = 300.0
  /// The time elsewhere that ends a reported stay, seconds.
  package static let absence = 60.0

  fileprivate struct Presence: Hashable, Sendable, Codable {
    var latitude: Double
    var longitude: Double
    var count = 1.0
    var spread = 0.0
    /// The best accuracy of a fix, below which the radius of the stay is never.
    var accuracy: Double
    var since: Double
    var lastInside: Double
    /// Whether its beginning was observed.
    var hasArrival: Bool
    var isReported = false
    var awaySince: Double?
    var awayCount = 0
  }

  private var presence: Presence?

  /// - Parameter stay: one that was reported before and lasts; `nil` if there is none.
  package init(continuing stay: Stay? = nil) {
    presence = stay.map {
      Presence(
        latitude: $0.latitude, longitude: $0.longitude, count: Self.longest, spread: $0.accuracy,
        accuracy: $0.accuracy, since: $0.arrival ?? 0,
        lastInside: $0.arrival ?? 0, hasArrival: $0.arrival != nil,
        isReported: true)
    }
  }

  /// Whether a stay has been reported, and not its end.
  package var isStaying: Bool { presence?.isReported ?? false }

  /// Processes a fix, and returns the stay that it begins or ends.
  ///
  /// - Parameters:
  ///   - accuracy: meters, 68 %; `nil` if it is unknown.
  ///   - time: seconds since any fixed moment, by the receiver's clock.
  package mutating func received(
    latitude: Double, longitude: Double, accuracy: Double?, at time: Double
  ) -> Stay? {
    if let accuracy, accuracy > Self.radius { return nil }
    func begin(hasArrival: Bool) {
      presence = Presence(
        latitude: latitude, longitude: longitude, accuracy: Self.positive(accuracy), since: time,
        lastInside: time, hasArrival: hasArrival)
    }
    guard var presence else {
      begin(hasArrival: false)
      return nil
    }
    let distance = Geodesic.distance(
      fromLatitude: presence.latitude, longitude: presence.longitude, toLatitude: latitude,
      longitude: longitude)
    if time < presence.lastInside {
      // A clock that was set back says nothing about the place.
      guard presence.isReported, distance <= Self.radius else {
        begin(hasArrival: false)
        return presence.isReported ? presence.stay(departure: presence.lastInside) : nil
      }
      presence.beginNoLater(than: time)
    }
    if distance <= Self.radius {
      presence.include(latitude, longitude, Self.positive(accuracy), distance, at: time)
      defer { self.presence = presence }
      guard !presence.isReported, time - presence.since >= Self.dwell else { return nil }
      presence.isReported = true
      return presence.stay(departure: nil)
    }
    // A stored number may be any.
    presence.awayCount &+= 1
    let awaySince = presence.awaySince ?? time
    presence.awaySince = awaySince
    self.presence = presence
    if presence.isReported {
      guard time - awaySince >= Self.absence else { return nil }
      begin(hasArrival: true)
      return presence.stay(departure: presence.lastInside)
    }
    if presence.awayCount >= 2 { begin(hasArrival: true) }
    return nil
  }

  /// Returns the accuracy of a fix; that of the largest stay if it is unknown.
  private static func positive(_ accuracy: Double?) -> Double {
    accuracy.flatMap { $0 > 0 ? $0 : nil } ?? radius
  }

  /// The most fixes that count for the center: in a long stay, it follows new ones slowly.
  fileprivate static let longest = 600.0
}

extension StayDetector.Presence {
  /// Adds a fix to the mean, which is the center.
  fileprivate mutating func include(
    _ latitude: Double, _ longitude: Double, _ accuracy: Double, _ distance: Double, at time: Double
  ) {
    var mean = MeanPlace(latitude: self.latitude, longitude: self.longitude, count: count)
    mean.include(latitude: latitude, longitude: longitude, most: StayDetector.longest)
    (self.latitude, self.longitude, count) = (mean.latitude, mean.longitude, mean.count)
    spread = max(spread, distance)
    self.accuracy = min(self.accuracy, accuracy)
    lastInside = time
    (awaySince, awayCount) = (nil, 0)
  }

  /// Responds to a clock that was set back: an arrival after the present time is as good as unknown.
  fileprivate mutating func beginNoLater(than time: Double) {
    if since > time { (since, hasArrival) = (time, false) }
  }

  fileprivate func stay(departure: Double?) -> Stay {
    Stay(
      latitude: latitude, longitude: longitude, accuracy: max(spread, accuracy),
      arrival: hasArrival ? since : nil, departure: departure)
  }
}

package struct Stay: Hashable, Sendable, Codable {
  /// Degrees.
  package var latitude: Double
  /// Degrees.
  package var longitude: Double
  /// The distance of the farthest fix, meters, but no less than the best accuracy.
  package var accuracy: Double
  /// Seconds since 1970, by the receiver's clock; `nil` if it began before it was observed.
  package var arrival: Double?
  /// Seconds since 1970; `nil` while it lasts.
  package var departure: Double?
}

/// The mean of places that are near each other, also across the date line.
struct MeanPlace: Hashable, Sendable {
  /// Degrees.
  var latitude: Double
  /// Degrees, −180…180.
  var longitude: Double
  var count = 1.0

  /// - Parameter most: the most places that count: from then on, the mean follows new ones slowly.
  mutating func include(latitude: Double, longitude: Double, most: Double = .infinity) {
    count = min(count + 1, most)
    self.latitude += (latitude - self.latitude) / count
    // The shorter way around.
    let east = (longitude - self.longitude).remainder(dividingBy: 360)
    self.longitude = (self.longitude + east / count).remainder(dividingBy: 360)
  }
}
