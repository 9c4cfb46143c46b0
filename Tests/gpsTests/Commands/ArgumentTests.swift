// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import Testing

@testable import gps

/// Command lines that name no command that can be run, and the line that says what to give instead.
@Suite struct ArgumentTests {
  /// Expects arguments to be refused with exit code 64 and a line that contains these words.
  private func expectRefusal(_ arguments: [String], _ words: String, _ why: String) {
    let failure = #expect(throws: Failure.self, "\(why)") { _ = try GPS.parsed(arguments) }
    #expect(failure?.exitCode == EX_USAGE)
    #expect(failure?.description.contains(words) == true, "\(failure?.description ?? "")")
  }

  @Test(
    arguments: [
      ("no such option", "replay --quick log.nmea"), ("no file", "replay"), ("no file", "decode"),
      ("no file", "check"), ("no file", "record"), ("no application", "authorize allow"),
      ("negative speed", "replay --speed -1 log.nmea"), ("no value", "replay log.nmea --speed"),
      ("no device", "configure --rate 1"),
      ("another command's option", "decode --speed 2 log.nmea"),
    ] as [(why: String, words: String)])
  func advisesHelpIfTheArgumentsDoNotFit(why: String, words: String) {
    let arguments = words.split(separator: " ").map(String.init)
    expectRefusal(arguments, "; add --help to see the options", why)
  }

  @Test(
    arguments: [
      ("unknown format", "replay --format xml", "--format xml: give text or json"),
      ("zero speed", "replay --speed 0", "--speed 0: give max, or a factor"),
      ("too slow to wait for", "replay --speed 1e-12", "a factor such as 1"),
      ("a word as speed", "replay --speed nan", "--speed nan: give max"),
      ("infinite speed", "replay --speed inf", "--speed inf: give max"),
      ("zero speed of a recording", "monitor --speed 0", "--speed 0: give max"),
      ("no such day", "check --reference-date 2025-02-29", "a day, such as 2025-06-15"),
      ("a word as day", "check --reference-date today", "today: give a day"),
      ("a word as rate", "watch --baud fast", "--baud fast: give a number"),
      ("half a baud", "watch --baud 4800.5", "--baud 4800.5: give a whole number"),
      ("slower than any line", "record --baud 5 -", "--baud 5"),
      ("unknown panel", "plot --panel map,depth a", "--panel map,depth: give map,"),
      ("after 2199", "convert --to csv --from 2300-01-01", "from 1908 to 2199"),
      ("unknown track format", "convert --to shp", "cannot use --to shp: give gpx,"),
      ("its other name", "convert --format gpz", "cannot use --format gpz: give gpx,"),
      (
        "a time as format", "history --to 2025-06-15",
        "--to 2025-06-15: give gpx, geojson, kml, csv, nmea, json or gpslogger; for a time, --until"
      ),
      ("half a circle", "history --to gpx --near 47,9", "--near"),
      ("no unit", "history record --keep 90", "--keep"),
      ("more than a day", "publish --every 25h", "such as 30s, 5m or 1h"),
      ("half a region", "on enter home,1,2 -- true", "home,1,2: give a name and a circle"),
      ("a word as time", "on move 9 --grace soon -- true", "--grace soon: give a time"),
      ("zero patience", "on move 9 --lost 0 -- true", "or \"never\""),
      ("a word as size", "record --rotate-size much a", "--rotate-size"),
      ("zero duration", "record --duration 0 a", "--duration 0"),
      ("a word to keep", "record --keep much --rotate-hourly a", "--keep much"),
      ("zero days to keep", "record --keep 0d --rotate-hourly a", "--keep 0d"),
      ("a word as time", "doctor --for soon", "--for"), ("no time", "doctor --for 0", "--for"),
      ("neither on nor off", "authorize precise a.b half", "give on or off"),
      ("too fast", "configure -d x --rate 100", "from 0.1 to 40"),
      ("negative rate", "configure -d x --rate -1", "from 0.1 to 40"),
      ("a word as rate", "configure -d x --rate nan", "from 0.1 to 40"),
      ("too slow a line", "configure -d x --baud 50", "from 4800 to 921600"),
      ("unknown sentence", "configure -d x --enable XYZ", "--enable XYZ: give GGA,"),
      ("an empty name", "configure -d x --enable GST,", "--enable GST,: give GGA,"),
      (
        "unknown manufacturer", "configure -d x --rate 1 --maker garmin",
        "--maker garmin: give ublox, mediatek or sirf"
      ),
    ] as [(why: String, words: String, complaint: String)])
  func saysWhatToGiveInPlaceOfAValue(why: String, words: String, complaint: String) {
    expectRefusal(words.split(separator: " ").map(String.init), complaint, why)
  }

  @Test(
    arguments: [
      ("two letters exchanged", ["wacth"], "wacth: no such command; did you mean \"watch\"?"),
      ("a letter too many", ["listt", "--json"], "did you mean \"list\"?"),
      ("its help", ["help", "recrod"], "did you mean \"record\"?"),
      ("below another command", ["authorize", "alow", "a.b"], "did you mean \"allow\"?"),
      ("nothing like it", ["frobnicate"], "no such command; run \"gps help\" to see them"),
      ("nothing like it there", ["authorize", "grant"], "run \"gps help authorize\" to see them"),
    ] as [(why: String, arguments: [String], words: String)])
  func suggestsTheCommandThatWasMeant(why: String, arguments: [String], words: String) {
    expectRefusal(arguments, words, why)
  }

