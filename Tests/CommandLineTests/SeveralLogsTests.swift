// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Several logs in one command: the output is in the order of the logs, whichever is read first.
@Suite struct SeveralLogsTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Returns logs whose output ranges from two lines to several times what a pipe holds.
  private func logs() throws -> [String] {
    try [1500, 1, 1200, 300, 1500].enumerated().map { index, seconds in
      try scratch.file("\(index).nmea", SampleLog.epochs(index..<index + seconds))
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

  @Test func printsInOrderWhereverItGoes() throws {
    let outputs = [
      ("a pipe", "| cat"),
      ("a file", "> \"$file\"; cat \"$file\""),
      ("the end of a file, where the kernel does not", ">> \"$file\"; cat \"$file\""),
      ("a reader that comes late", "| { sleep 1; cat; }"),
      ("a reader that takes little at a time", "| dd bs=777 status=none"),
    ]
    let logs = try [800, 1, 800, 300, 0, 500, 2, 1000, 40].enumerated().map { index, seconds in
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

  @Test func readsTheRecordingsInAFolder() throws {
    _ = try scratch.file("drive.nmea", SampleLog.epochs(0..<3))
    _ = try scratch.file("drive.gpx", "<gpx/>")
    let run = try Tool.run(["replay", scratch.path])
    #expect(run.exitCode == 0 && run.lines.count == 3 && run.complaints.isEmpty)
    let empty = scratch.path + "/empty"
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
    expectFailure(
      try Tool.run(["check", empty]), 66,
      "a directory without a name that ends with .nmea or .log or")
  }

  /// A name that is no UTF-8 stands in JSON as it does in text.
  @Test func namesAnyFile() throws {
    let log = try scratch.file("log.nmea", SampleLog.epochs(0..<3))
    let run = try Tool.shell(
      #"name=$(printf 'a\351.nmea'); cp "$1" "${1%/*}/$name"; exec "$gps" check --json "${1%/*}/$name""#,
      arguments: [log])
    #expect(try run.objects.first?["file"] as? String == scratch.path + "/a\\xe9.nmea")
  }

  @Test func printsToTheNullDevice() throws {
    let run = try Tool.shell("exec \"$gps\" decode \"$@\" > /dev/null", arguments: try logs())
    #expect(run.exitCode == 0)
    #expect(run.complaints.isEmpty)
  }

  @Test(arguments: ["replay", "check"])
  func reportsFailuresInTheOrderOfTheLogs(command: String) throws {
    let good = try scratch.file("good.nmea", SampleLog.epochs(0..<1500))
    let empty = try scratch.file("empty.nmea", "")
    let missing = scratch.path + "/missing.nmea"
    let run = try Tool.run([command, good, missing, good, empty, good])
    #expect(run.exitCode == 66)
    #expect(run.complaintLines.count == 2)
    #expect(run.complaintLines.first?.contains("missing.nmea") == true)
    #expect(run.complaintLines.last?.contains("empty.nmea") == true)
    let alone = try Tool.run([command, good]).output
    #expect(run.output == alone + alone + alone)
  }

  @Test func endsWhenNobodyReads() throws {
    let logs = try logs()
    let run = try Tool.shell("\"$gps\" decode \"$@\" | head -n 1", arguments: logs)
    #expect(run.lines.count == 1)
    #expect(run.complaints.isEmpty)
  }

  @Test func reportsAWriteErrorOnce() throws {
    let logs = try logs()
    for command in ["decode", "check"] {
      let run = try Tool.shell("exec \"$gps\" \(command) \"$@\" > /dev/full", arguments: logs)
      expectFailure(run, 74, "cannot write to standard output")
    }
  }

  /// `check` reads logs on all processors, and a short log may be finished before a longer one in front of it.
  @Test func checksMoreLogsThanThereAreProcessors() throws {
    let logs = try (0..<40).map { index in
      try scratch.file("\(index).nmea", SampleLog.epochs(index..<index + 1 + index % 7 * 100))
    }
    let run = try Tool.run(["check", "--format", "json"] + logs)
    #expect(run.exitCode == 0)
    #expect(try run.objects.map { $0["file"] as? String } == logs)
  }
}
