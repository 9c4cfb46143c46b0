// Core Location for Linux. SPDX-License-Identifier: MIT

/// When the next picture is drawn: soon after something has changed, at most ten times a second, and once a second
/// because times go on.
struct FramePace {
  /// When the last one was drawn; `nil` before the first.
  private var last: Duration?
  private var hasChanged = true

  static let shortest = Duration.milliseconds(100)
  static let longest = Duration.seconds(1)

  /// When the next picture is due.
  var due: Duration {
    guard let last else { return .zero }
    return last + (hasChanged ? Self.shortest : Self.longest)
  }

  /// Something is to be seen that was not there.
  mutating func changed() { hasChanged = true }

  /// A picture was drawn.
  mutating func drawn(at now: Duration) {
    last = now
    hasChanged = false
  }
}
