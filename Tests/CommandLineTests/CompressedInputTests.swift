// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite struct CompressedInputTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test(arguments: InputTests.commands) func readsAsIfNotCompressed(command: String) throws {
    let compressed = try scratch.compressedFile("log.nmea", SampleLog.epochs(0..<3))
    let run = try Tool.run([command, compressed])
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    let plain = try Tool.run([command, scratch.path + "/log.nmea"])
    #expect(run.lines.dropFirst() == plain.lines.dropFirst())
  }

  @Test func readsStandardInputThatIsAFile() throws {
    let compressed = try scratch.compressedFile("log.nmea", SampleLog.epochs(0..<3))
    let run = try Tool.run(["replay", "-"], input: compressed)
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    #expect(run.lines.count == 3)
  }

  @Test(arguments: [
    ("in one piece", "cat \"$1\"", 40_000),
    ("byte by byte at first", "head -c 1 \"$1\"; sleep 0.2; tail -c +2 \"$1\"", 40_000),
    ("more than a pipe holds", "cat \"$1\"", 200_000),
  ]) func readsAPipe(name: String, command: String, size: Int) throws {
    // Noise does not compress, so that it takes more than one read.
    var generator = SystemRandomNumberGenerator()
    let noise = (0..<size).map { _ in UInt8.random(in: 128...255, using: &generator) }
    let compressed = try scratch.compressedFile(
      "log.nmea", Data(SampleLog.epochs(0..<10).utf8) + noise)
    let run = try Tool.shell("{ \(command); } | \"$gps\" replay -", compressed)
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    #expect(run.lines.count == 10)
  }

  @Test func reportsATruncatedPipe() throws {
    let compressed = try scratch.compressedFile("log.nmea", SampleLog.epochs(0..<3600))
    let run = try Tool.shell("head -c 20000 \"$1\" | \"$gps\" replay -", compressed)
    expectFailure(run, 65, "damaged or cut off")
    #expect(run.lines.count > 100)
  }

  /// An hour of epochs, so that half of the file holds many of them.
  @Test func printsEverythingBeforeATruncation() throws {
    let compressed = try scratch.compressedFile("log.nmea", SampleLog.epochs(0..<3600))
    let data = try Data(contentsOf: URL(filePath: compressed))
    let half = try scratch.file("half.nmea.gz", data.prefix(data.count / 2))
    let run = try Tool.run(["replay", half])
    expectFailure(run, 65, "damaged or cut off")
    #expect((100..<3600).contains(run.lines.count))
    let plain = try Tool.run(["replay", scratch.path + "/log.nmea"])
    #expect(plain.lines.starts(with: run.lines.dropLast()))

    let report = try Tool.run(["check", half])
    expectFailure(report, 65, "damaged or cut off")
    #expect(report.lines.contains { $0.hasPrefix("  fixes") })
  }

  @Test func reportsDamagedContent() throws {
    let compressed = try scratch.compressedFile("log.nmea", SampleLog.epochs(0..<600))
    var data = try Data(contentsOf: URL(filePath: compressed))
    // The trailer is the checksum followed by the length (RFC 1952, 2.3).
    data[data.count - 5] ^= 0xFF
    let run = try Tool.run(["replay", try scratch.file("bad.nmea.gz", data)])
    expectFailure(run, 65, "damaged or cut off")
    #expect(run.lines.count == 600)
  }

  @Test func reportsMissingGzip() throws {
    let compressed = try scratch.compressedFile("log.nmea", SampleLog.epochs(0..<3))
    let run = try Tool.run(["replay", compressed], searchPath: scratch.path)
    expectFailure(run, 69, "gzip is not installed")
  }
}
