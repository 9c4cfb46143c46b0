// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// Decides which positions are worth sending: by time, by distance, and where the course changes.
///
/// It goes by the times of the fixes. What is held back because the last position was sent a moment ago is not sent later:
/// the newest one is, as soon as that is allowed.
package struct SendingRule: Sendable {
  /// Nanoseconds after which a position is sent although nothing moves; `nil` for never.
  package var interval: Int64? = 300_000_000_000
  /// Meters after which a position is sent, if they are more than its accuracy; `nil` for never.
  package var distance: Double? = 50
  /// Degrees by which the course changes before a position is sent; `nil` for never.
  package var turn: Double? = 30
  /// Nanoseconds between two positions, at least.
  package var pause: Int64 = 1_000_000_000

  /// Slower than this, meters per second, the course that a receiver reports is noise.
  static let slowest = 1.0

  private var last: Fix?
  /// Why one would have been sent, had the last not just been.
  private var due: PositionReport.Occasion?

  /// The usual one.
  package init() {}

  /// Why a fix is to be sent now; `nil` if it is not, or has no date.
  ///
  /// - Parameter event: something that makes it worth sending, whatever has changed since the last.
  package mutating func decide(
    _ fix: Fix, _ event: PositionReport.Occasion? = nil
  ) -> PositionReport.Occasion? {
    guard let now = fix.time.nanosecondsSince1970 else { return nil }
    guard let last, let then = last.time.nanosecondsSince1970, now >= then else {
      // The first, or the receiver's clock was wrong before.
      return send(fix, event ?? .start)
    }
    due = event ?? due ?? occasion(for: fix, after: last, elapsed: now - then)
    guard let due, now - then >= pause, now > then else { return nil }
    return send(fix, due)
  }

  /// A fix has been sent for another reason; the next one is judged by it.
  package mutating func startAnew(with fix: Fix) { (last, due) = (fix, nil) }

  /// Whether a fix is the last that was sent.
  package func hasSent(_ fix: Fix) -> Bool { last?.time == fix.time }

  private mutating func send(
    _ fix: Fix, _ occasion: PositionReport.Occasion
  ) -> PositionReport.Occasion {
    (last, due) = (fix, nil)
    return occasion
  }

  private func occasion(
    for fix: Fix, after last: Fix, elapsed: Int64
  ) -> PositionReport.Occasion? {
    if let interval, elapsed >= interval { return .time }
    let way = last.distance(to: fix)
    // Less than that may be the receiver's error.
    guard way > fix.horizontalAccuracy ?? 0 else { return nil }
    if let distance, way >= distance { return .distance }
    if let turn, let before = last.course, let course = fix.course,
      fix.speed ?? 0 >= Self.slowest, abs((course - before).remainder(dividingBy: 360)) >= turn
    {
      return .turn
    }
    return nil
  }
}

extension Fix {
  /// Meters to another place on the ellipsoid.
  func distance(to other: Fix) -> Double {
    distance(toLatitude: other.latitude, longitude: other.longitude)
  }

  /// Meters to a place on the ellipsoid.
  func distance(toLatitude latitude: Double, longitude: Double) -> Double {
    Geodesic.distance(
      fromLatitude: self.latitude, longitude: self.longitude, toLatitude: latitude,
      longitude: longitude)
  }
}
