// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@Suite struct OptionTests {
  @Test(
    arguments: [
      ("no such command", ["play"]),
      ("no such option", ["replay", "--quick", "log.nmea"]),
      ("no file", ["replay"]),
      ("no file", ["decode"]),
      ("no file", ["check"]),
      ("no such format", ["replay", "--format", "xml", "log.nmea"]),
      ("no speed", ["replay", "--speed", "0", "log.nmea"]),
      ("speed backwards", ["replay", "--speed", "-1", "log.nmea"]),
      ("slower than can be waited for", ["replay", "--speed", "1e-12", "log.nmea"]),
      ("no number", ["replay", "--speed", "nan", "log.nmea"]),
      ("endless speed", ["replay", "--speed", "inf", "log.nmea"]),
      ("no value", ["replay", "log.nmea", "--speed"]),
      ("no such day", ["check", "--reference-date", "2025-02-29", "log.nmea"]),
      ("no day", ["check", "--reference-date", "today", "log.nmea"]),
      ("an option of another command", ["decode", "--speed", "2", "log.nmea"]),
    ] as [(String, [String])])
  func refusesWhatItDoesNotUnderstand(name: String, arguments: [String]) throws {
    let run = try Tool.run(arguments)
    expectFailure(run, 64, "; add --help to see what can be given")
    #expect(run.output.isEmpty)
  }

  @Test(
    arguments: [
      ["--help"], ["help"], ["replay", "--help"], ["help", "decode"], ["check", "-h"],
    ])
  func helpsOnStandardOutput(arguments: [String]) throws {
    let run = try Tool.run(arguments)
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    #expect(run.lines.contains { $0.hasPrefix("USAGE: gps") })
  }

  @Test(arguments: [["--version"], ["watch", "--version"]])
  func tellsItsVersion(arguments: [String]) throws {
    let run = try Tool.run(arguments)
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    #expect(run.lines.count == 1)
    #expect(try run.lines[0].wholeMatch(of: Regex(#"[0-9]+\.[0-9]+\.[0-9]+(-dev)?"#)) != nil)
  }
}
