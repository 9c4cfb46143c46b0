// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Cuts a recording where the receiver's time goes on, and tells when each piece is due.
struct RecordingPacer {
  private let speed: Double
  private var reader = MessageReader()
  /// The receiver's time of the newest sentence, nanoseconds of the day, and when that was due.
  private var last: (time: Int64, due: Duration)?
  private let start: Duration
  /// What belongs to the newest time.
  private var piece: [UInt8] = []
  private var line: [UInt8] = []

  init(speed: Double, start: Duration) {
    self.speed = speed
    self.start = start
  }

  /// Takes bytes and hands over the pieces that they complete.
  mutating func push(_ bytes: RawSpan, _ emit: (ArraySlice<UInt8>, Duration) -> Void) {
    bytes.withUnsafeBytes { buffer in
      for byte in buffer {
        line.append(byte)
        if byte == 0x0A || line.count >= Self.longestLine { endLine(emit) }
      }
    }
  }

  /// Hands over the rest.
  mutating func finish(_ emit: (ArraySlice<UInt8>, Duration) -> Void) {
    endLine(emit)
    if !piece.isEmpty { emit(piece[...], last?.due ?? start) }
    piece.removeAll()
  }

  private static let longestLine = 4096
  private static let longestPiece = 1 << 16

  private mutating func endLine(_ emit: (ArraySlice<UInt8>, Duration) -> Void) {
    if let time = timeOfLine(), time != last?.time {
      let due = dueTime(of: time)
      if !piece.isEmpty { emit(piece[...], last?.due ?? start) }
      piece.removeAll(keepingCapacity: true)
      last = (time, due)
    }
    piece += line
    line.removeAll(keepingCapacity: true)
    // What carries no time is not gathered for ever.
    if piece.count >= Self.longestPiece {
      emit(piece[...], last?.due ?? start)
      piece.removeAll(keepingCapacity: true)
    }
  }

  /// The time in a line's sentence, nanoseconds of the day; `nil` if it has none.
  private mutating func timeOfLine() -> Int64? {
    let bytes = line
    var reader = reader
    defer { self.reader = reader }
    var time: Int64?
    reader.read(bytes.span.bytes) { message in
      let found: UTCTime? =
        switch message {
        case .rmc(let message): message.time
        case .gga(let message): message.time
        case .gll(let message): message.time
        case .gns(let message): message.time
        case .zda(let message): message.time
        default: nil
        }
      time = found?.nanosecondsOfDay ?? time
    }
    return time
  }

  /// A step back, or one of more than an hour, passes without waiting.
  private func dueTime(of time: Int64) -> Duration {
    guard let last else { return start }
    let day: Int64 = 86_400_000_000_000
    let step = (time - last.time + day) % day
    guard step < 3_600_000_000_000 else { return last.due }
    return last.due + .nanoseconds(Int64(Double(step) / speed))
  }
}
