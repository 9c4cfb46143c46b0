// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

/// What the process does with its arguments; which ones are refused, and why, is in `ArgumentTests`.
@Suite struct OptionTests {
  @Test(
    arguments: [
      ("no such option", ["replay", "--quick", "log.nmea"], "add --help to see the options"),
      ("hostile value", ["watch", "--baud", "\u{1B}[31m'"], "--baud \\u{1b}[31m': give a number"),
      ("hostile command", ["\u{1B}[31m"], "\\u{1b}[31m: no such command"),
    ] as [(why: String, arguments: [String], words: String)])
  func refusesArgumentsInOneLineOnStandardError(
    why: String, arguments: [String], words: String
  ) throws {
    let run = try Tool.run(arguments)
    expectFailure(run, 64, words)
    #expect(run.output.isEmpty)
  }

  @Test(
    arguments: [
      (["serve", "service"], "cannot serve service: it is already a service"),
      (
        ["web", "--replay", RecordTests.walk, "--tiles", "ftp://x/{z}/{x}/{y}"],
        "it is not a valid URL"
      ),
    ])
  func refusesSources(arguments: [String], words: String) throws {
    expectFailure(try Tool.run(arguments), 64, words)
  }

  @Test(
    arguments: [
      ["watch", "/dev/nope"], ["watch", "-d", "/dev/nope"],
      ["record", "--no-wait", "-d", "/dev/nope", "-"],
    ])
  func takesADeviceWithoutTheLongOption(arguments: [String]) throws {
    expectFailure(try Tool.run(arguments), 69, "cannot open /dev/nope: no such device")
  }

  @Test func helpsOnStandardOutput() throws {
    let run = try Tool.run(["help", "decode"])
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    #expect(run.lines.contains { $0.hasPrefix("USAGE: gps") })
  }

  @Test func reportsThatHelpCannotBeWritten() throws {
    let run = try Tool.shell("exec \"$gps\" --help > /dev/full")
    expectFailure(run, 74, "cannot write to standard output: no space left on device")
  }

  @Test func printsItsVersion() throws {
    let run = try Tool.run(["watch", "--version"])
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    #expect(run.lines.count == 1)
    #expect(try run.lines[0].wholeMatch(of: Regex(#"[0-9]+\.[0-9]+\.[0-9]+(-dev)?"#)) != nil)
  }
}
