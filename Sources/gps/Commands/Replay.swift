// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool

struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Print the fixes of recorded receiver logs.",
    discussion: """
      One line per epoch. gzip files are read directly.

      gps replay drive.nmea.gz
      gps replay drive.nmea --speed 10 --format text
      """)

  @OptionGroup var recordings: RecordingOptions

  @OptionGroup var output: FixFormatOptions

  @Option(help: "How many times faster than the receiver: 0.001 or more, or \"max\".")
  var speed: ReplaySpeed = .unlimited

  @OptionGroup var units: UnitOptions

  @OptionGroup var dates: DateOptions

  func run() throws {
    let format = try output.chosen()
    let units = try units.chosen(for: format)
    try forEachLog(recordings.files(), flushingLines: speed != .unlimited) { file, output in
      try replay(file, FixPrinter(format: format, pace: Pace(speed), units: units), to: &output)
    }
  }

  private func replay(
    _ file: String, _ printer: FixPrinter, to output: inout StandardOutput
  ) throws {
    var printer = printer
    // A stream may be a receiver in operation, so its fixes are printed as they arrive.
    let isStream = isStream(file)
    var pipeline = FixPipeline(
      checksums: recordings.checksums, referenceDate: dates.referenceDate,
      undatedFixesHeld: isStream ? 0 : TrackInput.mostHeld
    ).warning()
    // What is not read is named if there is no fix.
    var frames = FrameCounter()
    // A consumer cannot throw, so the first failure is kept until the call returns.
    var failure: (any Error)?
    func print(_ event: ReceiverReport) {
      guard failure == nil else { return }
      do { try printer.print(event, to: &output) } catch { failure = error }
    }
    let unreadable = try read(file) { bytes in
      pipeline.push(bytes, print)
      if printer.count == 0 { frames.push(bytes) }
      if let failure { throw failure }
      if isStream { try output.flush() }
    }
    pipeline.finish(print)
    if let failure { throw failure }
    try output.flush()
    if let unreadable { throw unreadable }
    guard pipeline.sentences > 0 else {
      throw Failure(
        noSentenceIn: file, doing: "replay", dropped: pipeline.defects, binary: frames.names)
    }
    if printer.count == 0 {
      let unread = frames.names.filter { !ReceiverProtocols.isRead($0) }
        .joined(separator: " and ")
      let remark = unread.isEmpty ? "" : ", but \(unread), which gps does not read"
      try output.complain(
        "no fix in \(file.fileName)\(remark); run \"gps check\" on it to see what the receiver sent"
      )
    }
  }
}
