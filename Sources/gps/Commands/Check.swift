// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GNSSReceiver
import Glibc
import LinuxSystem
import NMEA0183
import ReceiverRecording

/// `gps check`: reports what a log contains and what it lacks.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Report what recorded receiver logs contain, and what is missing for good locations.")

  @OptionGroup var recordings: RecordingOptions

  @OptionGroup var output: FormatOptions

  @OptionGroup var dates: DateOptions

  func run() throws {
    let checking = Checking(
      format: try output.chosen(), checksums: recordings.checksums,
      referenceDate: dates.referenceDate, progress: ProgressBar(of: recordings.files))
    let printed = Mutex(Printed())
    let inTurn = recordings.files.contains(where: isStream)
    try forEachLog(recordings.files, inTurn: inTurn, make: checking.check) { log in
      checking.progress.clear()
      try printed.withLock { try $0.print(log) }
    }
    try printed.withLock { try $0.finish() }
  }
}

/// The report on a log.
private struct CheckedLog: Sendable {
  var lines: [[UInt8]] = []
  /// Why the report is missing or incomplete.
  var failure: Failure?
}

/// The settings of a check.
private struct Checking: Sendable {
  let format: OutputFormat
  let checksums: SentenceFramer.ChecksumPolicy
  let referenceDate: CivilDate?
  let progress: ProgressBar
  let width = StandardOutput.terminalWidth

  @Sendable func check(_ file: String) -> CheckedLog {
    var log = CheckedLog()
    do {
      var summary = LogSummary(checksums: checksums, referenceDate: referenceDate)
      log.failure = try read(file, progress) { summary.push($0) }
      summary.finish()
      guard summary.sentenceCount > 0 || !summary.frames.isEmpty else {
        log.failure =
          log.failure
          ?? Failure(
            noSentenceIn: file, doing: "check", dropped: summary.defects,
            binary: summary.binaryFrames.counts.keys.sorted())
        return log
      }
      log.lines =
        switch format {
        case .text: report(on: summary, of: file, width: width).map { Array($0.utf8) }
        case .json: [try JSONLine.encode(summary.members(of: file))]
        }
    } catch {
      log.failure = error as? Failure ?? Failure("cannot check \(file): \(error)", EX_SOFTWARE)
    }
    return log
  }
}

/// Prints the reports, and remembers the first failure.
private struct Printed: ~Copyable {
  private var output = StandardOutput()
  private var exitCode: CInt = 0

  mutating func print(_ log: CheckedLog) throws {
    for line in log.lines { try output.line { $0.append(contentsOf: line) } }
    try output.flush()
    guard let failure = log.failure else { return }
    try output.complain(failure.description)
    if exitCode == 0 { exitCode = failure.exitCode }
  }

  /// - Throws: `ExitCode` of the first log that failed.
  func finish() throws {
    if exitCode != 0 { throw ExitCode(exitCode) }
  }
}
