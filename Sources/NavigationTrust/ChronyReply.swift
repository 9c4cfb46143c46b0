// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// What chronyd says about its sources, in the lines of `chronyc -c -n -m tracking sources`.
///
///     47505300,GPS,1,1795861685.777,0.001,-0.001,…       reference (hexadecimal, 7F7F0101 is the machine itself), name, …
///     #,*,GPS,0,2,7,3,0.000,-0.001,0.000                 mode (# a reference clock, ^ a server, = a peer), state (* selected,
///                                                        + combined with it), name, …
struct ChronyReply {
  let reference: ClockTrust.Reference

  /// - Returns: `nil` if the lines are others, as when chronyd does not answer.
  init?(_ text: String) {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    guard let tracking = lines.first, tracking.count >= 14, tracking[0].count == 8 else {
      return nil
    }
    let sources = lines.dropFirst()
    guard sources.allSatisfy({ $0.count >= 10 && $0[0].count == 1 && $0[1].count == 1 }) else {
      return nil
    }
    let used = sources.filter { $0[1] == "*" || $0[1] == "+" }
    if let clock = used.first(where: { $0[0] == "#" }) {
      reference = .referenceClock(String(clock[2]))
    } else if let server = used.first(where: { Self.isThisMachine($0[2]) }) {
      // Another program on this machine, which may have its time from the receiver.
      reference = .referenceClock(String(server[2]))
    } else {
      reference = used.contains { $0[1] == "*" } ? .servers : .itself
    }
  }

  private static func isThisMachine(_ address: Substring) -> Bool {
    address == "::1" || address.hasPrefix("127.")
  }
}
