// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@Suite struct OptionTests {
  @Test(
    arguments: [
      ("no such option", ["replay", "--quick", "log.nmea"]),
      ("no file", ["replay"]),
      ("no file", ["decode"]),
      ("no file", ["check"]),
      ("speed backwards", ["replay", "--speed", "-1", "log.nmea"]),
      ("no value", ["replay", "log.nmea", "--speed"]),
      ("an option of another command", ["decode", "--speed", "2", "log.nmea"]),
    ] as [(String, [String])])
  func refusesWhatItDoesNotUnderstand(name: String, arguments: [String]) throws {
    let run = try Tool.run(arguments)
    expectFailure(run, 64, "; add --help to see what can be given")
    #expect(run.output.isEmpty)
  }

  @Test(
    arguments: [
      ("no such format", ["replay", "--format", "xml"], "--format xml: give text or json"),
      ("no speed", ["replay", "--speed", "0"], "--speed 0: give max, or a factor"),
      ("slower than can be waited for", ["replay", "--speed", "1e-12"], "a factor such as 1"),
      ("no speed, but a word", ["replay", "--speed", "nan"], "--speed nan: give max"),
      ("endless speed", ["replay", "--speed", "inf"], "--speed inf: give max"),
      ("no such day", ["check", "--reference-date", "2025-02-29"], "a day, such as 2025-06-15"),
      ("no day", ["check", "--reference-date", "today"], "today: give a day"),
      ("no number", ["watch", "--baud", "fast"], "--baud fast: give a number"),
      ("half a number", ["watch", "--baud", "4800.5"], "--baud 4800.5: give a whole number"),
      ("one of a list", ["plot", "--panel", "map,x"], "--panel map,x: give map,"),
      (
        "a year long from now", ["convert", "--to", "csv", "--from", "2300-01-01"],
        "from 1908 to 2199"
      ),
      ("more than a day", ["publish", "--every", "25h"], "such as 30s, 5m or 1h"),
      ("a hostile one", ["watch", "--baud", "\u{1B}[31m'"], "--baud \\u{1b}[31m': give a number"),
    ] as [(name: String, arguments: [String], words: String)])
  func saysWhatToGiveInPlaceOfAValue(name: String, arguments: [String], words: String) throws {
    let run = try Tool.run(arguments + ["log.nmea"])
    expectFailure(run, 64, words)
    #expect(run.output.isEmpty)
  }

  /// As the commands that print, and "gps watch /dev/ttyUSB0", have them.
  @Test(
    arguments: [
      (["serve", "service"], "cannot serve service: it is already a service"),
      (["convert", RecordTests.walk, "--format", "gpz"], "cannot use --format gpz: give gpx,"),
    ])
  func namesOfOtherCommandsAreUnderstood(arguments: [String], words: String) throws {
    expectFailure(try Tool.run(arguments), 64, words)
  }

  @Test(
    arguments: [
      ("two letters exchanged", ["wacth"], "wacth: no such command; did you mean \"watch\"?"),
      ("a letter too many", ["listt", "--json"], "did you mean \"list\"?"),
      ("its help", ["help", "recrod"], "did you mean \"record\"?"),
      ("below another command", ["authorize", "alow", "a.b"], "did you mean \"allow\"?"),
      ("nothing like it", ["frobnicate"], "no such command; run \"gps help\" to see them"),
      ("nothing like it there", ["authorize", "grant"], "run \"gps help authorize\" to see them"),
      ("hostile", ["\u{1B}[31m"], "\\u{1b}[31m: no such command"),
    ] as [(why: String, arguments: [String], words: String)])
  func suggestsTheCommandThatWasMeant(why: String, arguments: [String], words: String) throws {
    expectFailure(try Tool.run(arguments), 64, words)
  }

  @Test(
    arguments: [
      ["list"], ["doctor", "--device", "/dev/nope"], ["check", RecordTests.walk],
      ["replay", RecordTests.walk], ["decode", RecordTests.walk], ["authorize", "list"],
      // Short enough to fit the listener's queue: a longer one may lose its first fixes at this speed.
      ["watch", "--device", "replay:\(RecordTests.recordings)/year-end.nmea?speed=max"],
    ])
  func printsJSONByTheSameOptionsEverywhere(arguments: [String]) throws {
    let short = try Tool.run(arguments + ["--json"])
    let long = try Tool.run(arguments + ["--format", "json"])
    #expect(short.exitCode == long.exitCode)
    #expect(short.complaintLines.first == long.complaintLines.first)
    #expect(try short.objects.map(\.keys.count) == long.objects.map(\.keys.count))
    expectFailure(
      try Tool.run(arguments + ["--json", "--format", "text"]), 64, "--json with --format text")
  }

  @Test(
    arguments: [
      ["watch", "/dev/nope"], ["watch", "-d", "/dev/nope"],
      ["record", "--no-wait", "-d", "/dev/nope", "-"],
    ])
  func takesADeviceWithoutTheLongOption(arguments: [String]) throws {
    expectFailure(try Tool.run(arguments), 69, "cannot open /dev/nope: no such device")
  }

  @Test(
    arguments: [
      ("two devices", ["watch", "/dev/a", "-d", "/dev/b"], "/dev/a with --device /dev/b"),
      (
        "tiles of another kind",
        ["web", "--replay", RecordTests.walk, "--tiles", "ftp://x/{z}/{x}/{y}"],
        "it is not a valid URL"
      ),
      ("slower than any line", ["record", "--baud", "5", "-d", "/dev/nope", "-"], "--baud 5"),
      ("no text", ["decode", "--format", "text", "a.nmea"], "there is no text"),
    ] as [(why: String, arguments: [String], words: String)])
  func refusesWhatCannotBeMeant(why: String, arguments: [String], words: String) throws {
    expectFailure(try Tool.run(arguments), 64, words)
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

  @Test(arguments: ["--help", "help decode", "--version"])
  func saysThatHelpCannotBeWritten(arguments: String) throws {
    let run = try Tool.shell("exec \"$gps\" \(arguments) > /dev/full")
    expectFailure(run, 74, "cannot write to standard output: no space left on device")
  }

  @Test(arguments: [["--version"], ["watch", "--version"]])
  func tellsItsVersion(arguments: [String]) throws {
    let run = try Tool.run(arguments)
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    #expect(run.lines.count == 1)
    #expect(try run.lines[0].wholeMatch(of: Regex(#"[0-9]+\.[0-9]+\.[0-9]+(-dev)?"#)) != nil)
  }
}
