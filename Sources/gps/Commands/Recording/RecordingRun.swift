// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem
import ReceiverRecording

/// A recording in progress, and its messages on standard error.
struct RecordingRun: ~Copyable {
  /// Why a recording ended.
  enum Ending: Hashable {
    case interrupted
    case timeIsUp
    case inputEnded
  }

  private var recorder: Recorder
  private var messages: StatusMessages
  private var line = StatusLine()
  private var fixes = 0
  private var announced: String?

  /// - Parameter waits: whether a receiver that is absent may still be connected.
  init(_ recorder: consuming Recorder, waits: Bool) {
    self.recorder = recorder
    messages = StatusMessages(waits: waits)
  }

  /// Whether nothing has been recorded yet.
  var isEmpty: Bool { recorder.byteCount == 0 }

  /// The state of the receiver as text.
  var standing: String { messages.standing }

  /// Records until time is up, a descriptor is ready, or the input ends.
  ///
  /// - Parameter others: descriptors that end the recording when they are ready.
  /// - Throws: ``Failure`` when the receiver cannot be used from the start, `RecorderError`.
  mutating func run(
    _ listener: ReceiverListener, until end: Duration?, watching others: [CInt]
  ) throws -> Ending {
    while true {
      var ready = [pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)]
      ready += others.map {
        pollfd(fd: $0, events: $0 == STDOUT_FILENO ? 0 : Int16(POLLIN), revents: 0)
      }
      _ = wait(for: &ready, until: [recorder.deadline, end].compactMap(\.self).min())
      if ready.dropFirst().contains(where: { $0.revents != 0 }) { return .interrupted }
      for event in listener.drain() where try received(event) { return .inputEnded }
      let now = monotonicNow()
      try recorder.elapse(to: now)
      show(at: now)
      if let end, now >= end { return .timeIsUp }
    }
  }

  /// Runs an operation that may find the receiver unusable, which must not lose what was recorded.
  ///
  /// - Returns: why the receiver cannot be used; `nil` if it can.
  /// - Throws: any other error.
  mutating func attempt(_ body: (inout RecordingRun) throws -> Void) throws -> Failure? {
    do {
      try body(&self)
      return nil
    } catch let failure as Failure {
      return failure
    }
  }

  /// Records the last events, and prints a summary.
  ///
  /// - Throws: `RecorderError`; ``Failure`` when bytes were lost before they could be written.
  mutating func finish(_ events: [ReceiverEvent], droppedBytes: Int) throws {
    for event in events {
      // The state of the receiver no longer matters.
      if case .status = event { continue }
      _ = try received(event)
    }
    try recorder.finish()
    line.clear()
    let name = recorder.fileName ?? "any file"
    if !isEmpty {
      let place = recorder.fileCount > 1 ? "\(recorder.fileCount) files, the last is \(name)" : name
      complain("recorded \(summary) to \(place)")
    }
    guard droppedBytes == 0 else {
      throw Failure(
        "cannot record everything to \(name): \(droppedBytes) bytes arrived faster than they could be written, and are "
          + "lost; choose a faster disk", EX_IOERR)
    }
  }

  // MARK: Steps

  /// Processes an event; returns whether the input has ended.
  private mutating func received(_ event: ReceiverEvent) throws -> Bool {
    switch event {
    case .bytes(let bytes):
      try recorder.append(
        bytes.bytes.span.bytes, at: bytes.time / 1_000_000, now: monotonicNow())
      announceFile()
    case .fix: fixes += 1
    case .status(let status):
      line.clear()
      return try messages.statusChanged(to: status)
    case .fixLost, .satellites, .heading, .errorStatistics, .lastFix, .defects: break
    }
    return false
  }

  /// Prints the name of a new file, unless the status line shows it.
  private mutating func announceFile() {
    guard !line.isShown, let name = recorder.fileName, name != announced else { return }
    announced = name
    complain("recording to \(name)")
  }

  /// Shows the progress, on a terminal.
  private mutating func show(at now: Duration) {
    guard !isEmpty, let name = recorder.fileName else { return }
    line.show("\(summary), \(name)", at: now)
  }

  private var summary: String {
    counted(recorder.byteCount, "byte", "bytes") + ", "
      + counted(recorder.sentenceCount, "sentence", "sentences") + ", "
      + counted(fixes, "fix", "fixes")
  }

  private func counted(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}
