// Core Location for Linux. SPDX-License-Identifier: MIT

/// How much may be read of a sender that may never pause: a bucket that fills as fast as the receiver's line can be
/// written to, and somewhat faster.
///
/// A stream that is only somewhat too fast for the line is read whole, so that the oldest of it is dropped and the newest
/// written; if it waited in the kernel instead, the receiver would get corrections that are minutes old.
struct ReadAllowance {
  /// Bytes a second.
  private var rate: Double
  private var available = Self.most
  private var time: Duration

  /// What may be read at once, bytes: more than a caster keeps for a client whose network stalled.
  static let most = 131_072.0
  /// Bytes a second that are always allowed, ten times what a base with every constellation sends; the line of a USB
  /// receiver takes more than its baud rate, and that of one in the network has none.
  static let least = 32_768.0
  /// Fewer bytes than that are not worth a wake-up.
  private static let piece = 4096.0

  /// - Parameter line: the baud rate of the receiver's line; `nil` if it has none, or is not known.
  init(for line: UInt32?, at now: Duration) { (rate, time) = (Self.rate(for: line), now) }

  private static func rate(for line: UInt32?) -> Double {
    // Ten bits a byte.
    max(least, 2 * Double(line ?? 0) / 10)
  }

  /// Records that the receiver's line has this baud rate from now on.
  mutating func lineChanged(to line: UInt32?, at now: Duration) {
    fill(until: now)
    rate = Self.rate(for: line)
  }

  /// Returns how many bytes may be read now.
  mutating func bytes(at now: Duration) -> Int {
    fill(until: now)
    return due == nil ? Int(available) : 0
  }

  mutating func read(_ count: Int) { available -= Double(count) }

  /// When something may be read again; `nil` if that is so already.
  var due: Duration? {
    available < Self.piece ? time + .seconds((Self.piece - available) / rate) : nil
  }

  private mutating func fill(until now: Duration) {
    available = min(available + rate * (max(now - time, .zero) / .seconds(1)), Self.most)
    time = max(time, now)
  }
}
