// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import Glibc
import NMEA0183

/// `gps check`: what is in a log, and what is missing in it.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell what is in recorded receiver logs, and what is missing for good locations.")

  @OptionGroup var recordings: RecordingOptions

  @Option(help: "\"text\" for people or \"json\", one object a file.")
  var format = OutputFormat.text

  @OptionGroup var dates: DateOptions

  func run() throws {
    let (checksums, referenceDate, format) = (recordings.checksums, dates.referenceDate, format)
    try forEach(recordings.files) { file, output in
      var summary = LogSummary(checksums: checksums, referenceDate: referenceDate)
      let unreadable = try read(file, showsProgress: output.isAlone) { summary.push($0) }
      summary.finish()
      guard summary.sentenceCount > 0 else {
        throw unreadable
          ?? Failure(
            noSentenceIn: file, doing: "check", dropped: summary.defects,
            binary: summary.binaryFrames.counts.keys.sorted())
      }
      switch format {
      case .text:
        for line in report(on: summary, of: file) {
          try output.line { $0.append(contentsOf: line.utf8) }
        }
      case .json:
        let line = try JSONLine.encode(SummaryMembers(summary, of: file))
        try output.line { $0.append(contentsOf: line) }
      }
      try output.flush()
      if let unreadable { throw unreadable }
    }
  }
}
