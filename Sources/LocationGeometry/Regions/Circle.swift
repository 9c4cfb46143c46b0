// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// All places within a radius of a center.
package struct Circle: Hashable, Sendable {
  /// Degrees north, −90…90, and east, −180…180.
  package var latitude: Double
  package var longitude: Double
  /// Meters, more than 0.
  package var radius: Double

  package init(latitude: Double, longitude: Double, radius: Double) {
    (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
  }

  /// Returns the distance from the center to a fix, meters.
  package func distance(to fix: Fix) -> Double {
    fix.distance(toLatitude: latitude, longitude: longitude)
  }

  /// Returns whether a fix may lie in the circle, given its accuracy.
  package func mayContain(_ fix: Fix) -> Bool {
    distance(to: fix) <= radius + (fix.horizontalAccuracy ?? 0)
  }
}

/// The side of a circle's edge on which the device is, by the times and accuracies of the fixes.
///
/// Noise at the edge and single outliers change nothing: the device must be beyond the edge by a margin for the dwell, and
/// two consecutive fixes within the margin end the attempt.
package struct CircleTracker: Hashable, Sendable {
  package enum Side: String, Hashable, Sendable, Codable {
    case inside, outside
  }

  /// What has to be seen before a crossing counts.
  package struct Rules: Hashable, Sendable {
    /// The time on the other side, seconds.
    package var dwell = 20.0
    /// The least distance from the edge that counts as beyond it, meters.
    package var leastMargin = 15.0
    /// The margin as a multiple of the accuracy, if that is more: 3.8 σ across the edge.
    package var marginFactor = 2.5
    /// The margin for fixes without an accuracy, meters.
    package var blindMargin = 20.0

    package init() {}

    /// Returns the rule of anchor alarms: time filters noise better than a margin, which would delay the alarm.
    package static func beyondAtAll(for dwell: Double) -> Rules {
      var rules = Rules()
      (rules.dwell, rules.leastMargin, rules.marginFactor, rules.blindMargin) = (dwell, 0, 0, 0)
      return rules
    }
  }

  /// The worst accuracy of a fix that is used, meters; the radius if that is larger.
  package static let worstAccuracy = 50.0
  /// The number of consecutive fixes on one side that determine the side at the beginning.
  static let firstCount = 3

  package let circle: Circle
  package let rules: Rules
  /// The side that counts; `nil` until the first fixes have determined it.
  package private(set) var side: Side?
  private var pending: Pending?

  private struct Pending: Hashable, Sendable {
    var side: Side
    var since: Double
    var agreeing = 1
    var denying = 0
  }

  /// - Parameter side: the side that is known from before.
  package init(_ circle: Circle, side: Side? = nil, rules: Rules = Rules()) {
    (self.circle, self.side, self.rules) = (circle, side, rules)
  }

  /// - Parameters:
  ///   - latitude: degrees north, of the center.
  ///   - longitude: degrees east.
  ///   - radius: meters.
  package init(latitude: Double, longitude: Double, radius: Double, side: Side? = nil) {
    self.init(Circle(latitude: latitude, longitude: longitude, radius: radius), side: side)
  }

  /// The circle's radius, meters.
  package var radius: Double { circle.radius }

  /// Replaces the side that counts, and ends an attempt to cross the edge.
  package mutating func settle(on side: Side?) { (self.side, pending) = (side, nil) }

  /// - Parameters:
  ///   - accuracy: meters; `nil` if it is unknown.
  ///   - time: seconds on any clock, the same for all positions; where it goes back, the dwell begins anew.
  /// - Returns: whether it changes the side.
  package mutating func received(
    latitude: Double, longitude: Double, accuracy: Double?, at time: Double
  ) -> Bool {
    guard accuracy ?? 0 <= max(circle.radius, Self.worstAccuracy),
      let distance = distance(toLatitude: latitude, longitude: longitude)
    else { return false }
    let next = side(at: distance)
    guard let side else { return begin(on: next, at: time) }
    let isBeyond = isBeyondMargin(distance, accuracy, from: side)
    if let pending, time >= pending.since { return isBeyond ? confirm(at: time) : deny() }
    pending = isBeyond ? Pending(side: next, since: time) : nil
    return isBeyond && rules.dwell <= 0 ? confirm(at: time) : false
  }

  package mutating func received(_ fix: Fix, at time: Double) -> Bool {
    received(
      latitude: fix.latitude, longitude: fix.longitude, accuracy: fix.horizontalAccuracy, at: time)
  }

  /// Returns the side on which a position is: within the margin of the edge, the one that counts.
  ///
  /// - Parameter accuracy: meters; `nil` if it is unknown.
  package func side(latitude: Double, longitude: Double, accuracy: Double?) -> Side? {
    guard let distance = distance(toLatitude: latitude, longitude: longitude) else { return nil }
    guard let side, !isBeyondMargin(distance, accuracy, from: side) else {
      return self.side(at: distance)
    }
    return side
  }

  private func distance(toLatitude latitude: Double, longitude: Double) -> Double? {
    let distance = Geodesic.distance(
      fromLatitude: circle.latitude, longitude: circle.longitude, toLatitude: latitude,
      longitude: longitude)
    return distance.isFinite ? distance : nil
  }

  private func side(at distance: Double) -> Side {
    distance <= circle.radius ? .inside : .outside
  }

  private func isBeyondMargin(_ distance: Double, _ accuracy: Double?, from side: Side) -> Bool {
    let margin =
      accuracy.map { max(rules.leastMargin, rules.marginFactor * $0) } ?? rules.blindMargin
    return side == .inside
      ? distance >= circle.radius + margin
        // Limited, so that a small circle can be entered too.
      : distance <= circle.radius - min(margin, circle.radius / 3)
  }

  private mutating func begin(on next: Side, at time: Double) -> Bool {
    if var pending, pending.side == next {
      pending.agreeing += 1
      self.pending = pending
    } else {
      pending = Pending(side: next, since: time)
    }
    guard let pending, pending.agreeing >= Self.firstCount else { return false }
    settle(on: next)
    return true
  }

  private mutating func confirm(at time: Double) -> Bool {
    guard var pending else { return false }
    pending.denying = 0
    self.pending = pending
    guard time - pending.since >= rules.dwell else { return false }
    settle(on: pending.side)
    return true
  }

  private mutating func deny() -> Bool {
    pending?.denying += 1
    if let pending, pending.denying >= 2 { self.pending = nil }
    return false
  }
}
