// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// Which users have been refused the location, so that the log says so once for each, with the cure.
///
/// Whoever is refused can connect as often as he likes: a reason is repeated only once it has changed, at most once a minute for a
/// user, and for a limited number of users.
struct RefusalLog {
  private var known: [UInt32: (reason: String, time: Duration)] = [:]
  private var isFull = false

  static let mostUsers = 64
  private static let interval: Duration = .seconds(60)

  /// Returns the line for a client that is refused; `nil` if the log says so already.
  mutating func line(
    for peer: PeerCredentials, _ program: String, because reason: String, at now: Duration
  ) -> String? {
    if let last = known[peer.user], last.reason == reason || now - last.time < Self.interval {
      return nil
    }
    if known[peer.user] == nil, known.count == Self.mostUsers {
      defer { isFull = true }
      return isFull ? nil : "refusing the location to more users, who are not listed here"
    }
    known[peer.user] = (reason, now)
    return "cannot report the location to \(program.escapedForTerminal): \(reason)"
  }
}
