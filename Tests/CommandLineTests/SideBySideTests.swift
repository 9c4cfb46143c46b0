// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Several files in one command: read side by side, printed one after the other.
@Suite struct SideBySideTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

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

  /// The kernel hands over what has waited to some outputs, and not to others.
  @Test func printsInOrderWhereverItGoes() throws {
    let outputs = [
      ("a pipe", "| cat"),
      ("a file", "> \"$file\"; cat \"$file\""),
      ("the end of a file, where the kernel does not", ">> \"$file\"; cat \"$file\""),
      ("a reader that comes late", "| { sleep 1; cat; }"),
      ("a reader that takes little at a time", "| dd bs=777 status=none"),
    ]
    let logs = try [2500, 1, 2500, 300, 0, 1500, 2, 3000, 40].enumerated().map { index, seconds in
      try scratch.file("\(index).nmea", SampleLog.epochs(index..<index + seconds))
    }
    let alone = try logs.map { try Tool.run(["decode", $0]) }
    for (name, script) in outputs {
      let run = try Tool.shell(
        "file=$1; shift; \"$gps\" decode \"$@\" \(script)",
        arguments: [try scratch.file("printed", "")] + logs)
      #expect(run.complaints == alone.flatMap(\.complaints), "\(name)")
      #expect(run.output == alone.flatMap(\.output), "\(name)")
    }
  }

  /// Some waits, some is printed for a file that is still being read.
  @Test func printsToNowhere() throws {
    let run = try Tool.shell("exec \"$gps\" decode \"$@\" > /dev/null", arguments: try logs())
    #expect(run.exitCode == 0)
    #expect(run.complaints.isEmpty)
  }

  /// What waits is kept in a file of its own; where there can be none, or it is full, the file waits itself.
  @Test(arguments: [("no folder", "export TMPDIR=/nowhere"), ("no room", "ulimit -f 1000")])
  func waitsWhereNothingCanBeKept(why: String, setting: String) throws {
    let logs = try logs()
    let alone = try logs.flatMap { try Tool.run(["decode", $0]).output }
    let run = try Tool.shell(
      "{ \(setting); \"$gps\" decode \"$@\"; echo $?; } | cat", arguments: logs)
    #expect(run.complaints.isEmpty)
    #expect(run.output == alone + Array("0\n".utf8))
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
