// Core Location for Linux. SPDX-License-Identifier: MIT

/// A filter that passes a location if it is 500 m from, and 5 minutes after, the last one that passed.
///
/// It goes by the times of the fixes.
package struct SignificantChange: Hashable, Sendable, Codable {
  package static let distance = 500.0
  package static let interval = 300.0

  private struct Place: Hashable, Sendable, Codable {
    var latitude: Double
    var longitude: Double
    var time: Double
  }

  private var last: Place?

  package init() {}

  /// Whether none has passed yet.
  package var isEmpty: Bool { last == nil }

  /// Treats a location as the last one that passed.
  package mutating func pass(latitude: Double, longitude: Double, at time: Double) {
    last = Place(latitude: latitude, longitude: longitude, time: time)
  }

  /// - Parameters:
  ///   - accuracy: meters, 68 %; `nil` if it is unknown.
  ///   - time: seconds since any fixed moment, by the receiver's clock.
  ///   - isReduced: whether it is inexact because the person wants it to be, and not because the receiver sees too
  ///     little of the sky. Only in the latter case does an accuracy worse than the distance say nothing about a change.
  package mutating func passes(
    latitude: Double, longitude: Double, accuracy: Double?, at time: Double, isReduced: Bool = false
  ) -> Bool {
    guard isReduced || (accuracy ?? 0) <= Self.distance else { return false }
    if let last {
      let elapsed = time - last.time
      // A clock that was set back says nothing about the time that has passed.
      guard elapsed >= Self.interval || elapsed < 0 else { return false }
      let moved = Geodesic.distance(
        fromLatitude: last.latitude, longitude: last.longitude, toLatitude: latitude,
        longitude: longitude)
      guard moved >= Self.distance else { return false }
    }
    pass(latitude: latitude, longitude: longitude, at: time)
    return true
  }
}
