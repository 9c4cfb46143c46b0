// Core Location for Linux. SPDX-License-Identifier: MIT

/// Decides when the next frame is drawn.
///
/// Soon after a change, at most ten times a second, and at least once a second because displayed durations advance.
struct FramePace {
  /// When the last frame was drawn; `nil` before the first.
  private var last: Duration?
  private var hasChanged = true

  static let shortest = Duration.milliseconds(100)
  static let longest = Duration.seconds(1)

  /// When the next frame is due.
  var due: Duration {
    guard let last else { return .zero }
    return last + (hasChanged ? Self.shortest : Self.longest)
  }

  /// Records that there is something new to show.
  mutating func changed() { hasChanged = true }

  /// Records that a frame was drawn.
  mutating func drawn(at now: Duration) {
    last = now
    hasChanged = false
  }
}
