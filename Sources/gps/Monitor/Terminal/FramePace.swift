// Core Location for Linux. SPDX-License-Identifier: MIT

/// Frames are drawn soon after a change, at most ten times a second, and at least once, because durations advance.
struct FramePace {
  private var last: Duration?
  private var hasChanged = true

  static let shortest = Duration.milliseconds(100)
  static let longest = Duration.seconds(1)

  var due: Duration {
    guard let last else { return .zero }
    return last + (hasChanged ? Self.shortest : Self.longest)
  }

  mutating func changed() { hasChanged = true }

  mutating func drawn(at now: Duration) {
    last = now
    hasChanged = false
  }
}
