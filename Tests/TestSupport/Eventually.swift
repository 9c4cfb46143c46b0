// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Waits until a condition holds, and returns whether it ever did.
///
/// The limit is a minute of pauses, however long the conditions themselves take: long enough for a sanitizer on a busy
/// machine, on which a minute on the clock may be a few turns.
///
/// - Parameters:
///   - pause: the time between two evaluations, for conditions that are expensive or send something.
///   - condition: evaluated at least once, and no more once it has held.
@_disfavoredOverload
package func eventually(
  every pause: Duration = .milliseconds(2), _ condition: () throws -> Bool
) rethrows -> Bool {
  for _ in 0..<turns(pause) {
    if try condition() { return true }
    usleep(useconds_t(pause / .microseconds(1)))
  }
  return try condition()
}

/// Waits in the same way without blocking the thread, which other tests may be waiting for.
package func eventually(
  every pause: Duration = .milliseconds(2), isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async rethrows -> Bool {
  for _ in 0..<turns(pause) {
    if try await condition() { return true }
    try? await Task.sleep(for: pause)
  }
  return try await condition()
}

private func turns(_ pause: Duration) -> Int { Int(Duration.seconds(60) / pause) }
