// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationGeometry

/// Decides where a track is interrupted.
///
/// A new segment begins where the receiver has lost its position, where there is no fix for three times the interval
/// before (at least 10 s), where the time goes back, and where the position jumps: farther than 100 m beyond what twice
/// the larger of the two speeds could have covered, or 500 m/s if either is unknown.
package struct TrackSegmenter: Sendable {
  private var last: Fix?
  /// The interval between the last two fixes, seconds.
  private var interval: Double?
  private var isLost = true

  package init() {}

  package mutating func lost() { isLost = true }

  package mutating func begins(with fix: Fix) -> Bool {
    let previous = last
    last = fix
    guard let previous, !isLost else {
      (isLost, interval) = (false, nil)
      return true
    }
    guard let seconds = fix.seconds(since: previous) else { return false }
    defer { interval = seconds > 0 ? seconds : nil }
    guard seconds >= 0, seconds <= max(Self.shortestGap, 3 * (interval ?? Self.longestFirst / 3))
    else { return true }
    return jumps(from: previous, to: fix, in: seconds)
  }

  private func jumps(from first: Fix, to second: Fix, in seconds: Double) -> Bool {
    // A cheap bound first: a degree is at most 112 km long.
    let fastest =
      if let speed = first.speed, let other = second.speed { 2 * max(speed, other) } else { 500.0 }
    let reach = 100 + fastest * seconds
    let across = (second.longitude - first.longitude).magnitude
    let degrees = (second.latitude - first.latitude).magnitude + min(across, 360 - across)
    guard degrees * 112_000 > reach else { return false }
    return first.distance(to: second) > reach
  }

  /// Seconds without a fix that are never an interruption, however short the usual interval.
  private static let shortestGap = 10.0
  /// The longest interval between the first two fixes of a segment, seconds.
  private static let longestFirst = 300.0
}
