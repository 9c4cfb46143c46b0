// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import ReceiverRecording

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report what recordings contain, and what they lack.",
    discussion: """
      Ends with advice on what the receiver should send for good locations.

      gps check drive.nmea.gz
      gps check logs/ --json | jq .advice
      """)

  @OptionGroup var recordings: RecordingOptions

  @OptionGroup var units: UnitOptions

  @OptionGroup var output: FormatOptions

  @OptionGroup var dates: DateOptions

  @OptionGroup var keys: GalileoKeyOptions

  func run() throws {
    let (format, files) = (try output.chosen(), try recordings.files())
    let units = try units.chosen(for: format)
    let (checksums, referenceDate) = (recordings.checksums, dates.referenceDate)
    let authenticator = try keys.authenticatorOfRecordings()
    let progress = ProgressBar(of: files)
    let width = StandardOutput.terminalWidth
    try reportOnEach(files, inTurn: files.contains(where: isStream), progress) { file, log in
      var summary = LogSummary(
        checksums: checksums, referenceDate: referenceDate, authenticator: authenticator)
      let unreadable = try read(file, progress) { summary.push($0) }
      summary.finish()
      guard summary.sentenceCount > 0 || !summary.frames.isEmpty else {
        throw unreadable
          ?? Failure(
            noSentenceIn: file, doing: "check", dropped: summary.defects,
            binary: summary.binaryFrames.names)
      }
      switch format {
      case .text:
        log.lines = report(on: summary, of: file, in: units, width: width).map { Array($0.utf8) }
      case .json: log.lines = [try JSONLine.encode(summary.members(of: file))]
      }
      if let unreadable { throw unreadable }
    }
  }
}
