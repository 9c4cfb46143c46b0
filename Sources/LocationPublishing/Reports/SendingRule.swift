// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import LocationGeometry
package import TrackStore

/// Decides which positions are worth sending: by time, by distance, and where the course changes.
///
/// Times are those of the fixes. A position that is held back because another was sent a moment before is not sent later:
/// the newest one is sent instead, as soon as that is allowed.
package struct SendingRule: Sendable {
  /// Nanoseconds after which a position is sent even at rest; `nil` for never.
  package var interval: Int64? = 300_000_000_000
  /// Meters after which a position is sent, if they exceed its accuracy; `nil` for never.
  package var distance: Double? = 50
  /// Degrees by which the course must change for a position to be sent; `nil` for never.
  package var turn: Double? = 30
  /// The shortest time between two positions, nanoseconds.
  package var pause: Int64 = 1_000_000_000

  /// The speed in meters per second below which the course that a receiver reports is noise.
  static let slowest = 1.0

  private var last: Fix?
  /// The occasion of the position that is held back; `nil` if none is.
  private var due: PositionReport.Occasion?

  package init() {}

  /// Decides whether a fix is sent now, and returns the occasion; `nil` if it is not sent, or has no date.
  ///
  /// - Parameter event: something that makes it worth sending, whatever has changed since the last report.
  package mutating func decide(
    _ fix: Fix, _ event: PositionReport.Occasion? = nil
  ) -> PositionReport.Occasion? {
    guard let now = fix.time?.nanosecondsSince1970 else { return nil }
    guard let last, let then = last.time?.nanosecondsSince1970, now >= then else {
      // This is the first fix, or the receiver's clock was wrong before.
      return send(fix, event ?? .start)
    }
    due = event ?? due ?? occasion(for: fix, after: last, elapsed: now - then)
    guard let due, now - then >= pause, now > then else { return nil }
    return send(fix, due)
  }

  /// Records a fix that was sent for another reason; the next one is compared with it.
  package mutating func startAnew(with fix: Fix) { (last, due) = (fix, nil) }

  package func hasSent(_ fix: Fix) -> Bool { last?.time == fix.time }

  private mutating func send(
    _ fix: Fix, _ occasion: PositionReport.Occasion
  ) -> PositionReport.Occasion {
    (last, due) = (fix, nil)
    return occasion
  }

  private func occasion(for fix: Fix, after last: Fix, elapsed: Int64) -> PositionReport.Occasion? {
    if let interval, elapsed >= interval { return .time }
    let way = last.distance(to: fix)
    // A shorter distance may be the receiver's error.
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

package struct WatchedRegion: Hashable, Sendable {
  /// The name that the destination receives.
  package let name: String
  package let circle: Circle
  /// Whether the last fix was in the region; `nil` before the first fix.
  package private(set) var isInside: Bool?

  /// Meters beyond the edge at which a region counts as left, or the accuracy of the fix if that is larger.
  ///
  /// At the edge itself, a region would be left and entered with every fix.
  static let margin = 20.0

  package init(name: String, circle: Circle) {
    (self.name, self.circle) = (name, circle)
  }

  /// Processes a fix, and returns whether the region was entered or left; `nil` if neither, and for the first fix.
  package mutating func received(_ fix: Fix) -> PositionReport.Occasion? {
    let distance = circle.distance(to: fix)
    let before = isInside
    if distance <= circle.radius {
      isInside = true
    } else if before == nil
      || distance > circle.radius + max(Self.margin, fix.horizontalAccuracy ?? 0)
    {
      isInside = false
    }
    guard let before, let isInside, before != isInside else { return nil }
    return isInside ? .entered(region: name) : .left(region: name)
  }
}
