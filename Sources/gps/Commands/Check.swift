// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import Glibc
import NMEA0183

/// `gps check`: what is in a log, and what is missing in it.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell what is in recorded receiver logs, and what is missing for good locations.",
    discussion: "\"-\" is standard input.")

  @Argument(help: "Recordings of what a receiver sent.")
  var files: [String]

  @Option(help: "\"text\" for people or \"json\", one object a file.")
  var format = OutputFormat.text

  @Option(
    name: .customLong("reference-date"),
    help: ArgumentHelp(
      "A day on which the receiver was not running yet; earlier dates are moved on by 1024 weeks.",
      valueName: "yyyy-mm-dd"))
  var referenceDate: DayArgument?

  @Flag(name: .customLong("allow-missing-checksums"), help: "Accept sentences without a checksum.")
  var allowMissingChecksums = false

  func run() throws {
    var output = StandardOutput()
    try forEach(files, flushing: &output) { file, output in
      var summary = LogSummary(
        checksums: allowMissingChecksums ? .optional : .required,
        referenceDate: referenceDate?.date)
      let unreadable = try read(file) { summary.push($0) }
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
