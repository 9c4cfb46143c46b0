// Core Location for Linux. SPDX-License-Identifier: MIT

/// Bytes, with their arrival times, from a source that is not yet known to be a receiver.
struct UnprovenBytes: Sendable {
  /// The oldest first.
  private(set) var pieces: [ReceivedBytes] = []
  private var count = 0

  /// The most bytes that are kept: more than arrives while a rate is tried, at most rates; later bytes are dropped.
  static let most = 1 << 18

  /// Keeps a piece; one that arrived in the same millisecond as the last is appended to it.
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
}
