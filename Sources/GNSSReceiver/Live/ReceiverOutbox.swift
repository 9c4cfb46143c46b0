// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// What is to be written to the receiver in use: whole pieces, each of which is written in full or not at all.
///
/// One thread puts pieces in, the receiver's thread writes them. If the line is slower, the oldest are dropped, since newer
/// corrections replace them; a piece that has been begun is always finished.
package final class ReceiverOutbox: Sendable {
  private struct Content {
    /// The pieces, the oldest first.
    var pieces: [(bytes: [UInt8], arrival: Duration)] = []
    /// How many bytes of the first one have been written; `nil` unless it has been begun, or is in the line's hands.
    var begun: Int?
    var byteCount = 0
    var dropped = 0
    /// The number of the connection of the receiver in use; `nil` while there is none, so that nothing is dropped because its line is
    /// slow.
    var connection: Int?

    mutating func dropOldest() {
      let index = begun == nil ? 0 : 1
      byteCount -= pieces[index].bytes.count
      pieces.remove(at: index)
      if connection != nil { dropped += 1 }
    }

    /// Gives up what was begun on a connection that is no longer written to, and what is too old for the next one.
    mutating func leaveLink(at now: Duration) {
      connection = nil
      if begun != nil { removeFirst() }
      dropOld(at: now)
    }

    mutating func removeFirst() {
      byteCount -= pieces.removeFirst().bytes.count
      begun = nil
    }

    mutating func dropOld(at now: Duration) {
      while begun == nil, hasUnbegun, now > pieces[0].arrival + ReceiverOutbox.longestWait {
        dropOldest()
      }
    }

    /// Whether there is a piece that has not been begun.
    var hasUnbegun: Bool { pieces.count > (begun == nil ? 0 : 1) }

    /// Hands over the first piece, and where to go on with it; it is not dropped until ``accepted(_:)``.
    mutating func take() -> (bytes: [UInt8], offset: Int)? {
      guard let first = pieces.first else { return nil }
      let offset = begun ?? 0
      begun = offset
      return (first.bytes, offset)
    }

    /// Takes back the piece that was handed over, of which the line has accepted so many bytes more.
    mutating func accepted(_ count: Int) {
      guard let offset = begun else { return }
      begun = offset + count > 0 ? offset + count : nil
      if offset + count >= pieces[0].bytes.count { removeFirst() }
    }
  }

  private let content = Mutex(Content())
  private let wakeUp = Mutex<WakeUp?>(nil)

  /// The most bytes that wait, whatever their age.
  private static let mostBytes = 1 << 17
  /// How old a piece may be when it is begun: receivers use corrections of the last seconds.
  private static let longestWait: Duration = .seconds(10)

  package init() {}

  /// Names what is signaled when there is something to write.
  func attach(_ wakeUp: WakeUp) { self.wakeUp.withLock { $0 = wakeUp } }

  /// Adds a piece.
  package func put(_ bytes: [UInt8], at now: Duration) {
    guard !bytes.isEmpty else { return }
    content.withLock { content in
      content.pieces.append((bytes, now))
      content.byteCount += bytes.count
      while content.byteCount > Self.mostBytes, content.pieces.count > 1, content.hasUnbegun {
        content.dropOldest()
      }
    }
    wakeUp.withLock { $0 }?.signal()
  }

  /// How many pieces were dropped because the line was slower.
  package var dropped: Int { content.withLock { $0.dropped } }

  /// Whether something waits to be written.
  var isWaiting: Bool { content.withLock { !$0.pieces.isEmpty } }

  /// Writes what waits, until the line accepts no more.
  ///
  /// - Parameters:
  ///   - connection: the connection's number; what was begun on another one is given up.
  ///   - write: writes bytes without waiting, and returns how many were accepted.
  func drain(
    to connection: Int, at now: Duration, _ write: (ArraySlice<UInt8>) throws(SourceError) -> Int
  ) throws(SourceError) {
    while let (bytes, offset) = next(for: connection, at: now) {
      var count = 0
      defer { content.withLock { $0.accepted(count) } }
      count = try write(bytes[offset...])
      guard count > 0 else { return }
    }
  }

  /// Keeps, while no receiver is in use, what one that comes soon can still use.
  func keepOnlyNew(at now: Duration) {
    content.withLock { $0.leaveLink(at: now) }
  }

  private func next(for connection: Int, at now: Duration) -> (bytes: [UInt8], offset: Int)? {
    content.withLock { content in
      if content.connection != connection {
        content.leaveLink(at: now)
        content.connection = connection
      }
      content.dropOld(at: now)
      return content.take()
    }
  }
}
