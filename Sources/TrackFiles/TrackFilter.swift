// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import LocationGeometry

package struct TrackFilter: Sendable {
  /// Nanoseconds since 1970 before which fixes are left out; `nil` for no limit.
  package var start: Int64?
  /// Nanoseconds since 1970 after which fixes are left out; `nil` for no limit.
  package var end: Int64?
  /// Where fixes have to be; outside of it, the track is interrupted; `nil` for everywhere.
  package var circle: Circle?
  /// Meters; less accurate fixes are left out, and those of unknown accuracy; `nil` for no limit.
  package var accuracy: Double?
  /// The least number of seconds between fixes; `nil` for no limit.
  package var interval: Double?
  /// The least number of meters between fixes; `nil` for no limit.
  package var distance: Double?

  /// The last fix of the segment that was selected.
  private var last: Fix?
  private var isBeginning = false

  package init() {}

  package enum Verdict: Hashable, Sendable {
    case leftOut
    case begins
    /// It continues the segment of the fix before.
    case follows
  }

  /// Decides about the next fix.
  ///
  /// The first fix of a segment within the times and the accuracy is always selected.
  ///
  /// - Parameter begins: whether a segment begins with it.
  package mutating func decide(_ fix: Fix, begins: Bool) -> Verdict {
    let isInside = circle.map { $0.distance(to: fix) <= $0.radius } ?? true
    isBeginning = isBeginning || begins || !isInside
    guard isInside else { return .leftOut }
    guard isWanted(fix) else { return .leftOut }
    guard let last, !isBeginning else {
      isBeginning = false
      self.last = fix
      return .begins
    }
    if let interval, let seconds = fix.seconds(since: last),
      // Times are in milliseconds, so half a millisecond is tolerated.
      seconds < interval - 0.000_5
    {
      return .leftOut
    }
    if let distance, last.distance(to: fix) < distance { return .leftOut }
    self.last = fix
    return .follows
  }

  private func isWanted(_ fix: Fix) -> Bool {
    if start != nil || end != nil {
      guard let time = fix.time?.nanosecondsSince1970, time >= start ?? .min, time <= end ?? .max
      else { return false }
    }
    guard let accuracy else { return true }
    return fix.horizontalAccuracy.map { $0 <= accuracy } ?? false
  }
}
