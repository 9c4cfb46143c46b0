// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GNSSReceiver
import NMEA0183

/// `gps replay`: prints the fixes of recordings.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the fixes of recorded receiver logs.",
    discussion: "One line per epoch. gzip files are read directly.")

  @OptionGroup var recordings: RecordingOptions

  @OptionGroup var output: FormatOptions

  @Option(help: "How many times faster than the receiver: 0.001 or more, or \"max\".")
  var speed: ReplaySpeed = .unlimited

  @OptionGroup var dates: DateOptions

  func run() throws {
    let replaying = Replaying(
      format: try output.chosenForFixes(), speed: speed,
      checksums: recordings.checksums, referenceDate: dates.referenceDate)
    try forEachLog(recordings.files, flushingLines: speed != .unlimited) { file, output in
      try replaying.replay(file, to: &output)
    }
  }
}

/// The settings of a replay.
private struct Replaying: Sendable {
  let format: OutputFormat
  let speed: ReplaySpeed
  let checksums: SentenceFramer.ChecksumPolicy
  let referenceDate: CivilDate?

  /// The most fixes that wait for the first date: 17 minutes at 1 Hz.
  private static let mostHeld = 1024

  func replay(_ file: String, to output: inout StandardOutput) throws {
    var printer = FixPrinter(format: format, pace: Pace(speed))
    // A stream may be a receiver in operation, so its fixes are printed as they arrive.
    let isStream = isStream(file)
    var pipeline = FixPipeline(
      checksums: checksums, referenceDate: referenceDate,
      undatedFixesHeld: isStream ? 0 : Self.mostHeld
    ).warning()
    // A consumer cannot throw, so the first failure is kept until the call returns.
    var failure: (any Error)?
    func print(_ event: ReceiverReport) {
      guard failure == nil else { return }
      do { try printer.print(event, to: &output) } catch { failure = error }
    }
    let unreadable = try read(file) { bytes in
      pipeline.push(bytes, print)
      if let failure { throw failure }
      if isStream { try output.flush() }
    }
    pipeline.finish(print)
    if let failure { throw failure }
    try output.flush()
    if let unreadable { throw unreadable }
    guard pipeline.sentences > 0 else {
      throw Failure(noSentenceIn: file, doing: "replay", dropped: pipeline.defects)
    }
    if printer.count == 0 {
      try output.complain(
        "no fix in \(file.fileName); run \"gps check\" on it to see what the receiver sent")
    }
  }
}
