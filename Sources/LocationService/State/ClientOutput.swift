// Core Location for Linux. SPDX-License-Identifier: MIT

/// What waits to be written to one client.
///
/// One write is under way at a time. What a client that does not read misses are whole epochs, the oldest first.
struct ClientOutput {
  /// What becomes of bytes that cannot be written at once.
  enum Kind {
    /// They are kept: an answer, or a change that is told once.
    case answer
    /// They give way to newer ones: what is reported at every epoch.
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
  /// Whether a write is under way.
  private(set) var isWriting = false

  /// The oldest epoch that is told as if it were new.
  static let longestDelay: Duration = .seconds(2)
  /// How many bytes of epochs wait.
  static let mostEpochBytes = 32 << 10
  /// How many bytes of answers wait: a client that asks so much and reads nothing is given up.
  static let mostAnswerBytes = 64 << 10

  /// Whether nothing waits, and nothing is being written.
  var isEmpty: Bool { pending.isEmpty && !isWriting }

  /// Whether the client asks for more than it reads.
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

  /// Forgets every epoch that waits, since the client may not know it any more.
  mutating func forgetEpochs() {
    pending.removeAll { $0.kind == .epoch }
    pendingEpochBytes = 0
  }

  /// All that is to be written in one go; `nil` if there is nothing, or a write is under way.
  mutating func begin(at now: Duration) -> [UInt8]? {
    guard !isWriting, !pending.isEmpty else { return nil }
    while let piece = pending.first(where: { $0.kind == .epoch }),
      now - piece.time > Self.longestDelay
    { forgetOldestEpoch() }
    guard let first = pending.first else { return nil }
    // As a rule there is one, which all clients share.
    let bytes = pending.count == 1 ? first.bytes : pending.flatMap(\.bytes)
    pending.removeAll(keepingCapacity: true)
    (pendingEpochBytes, pendingAnswerBytes) = (0, 0)
    isWriting = true
    return bytes
  }

  /// What was begun has been written.
  mutating func drained() { isWriting = false }
}
