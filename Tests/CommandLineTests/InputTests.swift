// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// What the commands report about files that cannot be read, and about files without sentences.
@Suite struct InputTests {
  static let commands = ["replay", "decode", "check"]

  private let scratch: ScratchFolder
  private var noise: [UInt8] {
    // A multiplicative congruential generator (Park and Miller), for bytes without any order.
    var state = 1
    return (0..<100_000).map { _ in
      state = state * 48271 % 2_147_483_647
      return UInt8(truncatingIfNeeded: state >> 8)
    }
  }

  init() throws { scratch = try ScratchFolder() }

  @Test(arguments: commands) func reportsAMissingFile(command: String) throws {
    let run = try Tool.run([command, scratch.path + "/nothing.nmea"])
    expectFailure(run, 66, "nothing.nmea: no such file")
    #expect(run.output.isEmpty)
  }

  @Test(arguments: commands) func reportsADirectory(command: String) throws {
    expectFailure(try Tool.run([command, scratch.path]), 66, "it is a directory")
  }

  @Test(arguments: commands) func reportsAnUnreadableFile(command: String) throws {
    let file = try scratch.file("locked.nmea", SampleLog.epochs(0..<2))
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
    // Root may read every file, so the command runs without the capabilities for that.
    let prefix =
      getuid() == 0
      ? "setpriv --inh-caps=-all --bounding-set=-dac_override,-dac_read_search" : ""
    let run = try Tool.shell("\(prefix) \"$gps\" \"$1\" \"$2\"", command, file)
    expectFailure(run, 77, "permission denied")
  }

  @Test(arguments: commands) func reportsAnEmptyFile(command: String) throws {
    let file = try scratch.file("empty.nmea", "")
    expectFailure(try Tool.run([command, file]), 65, "no valid NMEA 0183 sentence")
  }

  @Test(arguments: commands) func reportsNoise(command: String) throws {
    let file = try scratch.file("noise", noise)
    expectFailure(try Tool.run([command, file]), 65, "no valid NMEA 0183 sentence")
  }

  @Test(arguments: commands) func refusesAPicture(command: String) throws {
    let header: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    let file = try scratch.file("picture.png", header + Array("IHDR".utf8) + noise)
    expectFailure(try Tool.run([command, file]), 65, "no valid NMEA 0183 sentence")
  }

  /// The memory of the process itself, whose first page is not mapped.
  @Test(arguments: commands) func reportsAReadError(command: String) throws {
    expectFailure(try Tool.run([command, "/proc/self/mem"]), 74, "input/output error")
  }

  /// The limit for private memory is smaller than the file: no more than a piece of the file is kept.
  @Test(arguments: commands) func takesNoMemoryForALineThatDoesNotEnd(command: String) throws {
    let line = [UInt8]("$GPGGA,".utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: 20_000_000)
    let file = try scratch.file("line.nmea", line)
    let run = try Tool.shell("ulimit -d 16384; \"$gps\" \"$1\" \"$2\"", command, file)
    expectFailure(run, 65, "no valid NMEA 0183 sentence")
  }

  @Test(arguments: commands) func readsStandardInput(command: String) throws {
    let file = try scratch.file("log.nmea", SampleLog.epochs(0..<3))
    let redirected = try Tool.run([command, "-"], input: file)
    let piped = try Tool.shell("cat \"$2\" | \"$gps\" \"$1\" -", command, file)
    let named = try Tool.run([command, file])
    #expect(redirected.exitCode == 0 && redirected.complaints.isEmpty)
    #expect(piped.exitCode == 0 && piped.complaints.isEmpty)
    // Everything but the name in the report.
    #expect(redirected.lines.dropFirst() == named.lines.dropFirst())
    #expect(piped.output == redirected.output)
  }

  @Test(arguments: commands) func namesStandardInput(command: String) throws {
    expectFailure(try Tool.run([command, "-"]), 65, "standard input: no valid")
  }

  @Test(arguments: commands) func continuesAfterAMissingFile(command: String) throws {
    let first = try scratch.file("1.nmea", SampleLog.epochs(0..<2))
    let last = try scratch.file("3.nmea", SampleLog.epochs(10..<13))
    let run = try Tool.run([command, first, scratch.path + "/2.nmea", last])
    expectFailure(run, 66, "2.nmea: no such file")
    let whole = try Tool.run([command, first]).output + Tool.run([command, last]).output
    #expect(run.output == whole)
  }

  @Test func exitsForTheFirstOfSeveralFailures() throws {
    let empty = try scratch.file("empty.nmea", "")
    let run = try Tool.run(["replay", empty, scratch.path + "/missing.nmea"])
    #expect(run.exitCode == 65)
    #expect(run.complaintLines.count == 2)
  }
}
