// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Several files in one command: read side by side, printed one after the other.
@Suite struct SideBySideTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Logs whose fixes take from a few lines to several megabytes.
  private func logs() throws -> [String] {
    try [20_000, 1, 15_000, 300, 20_000].enumerated().map { index, seconds in
      try scratch.file(
        "\(index).nmea",
        SampleLog.epochs(index..<index + min(seconds, 3000))
          + String(repeating: SampleLog.epochs(3100..<3200), count: seconds / 100))
    }
  }

  @Test(arguments: ["replay", "decode", "check"])
  func printsWhatEachFilePrintsAlone(command: String) throws {
    let logs = try logs()
    let alone = try logs.flatMap { try Tool.run([command, $0]).output }
    let together = try Tool.run([command] + logs)
    #expect(together.exitCode == 0)
    #expect(together.output == alone)
  }

  /// What waits is kept in a file of its own; where there can be none, the file waits itself.
  @Test func waitsWhereNothingCanBeKept() throws {
    let logs = try logs()
    let alone = try logs.flatMap { try Tool.run(["decode", $0]).output }
    let run = try Tool.shell(
      "TMPDIR=/nowhere exec \"$gps\" decode \"$@\"", arguments: logs)
    #expect(run.exitCode == 0)
    #expect(run.output == alone)
  }

  @Test func leavesNothingInTheTemporaryFolder() throws {
    let folder = scratch.path + "/temporary"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let logs = try logs()
    let run = try Tool.shell(
      "TMPDIR=$1; export TMPDIR; shift; exec \"$gps\" decode \"$@\"", arguments: [folder] + logs)
    #expect(run.exitCode == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func tellsOfFailuresInTheOrderOfTheFiles() throws {
    let good = try scratch.file("good.nmea", SampleLog.epochs(0..<3500))
    let empty = try scratch.file("empty.nmea", "")
    let missing = scratch.path + "/missing.nmea"
    let run = try Tool.run(["replay", good, missing, good, empty, good])
    #expect(run.exitCode == 66)
    #expect(run.complaintLines.count == 2)
    #expect(run.complaintLines.first?.contains("missing.nmea") == true)
    #expect(run.complaintLines.last?.contains("empty.nmea") == true)
    let alone = try Tool.run(["replay", good]).output
    #expect(run.output == alone + alone + alone)
  }

  @Test func endsWhenNobodyReads() throws {
    let logs = try logs()
    let run = try Tool.shell("\"$gps\" decode \"$@\" | head -n 1", arguments: logs)
    #expect(run.lines.count == 1)
    #expect(run.complaints.isEmpty)
  }

  @Test func saysOnceThatNothingCanBeWritten() throws {
    let logs = try logs()
    let run = try Tool.shell("exec \"$gps\" decode \"$@\" > /dev/full", arguments: logs)
    expectFailure(run, 74, "cannot write to standard output")
  }
}
