// Core Location for Linux. SPDX-License-Identifier: MIT

/// The queue of what is to be written to one client.
///
/// Only one write is in progress at a time. A client that does not read misses whole epochs, the oldest first.
struct ClientOutput {
  /// How bytes are treated that cannot be written at once.
  enum Kind {
    /// They are kept: an answer, or a change that is reported only once.
    case answer
    /// They give way to newer ones: what is reported every epoch.
    case epoch
  }

  private struct Piece {
    let bytes: [UInt8]
    let kind: Kind
    let time: Duration
  }

  private var pending: [Piece] = []
  private var pendingEpochBytes = 0
  private var pendingAnswerBytes = 0
  private(set) var isWriting = false

  /// The greatest age at which a waiting epoch is still sent.
  static let longestDelay: Duration = .seconds(2)
  /// The most bytes of epochs that wait.
  static let mostEpochBytes = 32 << 10
  /// The most bytes of answers that wait: a client with more requests that does not read is disconnected.
  static let mostAnswerBytes = 64 << 10

  var isEmpty: Bool { pending.isEmpty && !isWriting }

  /// Whether the client requests more than it reads.
  var isOverrun: Bool { pendingAnswerBytes > Self.mostAnswerBytes }

  mutating func append(_ bytes: [UInt8], _ kind: Kind, at now: Duration) {
    if bytes.isEmpty { return }
    pending.append(Piece(bytes: bytes, kind: kind, time: now))
    switch kind {
    case .answer: pendingAnswerBytes += bytes.count
    case .epoch:
      pendingEpochBytes += bytes.count
      while pendingEpochBytes > Self.mostEpochBytes { forgetOldestEpoch() }
    }
  }

  private mutating func forgetOldestEpoch() {
    guard let oldest = pending.firstIndex(where: { $0.kind == .epoch }) else { return }
    pendingEpochBytes -= pending.remove(at: oldest).bytes.count
  }

  /// Discards all waiting epochs, since the client may no longer be allowed to see them.
  mutating func forgetEpochs() {
    pending.removeAll { $0.kind == .epoch }
    pendingEpochBytes = 0
  }

  /// Returns everything that waits, to be written at once; `nil` if there is nothing, or a write is in progress.
  mutating func begin(at now: Duration) -> [UInt8]? {
    guard !isWriting, !pending.isEmpty else { return nil }
    while let piece = pending.first(where: { $0.kind == .epoch }),
      now - piece.time > Self.longestDelay
    { forgetOldestEpoch() }
    guard let first = pending.first else { return nil }
    // Usually there is only one, which all clients share.
    let bytes = pending.count == 1 ? first.bytes : pending.flatMap(\.bytes)
    pending.removeAll(keepingCapacity: true)
    (pendingEpochBytes, pendingAnswerBytes) = (0, 0)
    isWriting = true
    return bytes
  }

  mutating func drained() { isWriting = false }
}
