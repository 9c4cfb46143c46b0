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
      try outbox.drain(to: 1, at: .zero, line.write)
    }
    #expect(line.bytes == [1, 2, 3, 4, 5] && !outbox.isWaiting)
  }

  @Test func dropsWholePiecesThatHaveNotBeenBegun() throws {
    let (outbox, line) = (ReceiverOutbox(), Line())
    let piece = [UInt8](repeating: 7, count: 1000)
    outbox.put([1, 2, 3], at: .zero)
    line.room = 1
    try outbox.drain(to: 1, at: .zero, line.write)
    for _ in 0..<200 { outbox.put(piece, at: .zero) }
    #expect(outbox.dropped > 50)
    line.room = 1 << 20
    try outbox.drain(to: 1, at: .zero, line.write)
    #expect(Array(line.bytes.prefix(3)) == [1, 2, 3], "what was begun is finished")
    #expect((line.bytes.count - 3) % 1000 == 0)
    #expect(line.bytes.count == 3 + (200 - outbox.dropped) * 1000)
  }

  /// Another thread may add pieces while the line accepts one, and there is no room for all.
  @Test func dropsNoPieceThatIsBeingWritten() throws {
    let (outbox, line) = (ReceiverOutbox(), Line())
    func put(_ numbers: Range<UInt8>) {
      for number in numbers { outbox.put([UInt8](repeating: number, count: 1000), at: .zero) }
    }
    put(0..<120)
    line.room = 400
    try outbox.drain(to: 1, at: .zero) { piece in
      if line.room > 0 { put(120..<160) }
      return line.write(piece)
    }
    #expect(outbox.dropped > 0)
    line.room = 1 << 20
    try outbox.drain(to: 1, at: .zero, line.write)
    let pieces = stride(from: 0, to: line.bytes.count, by: 1000).map {
      Set(line.bytes[$0..<min($0 + 1000, line.bytes.count)])
    }
    #expect(pieces.first == [0], "what was begun is finished")
    #expect(pieces.allSatisfy { $0.count == 1 }, "whole pieces")
    #expect(line.bytes.count == (160 - outbox.dropped) * 1000 && !outbox.isWaiting)
    // Nothing is counted that is not there: as much as before can wait.
    let dropped = outbox.dropped
    put(0..<130)
    #expect(outbox.dropped == dropped)
  }

  /// The line may fail before it has accepted anything, which begins no piece.
  @Test func keepsAPieceThatTheLineRefused() throws {
    let (outbox, line) = (ReceiverOutbox(), Line())
    outbox.put([1, 2, 3], at: .zero)
    #expect(throws: SourceError.self) {
      try outbox.drain(to: 1, at: .zero) { _ throws(SourceError) in
        throw SourceError.network(NetworkError(.unreachable, "a"))
      }
    }
    line.room = 10
    try outbox.drain(to: 2, at: .zero, line.write)
    #expect(line.bytes == [1, 2, 3])
  }

  @Test func dropsWhatIsTooOld() throws {
    let (outbox, line) = (ReceiverOutbox(), Line())
    outbox.put([1], at: .zero)
    outbox.put([2], at: .seconds(5))
    try outbox.drain(to: 1, at: .zero, line.write)
    line.room = 10
    try outbox.drain(to: 1, at: .seconds(11), line.write)
    #expect(line.bytes == [2] && outbox.dropped == 1)
  }

  @Test func doesNotFinishOnAnotherLineWhatWasBegunOnOne() throws {
    let (outbox, line) = (ReceiverOutbox(), Line())
    outbox.put([1, 2, 3], at: .zero)
    outbox.put([4], at: .zero)
    line.room = 1
    try outbox.drain(to: 1, at: .zero, line.write)
    line.room = 10
    try outbox.drain(to: 2, at: .zero, line.write)
    #expect(line.bytes == [1, 4])
  }

  /// A receiver that was pulled amid a frame is plugged in again, so its connection has the same name.
  @Test func doesNotFinishOnALinkWhatWasBegunBeforeItWasOpenedAgain() throws {
    let (outbox, line) = (ReceiverOutbox(), Line())
    outbox.put([1, 2, 3], at: .zero)
    line.room = 1
    try outbox.drain(to: 1, at: .zero, line.write)
    outbox.keepOnlyNew(at: .zero)
    outbox.put([4], at: .zero)
    line.room = 10
    try outbox.drain(to: 1, at: .zero, line.write)
    #expect(line.bytes == [1, 4] && outbox.dropped == 0)
  }

  /// Otherwise the user would be told of a slow line.
  @Test func doesNotCountWhatNoReceiverWasThereFor() throws {
    let (outbox, line) = (ReceiverOutbox(), Line())
    for second in 0..<1000 {
      outbox.put([UInt8](repeating: 7, count: 500), at: .seconds(second))
      outbox.keepOnlyNew(at: .seconds(second))
    }
    line.room = 1 << 20
    try outbox.drain(to: 1, at: .seconds(1000), line.write)
    #expect(line.bytes.count == 10 * 500, "those of the last ten seconds")
    #expect(outbox.dropped == 0)
  }
}
