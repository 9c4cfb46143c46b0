// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import ReceiverRecording
import RecordingWriter

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Record what a receiver sends, with the time of arrival.",
    discussion: """
      The file is NMEA 0183 with a TAG block before every sentence, which "gps replay" and other programs read. \
      Keeps running if the receiver is unplugged, until interrupted. Existing files are not overwritten.

      gps record --rotate-hourly logs/track.nmea.gz
      """)

  @Argument(
    help: "The file to create; compressed if its name ends in .gz; \"-\" is standard output.")
  var file: String

  @OptionGroup var receiver: ReceiverOptions
  @OptionGroup var waiting: WaitOptions
  @OptionGroup var rotation: RotationOptions

  @Flag(help: "Write the bytes as received, without their time of arrival.")
  var plain = false

  @Option("s", "Stop after this many seconds.", in: 0.1...1e9, of: "seconds")
  var duration: Double?

  func run() throws {
    do {
      try record()
    } catch let error as RecorderError where error.cause == .nobodyReads {
      // A closed pipe ends the command, as it does every command that writes to one.
    }
  }

  private func record() throws {
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
        "nothing to record in \(duration ?? 0) s: \(recording.standing); check the receiver",
        EX_TEMPFAIL)
    }
    complain("nothing was recorded: \(recording.standing)")
  }
}
