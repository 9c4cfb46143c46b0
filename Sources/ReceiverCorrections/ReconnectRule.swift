// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// When a caster is tried again: soon after a cut, more and more rarely if it brings nothing, so that nobody is banned.
struct ReconnectRule {
  private var backoff = Backoff(first: .seconds(1), longest: .seconds(60))
  /// How many connections in a row were cut after some data, but before ten seconds of it.
  private var shortOnes = 0

  /// How long data has to flow before the next failure counts as a first one.
  static let stay: Duration = .seconds(10)
  /// The shortest wait after a wrong password or mountpoint: casters count these.
  private static let rejected: Duration = .seconds(30)
  /// Casters that ban an address do so for an hour or two.
  private static let banned: Duration = .seconds(3600)
  /// How many short connections in a row are followed by a quick one.
  private static let mostShortOnes = 120

  /// Returns the wait after a connection that failed, or ended.
  ///
  /// - Parameters:
  ///   - flow: how long data flowed; `nil` if there was none.
  ///   - random: a random number in `0..<1`, so that not all clients of a caster return at once.
  mutating func wait(afterFlow flow: Duration?, random: Double) -> Duration {
    guard let flow else { return backoff.next(random: random) }
    if flow >= Self.stay {
      backoff.reset()
      shortOnes = 0
    }
    shortOnes += 1
    guard shortOnes <= Self.mostShortOnes else { return backoff.next(random: random) }
    return .milliseconds(500 + Int(random * 500))
  }

  /// Returns the wait after the caster has rejected what was asked for.
  mutating func wait(after verdict: CasterVerdict, random: Double) -> Duration {
    switch verdict {
    case .wrongPassword, .unknownMountpoint, .notACaster, .table, .redirect:
      max(backoff.next(random: random), Self.rejected)
    case .banned: Self.banned
    case .refused, .nothing: backoff.next(random: random)
    }
  }
}
