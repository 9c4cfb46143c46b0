// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import UBX

/// Splits a recording wherever the receiver's time advances, and tells when each piece is due.
struct RecordingPacer {
  /// Stores a piece, and when it is due.
  typealias Emit = (ArraySlice<UInt8>, Duration) -> Void

  private let speed: Double
  private var reader = LineReader()
  private var parts = PartReader()
  /// The receiver's time in the newest sentence or frame, nanoseconds of the day, and when that was due.
  private var last: (time: Int64, due: Duration)?
  private let start: Duration
  /// The bytes that have not been emitted yet, and the number of those before them.
  private var piece: [UInt8] = []
  private var emitted = 0

  init(speed: Double, start: Duration) {
    (self.speed, self.start) = (speed, start)
  }

  mutating func push(_ bytes: RawSpan, _ emit: Emit) {
    var offset = 0
    while offset < bytes.byteCount {
      let count = reader.push(bytes.extracting(offset..<bytes.byteCount))
      piece += bytes.extracting(offset..<offset + count).array
      offset += count
      while let part = reader.next() { received(part, emit) }
      // Bytes without a time are not collected indefinitely.
      if piece.count >= Self.longestPiece { release(upTo: reader.sentences.decided, emit) }
    }
  }

  mutating func finish(_ emit: Emit) {
    while let part = reader.nextAtEnd() { received(part, emit) }
    release(upTo: emitted + piece.count, emit)
  }

  private static let longestPiece = 1 << 16

  private mutating func received(_ part: LineReader.Part, _ emit: Emit) {
    guard let time = time(of: part), time != last?.time else { return }
    let due = dueTime(of: time)
    release(upTo: reader.range(of: part).lowerBound, emit)
    last = (time, due)
  }

  /// Emits the bytes before a position among all of the bytes.
  private mutating func release(upTo end: Int, _ emit: Emit) {
    let count = end - emitted
    guard count > 0 else { return }
    emit(piece[..<count], last?.due ?? start)
    piece.removeFirst(count)
    emitted = end
  }

  private mutating func time(of part: LineReader.Part) -> Int64? {
    switch part {
    case .sentence(let sentence):
      guard let message = reader.sentences.message(of: sentence) else { return nil }
      return parts.read(message, fields: reader.fields(of: sentence, message))
    case .frame(let frame): return parts.read(frame)
    }
  }

  /// Returns when a time is due; a step back, or of an hour or more, passes without waiting.
  private func dueTime(of time: Int64) -> Duration {
    guard let last else { return start }
    let day: Int64 = 86_400_000_000_000
    let step = (time - last.time + day) % day
    guard step < 3_600_000_000_000 else { return last.due }
    return last.due + .nanoseconds(Int64(Double(step) / speed))
  }
}
