// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import ReceiverRecording
import RecordingWriter

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record what a receiver sends.",
    discussion: """
      The file is NMEA 0183 with the time of arrival in a TAG block before every sentence, which "gps replay" and other programs read. \
      Keeps running if the receiver is unplugged, until interrupted. Existing files are not overwritten.

      gps record drive.nmea.gz
      gps record --rotate-hourly --keep 30d -o logs/track.nmea.gz
      """)

  @Argument(
    help: "The file to create; compressed if its name ends in .gz; \"-\" is standard output.")
  var file: String?

  @Option(name: .shortAndLong, "file", "The same as <file>.")
  var output: String?

  @OptionGroup var receiver: ReceiverOptions
  @OptionGroup var waiting: WaitOptions
  @OptionGroup var rotation: RotationOptions

  @Flag(help: "Write the bytes as received, without their time of arrival.")
  var plain = false

  @Option("s", "Stop after this many seconds.", in: 0.1...1e9, of: "seconds")
  var duration: Double?

  func validate() throws {
    if file == nil, output == nil { throw ValidationError("Missing expected argument '<file>'") }
  }

  func run() throws {
    if let file, let output {
      throw Failure.usage("\(file) with --output \(output)", "one of them")
    }
    guard let file = file ?? output else { return }
    do {
      try record(to: file)
    } catch let error as RecorderError where error.errno == EPIPE {
      // A closed pipe ends the command, as it does every command that writes to one.
    }
  }

  private func record(to file: String) throws {
    let interruption = try Interruption.awaited().descriptor
    ignoreSignalsOfWriting()
    let rotation = try rotation.rotation(of: file)
    let retention = try self.rotation.retention()
    let waits = waiting.wait
    let supervisor = try receiver.supervisor(waits: waits)
    let recording = RecordingRun(
      try Recorder(
        path: file, rotation: rotation, retention: retention,
        writesTimes: !plain, interruption: interruption),
      waits: waits)
    // Many events may wait while the disk is slow: fixes are counted, so none may be missed.
    let listener = try supervisor.listen(capacity: 1 << 16, takesBytes: true)
    let reactor = try Reactor(endingBy: interruption)
    if file == "-" { reactor.endWithReader(of: STDOUT_FILENO) }
    var ending = Reactor.Ending.interrupted
    var unusable: Failure?
    do {
      ending = try recording.run(
        listener, until: duration.map { monotonicNow() + .seconds($0) }, in: reactor)
    } catch let failure as Failure {
      // A receiver that cannot be used must not lose what was recorded.
      unusable = failure
    }
    try recording.finish(listener.stop(), droppedBytes: listener.droppedBytes)
    if let unusable { throw unusable }
    guard recording.isEmpty else { return }
    guard ending != .timeIsUp else {
      throw Failure(
        "nothing to record in \(duration ?? 0) s: \(recording.explanation); check the receiver",
        EX_TEMPFAIL)
    }
    complain("nothing was recorded: \(recording.explanation)")
  }
}

/// When a recording continues in a new file, and which files are kept.
struct RotationOptions: ParsableArguments {
  @Option(
    "bytes",
    "Start a new file before one exceeds this size, such as 10M; k, M and G are powers of 1024.")
  var rotateSize: ByteCount?

  @Flag(help: "Start a new file every hour, UTC.")
  var rotateHourly = false

  @Option(
    help: .value(
      "bytes|days",
      "Delete the oldest files when the recording exceeds this size, such as 2GB, or age, such as 30d."
    ))
  var keep: RecordingRetention?

  func retention() throws -> RecordingRetention {
    guard let keep else { return .everything }
    guard rotateSize != nil || rotateHourly else {
      throw Failure.usage("--keep alone", "--rotate-hourly or --rotate-size too")
    }
    return keep
  }

  func rotation(of file: String) throws -> RecordingRotation {
    if rotateSize == nil, !rotateHourly { return .never }
    if file == "-" {
      throw Failure.usage("\(rotateHourly ? "--rotate-hourly" : "--rotate-size") with -", "a file")
    }
    guard let size = rotateSize else { return .hourly }
    if rotateHourly { throw Failure.usage("--rotate-size with --rotate-hourly", "one of them") }
    guard ByteCount.files.contains(size.bytes) else {
      throw Failure.usage("--rotate-size", "64k to 1024G")
    }
    return .size(size.bytes)
  }
}

extension RecordingRetention: FormedArgument {
  static let form = "a size or a time, such as 2GB, 30d or 12h"

  init?(text argument: String) {
    let units: [Character: Int64] = ["d": 86_400, "h": 3600]
    if let unit = argument.last.flatMap({ units[$0] }) {
      guard let number = Int64(argument.dropLast()), (1...1_000_000).contains(number) else {
        return nil
      }
      self = .seconds(number * unit)
    } else {
      guard let count = ByteCount(argument: argument), count.bytes > 0 else { return nil }
      self = .bytes(count.bytes)
    }
  }
}

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

  var explanation: String { messages.explanation }

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
      let files = recorder.fileCount > 1 ? "\(recorder.fileCount) files, the last is \(name)" : name
      complain("recorded \(summary) to \(files)")
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
  package var exitCode: CInt { [EACCES, EPERM].contains(errno) ? EX_NOPERM : EX_IOERR }
}