  @Test(
    arguments: [
      ["--help"], ["help"], ["replay", "--help"], ["help", "decode"], ["check", "-h"],
    ])
  func helps(arguments: [String]) throws {
    let help = #expect(throws: (any Error).self) {
      var command = try GPS.parsed(arguments)
      try command.run()
    }
    let error = try #require(help)
    #expect(GPS.exitCode(for: error) == .success)
    #expect(GPS.fullMessage(for: error).contains("\nUSAGE: gps"))
  }

  // MARK: Options that contradict each other

  /// Expects options that can be read to be refused together.
  private func expectRefusal(
    _ words: String, _ why: String, _ use: () throws -> Void
  ) {
    let failure = #expect(throws: Failure.self, "\(why)", performing: use)
    #expect(failure?.exitCode == EX_USAGE)
    #expect(failure?.description.contains(words) == true, "\(failure?.description ?? "")")
  }

  @Test func readsJSONAsAFormat() throws {
    for options in [["--json"], ["--format", "json"], ["--json", "--format", "json"]] {
      #expect(try FormatOptions.parse(options).chosen() == .json)
      #expect(try FixFormatOptions.parse(options).chosen() == .json)
    }
    #expect(try FormatOptions.parse([]).chosen() == .text)
    #expect(try FixFormatOptions.parse([]).chosen(orElse: .text) == .text)
    expectRefusal("--json with --format text: give one of them", "two formats") {
      _ = try FormatOptions.parse(["--json", "--format", "text"]).chosen()
    }
  }

  @Test(
    arguments: [
      "list", "doctor", "check a", "replay a", "decode a", "authorize list", "watch", "status",
      "wake list", "corrections list a", "history trips", "history stops", "history stats",
    ])
  func takesTheSameOptionsForJSONEverywhere(words: String) throws {
    let arguments = words.split(separator: " ").map(String.init)
    _ = try GPS.parsed(arguments + ["--json"])
    _ = try GPS.parsed(arguments + ["--format", "json"])
  }

  @Test(
    arguments: [
      ("two kinds", ["--rotate-hourly", "--rotate-size", "1M"], "a", "one of them"),
      ("standard output", ["--rotate-hourly"], "-", "with -: give a file"),
      ("tiny files", ["--rotate-size", "1k"], "a", "64k to 1024G"),
    ] as [(why: String, options: [String], file: String, words: String)])
  func refusesARotation(why: String, options: [String], file: String, words: String) {
    expectRefusal(words, why) { _ = try RotationOptions.parse(options).rotation(of: file) }
  }

  @Test func deletesOnlyFilesOfARotation() {
    expectRefusal("--rotate-hourly or --rotate-size", "one file") {
      _ = try RotationOptions.parse(["--keep", "2GB"]).retention()
    }
  }

  @Test(
    arguments: [
      ("on and off", ["--enable", "GST,ZDA", "--disable", "GST"], "--disable GST"),
      ("both protocols", ["--ubx", "--nmea"], "either UBX or sentences"),
      ("UBX and a sentence", ["--ubx", "--enable", "GST"], "either UBX or sentences"),
      ("nothing", [], "configure without a change"),
      ("storing nothing", ["--save"], "configure without a change"),
    ] as [(why: String, options: [String], words: String)])
  func refusesAChange(why: String, options: [String], words: String) {
    expectRefusal(words, why) { _ = try ChangeOptions.parse(options).request() }
  }

  @Test(
    arguments: [
      ("the same twice", ["-d", "/dev/null", "-d", "/dev/null"], nil, "each receiver once"),
      ("in two ways", ["-d", "/dev/b"], "/dev/a", "/dev/a with --device /dev/b"),
    ] as [(why: String, options: [String], device: String?, words: String)])
  func refusesDevices(why: String, options: [String], device: String?, words: String) throws {
    let argument = try DeviceArgument.parse([device].compactMap(\.self))
    expectRefusal(words, why) { _ = try ReceiverOptions.parse(options).devices(or: argument) }
  }

  @Test func recordsOneDevice() {
    expectRefusal("one of them", "two devices") {
      _ = try ReceiverOptions.parse(["-d", "/dev/null", "-d", "/dev/zero"]).device(or: nil)
    }
  }

  @Test func choosesAFormatByTheFileName() throws {
    #expect(try TrackFormat.chosen(nil, output: "a/b.KML", by: "convert") == .kml)
    #expect(try TrackFormat.chosen(.csv, output: "b.kml", by: "convert") == .csv)
    for command in ["convert", "history"] {
      expectRefusal("\(command) needs a format: add --to gpx", "no format") {
        _ = try TrackFormat.chosen(nil, output: nil, by: command)
      }
    }
  }

  @Test func refusesATimeThatEndsBeforeItStarts() {
    expectRefusal("--from after --until", "the wrong way round") {
      _ = try TrackFilterOptions.parse(["--from", "2025-01-02", "--until", "2025-01-01"]).filter()
    }
  }

  @Test func refusesToReportTheReturnOfAFixThatIsNeverLost() {
    expectRefusal("--found with \"--lost never\": give a time with --lost", "never") {
      _ = try LossOptions.parse(["--lost", "never", "--found"]).triggers(with: FixTrigger())
    }
  }

  @Test(arguments: [["--dry-run"], ["--root", "/tmp"]])
  func changesTheUdevRuleOnlyIfAsked(options: [String]) {
    expectRefusal("--install-udev-rule too", "not asked") { try RuleOptions.parse(options).run() }
  }

  @Test func decodesToJSONOnly() throws {
    var command = try GPS.parsed(["decode", "--format", "text", "a.nmea"])
    expectRefusal("there is no text", "text") { try command.run() }
  }
}
