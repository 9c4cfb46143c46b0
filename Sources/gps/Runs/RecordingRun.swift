// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import RecordingWriter

/// A recording in progress, and its messages on standard error.
final class RecordingRun {
  private var recorder: Recorder
  private var messages: StatusMessages
  private var fixes = 0
  private var announced: String?

  init(_ recorder: consuming Recorder, waits: Bool) {
    self.recorder = recorder
    messages = StatusMessages(waits: waits)
  }

  /// Whether nothing has been recorded yet.
  var isEmpty: Bool { recorder.byteCount == 0 }

  var standing: String { messages.standing }

  /// Records until time is up, the command is interrupted, or the input ends.
  func run(
    _ listener: ReceiverListener, until end: Duration?, in reactor: Reactor
  ) throws -> Reactor.Ending {
    var isAtEnd = false
    reactor.whenReady(listener.descriptor) { [self] in
      for event in listener.drain() where try received(event) {
        isAtEnd = true
        return
      }
      show(at: monotonicNow())
    }
    reactor.whenDue(self.recorder.deadline) { [self] in try recorder.elapse(to: $0) }
    return try reactor.run(until: end) { isAtEnd }
  }

  /// Records the last events, and prints a summary; throws if bytes were lost before they could be written.
  func finish(_ events: [ReceiverEvent], droppedBytes: Int) throws {
    for event in events {
      // The state of the receiver no longer matters.
      if case .status = event.content { continue }
      _ = try received(event)
    }
    try recorder.finish()
    messages.line.clear()
    let name = recorder.fileName ?? "any file"
    if !isEmpty {
      let place = recorder.fileCount > 1 ? "\(recorder.fileCount) files, the last is \(name)" : name
      complain("recorded \(summary) to \(place)")
    }
    guard droppedBytes == 0 else {
      throw Failure(
        "cannot record everything to \(name): \(droppedBytes) bytes arrived faster than they could be written, and were "
          + "lost; choose a faster disk", EX_IOERR)
    }
  }

  /// Processes an event; returns whether the input has ended.
  private func received(_ event: ReceiverEvent) throws -> Bool {
    switch event.content {
    case .bytes(let bytes):
      try recorder.append(
        bytes.bytes.span.bytes, at: bytes.time / 1_000_000, now: monotonicNow())
      announceFile()
    case .report(.fix): fixes += 1
    default: return try messages.received(event)
    }
    return false
  }

  /// Prints the name of a new file, unless the status line shows it.
  private func announceFile() {
    guard !messages.line.isShown, let name = recorder.fileName, name != announced else { return }
    announced = name
    complain("recording to \(name)")
  }

  private func show(at now: Duration) {
    guard !isEmpty, let name = recorder.fileName else { return }
    messages.line.show("\(summary), \(name)", at: now)
  }

  private var summary: String {
    var counts = [counted(recorder.byteCount, "byte")]
    if recorder.sentenceCount > 0 || recorder.frameCount == 0 {
      counts.append(counted(recorder.sentenceCount, "sentence"))
    }
    if recorder.frameCount > 0 { counts.append(counted(recorder.frameCount, "frame")) }
    counts.append(counted(fixes, "fix", "fixes"))
    return counts.joined(separator: ", ")
  }
}

extension RecorderError: ReportedError {
  package var exitCode: CInt {
    switch cause {
    case .permissionDenied: EX_NOPERM
    default: EX_IOERR
    }
  }
}
