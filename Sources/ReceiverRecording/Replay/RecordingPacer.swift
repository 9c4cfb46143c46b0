// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Splits a recording wherever the receiver's time advances, and tells when each piece is due.
struct RecordingPacer {
  private let speed: Double
  private var reader = MessageReader()
  /// The receiver's time in the newest sentence, nanoseconds of the day, and when that was due.
  private var last: (time: Int64, due: Duration)?
  private let start: Duration
  /// The bytes that belong to the newest time.
  private var piece: [UInt8] = []
  private var line: [UInt8] = []

  init(speed: Double, start: Duration) {
    self.speed = speed
    self.start = start
  }

  /// Processes bytes, and emits the pieces that they complete.
  mutating func push(_ bytes: RawSpan, _ emit: (ArraySlice<UInt8>, Duration) -> Void) {
    bytes.withUnsafeBytes { buffer in
      for byte in buffer {
        line.append(byte)
        if byte == 0x0A || line.count >= Self.longestLine { endLine(emit) }
      }
    }
  }

  /// Emits the rest.
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
    // Bytes without a time are not collected indefinitely.
    if piece.count >= Self.longestPiece {
      emit(piece[...], last?.due ?? start)
      piece.removeAll(keepingCapacity: true)
    }
  }

  /// Returns the time in a line's sentence, nanoseconds of the day; `nil` if it has none.
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

  /// Returns when a time is due; a step back, or of an hour or more, passes without waiting.
  private func dueTime(of time: Int64) -> Duration {
    guard let last else { return start }
    let day: Int64 = 86_400_000_000_000
    let step = (time - last.time + day) % day
    guard step < 3_600_000_000_000 else { return last.due }
    return last.due + .nanoseconds(Int64(Double(step) / speed))
  }
}
