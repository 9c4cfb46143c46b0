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
      var unreadable: Failure?
      do {
        try read(file) { summary.push($0) }
      } catch let error as Failure {
        unreadable = error
      }
      summary.finish()
      guard summary.sentenceCount > 0 else {
        throw unreadable ?? Failure(nothingIn: file, summary)
      }
      for line in report(on: summary, of: file) {
        try output.line { $0.append(contentsOf: line.utf8) }
      }
      if let unreadable { throw unreadable }
    }
  }
}

extension Failure {
  /// There is no sentence in a file; what there is instead.
  fileprivate init(nothingIn file: String, _ summary: LogSummary) {
    let binary = summary.traits.binaryProtocols.sorted().joined(separator: " and ")
    let reason =
      if !binary.isEmpty {
        "the receiver speaks \(binary); switch it to NMEA 0183"
      } else if summary.defects.missingChecksums > 0 {
        "its sentences have no checksums; try --allow-missing-checksums"
      } else if summary.defects.isEmpty {
        "it is empty"
      } else {
        "only \(summary.defects.summary)"
      }
    self.init(
      "cannot check \(file.fileName): no valid NMEA 0183 sentence in it; \(reason)", EX_DATAERR)
  }
}
