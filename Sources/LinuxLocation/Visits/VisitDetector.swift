// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// A detector of stays: periods of some minutes within a circle, until it is left.
///
/// It goes by the times of the fixes. Two consecutive fixes elsewhere end a stay that has not been reported yet; a reported
/// one ends after ``absence``.
struct VisitDetector: Sendable {
  /// The radius of a stay, meters; fixes whose accuracy is worse are ignored.
  static let radius: CLLocationDistance = 100
  /// The least duration of a stay that is reported, seconds.
  static let dwell: TimeInterval = 300
  /// The time elsewhere that ends a reported stay, seconds.
  static let absence: TimeInterval = 60

  fileprivate struct Stay: Sendable {
    var center: CLLocationCoordinate2D
    var count = 1.0
    var spread: CLLocationDistance = 0
    /// The best accuracy of a fix, below which the radius of the visit is never.
    var accuracy: CLLocationAccuracy
    var since: Date
    var lastInside: Date
    /// Whether its beginning was observed.
    var hasArrival: Bool
    var isReported = false
    var awaySince: Date?
    var awayCount = 0
  }

  private var stay: Stay?

  /// Processes a fix, and returns the visit that it begins or ends.
  mutating func received(_ location: CLLocation) -> CLVisit.Fields? {
    let time = location.timestamp
    guard location.horizontalAccuracy <= Self.radius else { return nil }
    guard var stay, time >= stay.lastInside else {
      begin(at: location, hasArrival: false)
      return nil
    }
    let distance = location.coordinate.distance(from: stay.center)
    if distance <= Self.radius {
      stay.include(location, distance)
      defer { self.stay = stay }
      guard !stay.isReported, time.timeIntervalSince(stay.since) >= Self.dwell else { return nil }
      stay.isReported = true
      return stay.visit(departure: .distantFuture)
    }
    stay.awayCount += 1
    let awaySince = stay.awaySince ?? time
    stay.awaySince = awaySince
    self.stay = stay
    if stay.isReported {
      guard time.timeIntervalSince(awaySince) >= Self.absence else { return nil }
      begin(at: location, hasArrival: true)
      return stay.visit(departure: stay.lastInside)
    }
    if stay.awayCount >= 2 { begin(at: location, hasArrival: true) }
    return nil
  }

  private mutating func begin(at location: CLLocation, hasArrival: Bool) {
    stay = Stay(
      center: location.coordinate, accuracy: Self.accuracy(of: location),
      since: location.timestamp, lastInside: location.timestamp,
      hasArrival: hasArrival)
  }
}

extension VisitDetector {
  /// Returns the accuracy of a fix; that of the largest stay if it is unknown.
  fileprivate static func accuracy(of location: CLLocation) -> CLLocationAccuracy {
    location.horizontalAccuracy > 0 ? location.horizontalAccuracy : radius
  }
}

extension VisitDetector.Stay {
  /// Adds a fix to the mean, which is the center; in a long stay, the center follows new fixes slowly.
  fileprivate mutating func include(_ location: CLLocation, _ distance: CLLocationDistance) {
    count = min(count + 1, 600)
    center.latitude += (location.coordinate.latitude - center.latitude) / count
    // The shorter way around, also across the date line.
    let east = (location.coordinate.longitude - center.longitude).remainder(dividingBy: 360)
    center.longitude = (center.longitude + east / count).remainder(dividingBy: 360)
    spread = max(spread, distance)
    accuracy = min(accuracy, VisitDetector.accuracy(of: location))
    lastInside = location.timestamp
    (awaySince, awayCount) = (nil, 0)
  }

  fileprivate func visit(departure: Date) -> CLVisit.Fields {
    CLVisit.Fields(
      arrivalDate: hasArrival ? since : .distantPast, departureDate: departure,
      coordinate: center, horizontalAccuracy: max(spread, accuracy))
  }
}
