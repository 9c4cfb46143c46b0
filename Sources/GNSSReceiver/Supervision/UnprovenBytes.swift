// Core Location for Linux. SPDX-License-Identifier: MIT

/// What came from something that is not known yet to be a receiver, with the times it came.
struct UnprovenBytes: Sendable {
  private var pieces: [ReceivedBytes] = []
  private var count = 0

  /// More than comes in the time that a rate is listened at, at most rates; what comes later is not kept.
  static let most = 1 << 18

  /// Keeps a piece; one that came in the same millisecond as the last goes with it.
  mutating func add(_ received: ReceivedBytes) {
    guard count < Self.most else { return }
    count += received.bytes.count
    if let last = pieces.indices.last,
      pieces[last].time / 1_000_000 == received.time / 1_000_000
    {
      pieces[last].bytes += received.bytes
    } else {
      pieces.append(received)
    }
  }

  /// Removes all of them, the oldest first.
  mutating func drain() -> [ReceivedBytes] {
    defer { self = UnprovenBytes() }
    return pieces
  }
}
