// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GNSSReceiver

/// What waits for a line that may be slower.
@Suite struct ReceiverOutboxTests {
  /// A line that accepts so many bytes at a time.
  private final class Line {
    var bytes: [UInt8] = []
    var room = 0

    func write(_ offered: ArraySlice<UInt8>) -> Int {
      let piece = offered.prefix(room)
      bytes += piece
      room -= piece.count
      return piece.count
    }
  }

  @Test func writesPiecesInOrderAndInParts() throws {
    let (outbox, line) = (ReceiverOutbox(), Line())
    outbox.put([1, 2, 3], at: .zero)
    outbox.put([4, 5], at: .zero)
    for _ in 0..<5 {
      line.room = 1
      try outbox.drain(to: "a", at: .zero, line.write)
    }
    #expect(line.bytes == [1, 2, 3, 4, 5] && !outbox.isWaiting && outbox.written == 5)
  }

  @Test func dropsWholePiecesThatHaveNotBeenBegun() throws {
    let (outbox, line) = (ReceiverOutbox(), Line())
    let piece = [UInt8](repeating: 7, count: 1000)
    outbox.put([1, 2, 3], at: .zero)
    line.room = 1
    try outbox.drain(to: "a", at: .zero, line.write)
    for _ in 0..<200 { outbox.put(piece, at: .zero) }
    #expect(outbox.dropped > 50)
    line.room = 1 << 20
    try outbox.drain(to: "a", at: .zero, line.write)
    #expect(Array(line.bytes.prefix(3)) == [1, 2, 3], "what was begun is finished")
    #expect((line.bytes.count - 3) % 1000 == 0)
    #expect(line.bytes.count == 3 + (200 - outbox.dropped) * 1000)
  }

  @Test func dropsWhatIsTooOld() throws {
    let (outbox, line) = (ReceiverOutbox(), Line())
    outbox.put([1], at: .zero)
    outbox.put([2], at: .seconds(5))
    line.room = 10
    try outbox.drain(to: "a", at: .seconds(11), line.write)
    #expect(line.bytes == [2] && outbox.dropped == 1)
  }

  @Test func doesNotFinishOnAnotherLineWhatWasBegunOnOne() throws {
    let (outbox, line) = (ReceiverOutbox(), Line())
    outbox.put([1, 2, 3], at: .zero)
    outbox.put([4], at: .zero)
    line.room = 1
    try outbox.drain(to: "a", at: .zero, line.write)
    line.room = 10
    try outbox.drain(to: "b", at: .zero, line.write)
    #expect(line.bytes == [1, 4])
  }
}
