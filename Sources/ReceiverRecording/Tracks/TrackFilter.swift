// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// Chooses the fixes that go into a track.
package struct TrackFilter: Sendable {
  /// Nanoseconds since 1970: earlier fixes are left out; `nil` for none.
  package var start: Int64?
  /// Nanoseconds since 1970: fixes later than this are left out; `nil` for none.
  package var end: Int64?
  /// Fixes that are worse than this are left out, and those of unknown accuracy: meters; `nil` for none.
  package var accuracy: Double?
  /// Seconds from one fix to the next, at least.
  package var interval: Double?
  /// Meters from one fix to the next, at least.
  package var distance: Double?

  /// The last fix of the segment that was chosen.
  private var last: Fix?
  private var isBeginning = false

  /// One that chooses all.
  package init() {}

  /// What becomes of a fix.
  package enum Verdict: Hashable, Sendable {
    /// It is left out.
    case leftOut
    /// It is the first of its segment.
    case begins
    /// It belongs to the segment of the one before.
    case follows
  }

  /// Decides about the next fix.
  ///
  /// The first good fix of a segment is always chosen.
  ///
  /// - Parameter begins: whether a segment begins with it.
  package mutating func decide(_ fix: Fix, begins: Bool) -> Verdict {
    isBeginning = isBeginning || begins
    guard isWanted(fix) else { return .leftOut }
    guard let last, !isBeginning else {
      isBeginning = false
      self.last = fix
      return .begins
    }
    if let interval, let seconds = fix.time.seconds(since: last.time),
      // Times are to the millisecond.
      seconds < interval - 0.000_5
    {
      return .leftOut
    }
    if let distance, Self.distance(from: last, to: fix) < distance { return .leftOut }
    self.last = fix
    return .follows
  }

  /// Whether it is within the times and the accuracy that were asked for.
  private func isWanted(_ fix: Fix) -> Bool {
    if start != nil || end != nil {
      guard let time = fix.time.nanosecondsSince1970, time >= start ?? .min, time <= end ?? .max
      else { return false }
    }
    guard let accuracy else { return true }
    return fix.horizontalAccuracy.map { $0 <= accuracy } ?? false
  }

  private static func distance(from first: Fix, to second: Fix) -> Double {
    Geodesic.distance(
      fromLatitude: first.latitude, longitude: first.longitude, toLatitude: second.latitude,
      longitude: second.longitude)
  }
}
