// Core Location for Linux. SPDX-License-Identifier: MIT

/// How long to wait before trying again: twice as long each time, up to a limit.
struct Backoff {
  let first: Duration
  let longest: Duration
  private var current: Duration

  init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
    current = first
  }

  /// The next wait.
  mutating func next() -> Duration {
    defer { current = min(current * 2, longest) }
    return current
  }

  /// It has worked: the next failure is a first one.
  mutating func reset() { current = first }
}
