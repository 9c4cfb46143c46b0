// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

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
