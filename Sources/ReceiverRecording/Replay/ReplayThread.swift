// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import LinuxSystem
import NMEA0183
import UBX

/// Replays a recording into a pipe at the pace of the times in it, until it ends or the reader closes the pipe.
final class ReplayThread: Sendable {
  /// The pipe's end for reading; its reader closes it.
  let output: CInt
  private let failure = Mutex<RecordingError?>(nil)

  /// Why the recording could not be read to its end; `nil` if it could, or is still being read.
  var error: RecordingError? { failure.withLock { $0 } }

  /// - Parameter speed: a multiple of the receiver's own speed.
  init(path: String, speed: Double) throws(RecordingError) {
    // Opened here as well, so that an unreadable file fails immediately.
    let check = try RecordingReader(path: path)
    _ = consume check
    let input: CInt
    do throws(SystemError) { (output, input) = try openPipe() } catch {
      throw RecordingError(errno: error.errno, path)
    }
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
    POSIXThread.detach { [self] in
      // A closed pipe is reported by write(2); signals are blocked on this thread.
      do throws(RecordingError) {
        try Self.run(path, speed, into: input)
      } catch {
        failure.withLock { $0 = error }
      }
      close(input)
    }
  }

  private static func run(
    _ path: String, _ speed: Double, into output: CInt
  ) throws(RecordingError) {
    var recording = try RecordingReader(path: path)
    var pacer = RecordingPacer(speed: speed, start: monotonicNow())
    var isWanted = true
    while isWanted,
      try recording.next({ bytes in
        pacer.push(bytes) { piece, due in isWanted = isWanted && waitAndWrite(piece, due, output) }
      })
    {}
    if isWanted { pacer.finish { piece, due in _ = waitAndWrite(piece, due, output) } }
  }

  /// Waits until a piece is due, and writes it; returns false if the reader has closed the pipe.
  private static func waitAndWrite(_ piece: ArraySlice<UInt8>, _ due: Duration, _ output: CInt)
    -> Bool
  {
    // POLLERR reports a closed pipe, also during the wait.
    var end = [pollfd(fd: output, events: 0, revents: 0)]
    if wait(for: &end, until: due) { return false }
    return WholeFile.write(Array(piece), to: output) == 0
  }
}

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
