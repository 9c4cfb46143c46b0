// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// `gps monitor` as a person sees it, in terminals emulated by tmux.
@Suite(
  .enabled(if: TmuxTerminal.path != nil, "tmux is not installed, which shows what people would see")
)
struct MonitorTests {
  /// Returns a terminal in which the monitor replays a log from the harbor, and the output of `stty -a` from before.
  private static func monitoring(
    width: Int = 80, height: Int = 24, _ variables: [String] = [], options: String = "",
    seconds: Int = 600
  ) throws -> (terminal: TmuxTerminal, before: String) {
    let terminal = try TmuxTerminal(width: width, height: height, variables)
    let log = try terminal.scratch.file("log.nmea", SampleLog.epochs(0..<seconds))
    let before = try terminal.file("before", "stty -a")
    try terminal.type("clear; \(try Tool.path) monitor \(options) --replay \(log)")
    return (terminal, before)
  }

  /// Expects the shell to have its terminal back as it was before.
  private static func expectRestored(_ terminal: TmuxTerminal, _ before: String) throws {
    try terminal.wait("the shell is back") { _ in try terminal.program == "bash" }
    #expect(try !terminal.isAlternate)
    let after = try terminal.file("after-\(UInt32.random(in: 0 ... .max))", "stty -a")
    #expect(after == before)
  }

  @Test(
    arguments: [
      (
        120, 40,
        ["1 position", "2 sky", "3 signals", "4 last 5", "5 scatter", "6 sentences", "q quit"]
      ),
      (80, 24, ["1 position", "2 sky", "3 signals", "q quit"]),
      (70, 20, ["latitude", "3 signals"]), (40, 12, ["latitude", "longitude", "satellites"]),
      (20, 5, ["fix"]),
    ] as [(Int, Int, [String])])
  func fitsAnySize(width: Int, height: Int, parts: [String]) throws {
    let (terminal, before) = try Self.monitoring(width: width, height: height)
    try terminal.wait("a position") { $0.contains("47.543") }
    for part in parts { try terminal.wait(part) { $0.contains(part) } }
    try terminal.press("q")
    try Self.expectRestored(terminal, before)
  }

  @Test func followsTheSizeOfItsTerminal() throws {
    let (terminal, before) = try Self.monitoring(width: 120, height: 40)
    try terminal.wait("all panels") { $0.contains("6 sentences") && $0.contains("47.543") }
    for (width, height) in [(40, 12), (5, 2), (1, 1), (20, 5), (70, 20), (80, 24)] {
      try terminal.resize(width: width, height: height)
    }
    try terminal.wait("a picture for 80 by 24") {
      $0.contains("2 sky") && !$0.contains("6 sentences ─") && $0.contains("q quit")
    }
    try terminal.resize(width: 120, height: 40)
    try terminal.wait("all panels again") { $0.contains("6 sentences ─") }
    try terminal.press("q")
    try Self.expectRestored(terminal, before)
  }

  @Test(arguments: ["C-c", "TERM", "HUP", "QUIT", "ABRT"])
  func restoresTheTerminalOnEveryWayOut(way: String) throws {
    let (terminal, before) = try Self.monitoring()
    try terminal.wait("a position") { $0.contains("47.543") }
    #expect(try terminal.isAlternate)
    if way == "C-c" {
      try terminal.press(way)
    } else {
      let process = try Self.process(showing: terminal.scratch.path)
      kill(
        process,
        try #require(["TERM": SIGTERM, "HUP": SIGHUP, "QUIT": SIGQUIT, "ABRT": SIGABRT][way]))
    }
    try Self.expectRestored(terminal, before)
  }

  /// Returns the process ID of the monitor that has a folder in its arguments.
  private static func process(showing folder: String) throws -> pid_t {
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
      guard let number = pid_t(name) else { continue }
      let line = (try? String(contentsOfFile: "/proc/\(name)/cmdline", encoding: .utf8)) ?? ""
      let words = line.split(separator: "\0")
      if words.dropFirst().first == "monitor", line.contains(folder) { return number }
    }
    throw CocoaError(.fileNoSuchFile)
  }

  @Test func suspendsAndResumes() throws {
    let (terminal, before) = try Self.monitoring()
    for _ in 0..<2 {
      try terminal.wait("a position") { $0.contains("47.543") && $0.contains("2 sky") }
      try terminal.press("C-z")
      try terminal.wait("it is stopped") { $0.contains("Stopped") }
      #expect(try !terminal.isAlternate)
      let stopped = try terminal.file("stopped-\(UInt32.random(in: 0 ... .max))", "stty -a")
      #expect(stopped == before)
      try terminal.type("clear; fg")
    }
    try terminal.wait("a position") { $0.contains("2 sky") }
    try terminal.press("q")
    try Self.expectRestored(terminal, before)
  }

  @Test func waitsInTheBackground() throws {
    let (terminal, before) = try Self.monitoring(options: "--device /dev/null & true")
    try terminal.wait("it is stopped") { text in
      if text.contains("Stopped") { return true }
      try terminal.press("Enter")
      return false
    }
    let after = try terminal.file("background", "stty -a")
    #expect(after == before)
    // A stopped monitor can be ended by a signal, too.
    try terminal.type("clear; kill %1; wait; echo ended")
    try terminal.wait("it has ended") { $0.contains("\nended") || $0.hasPrefix("ended") }
  }

  @Test func obeysItsKeys() throws {
    let (terminal, before) = try Self.monitoring()
    try terminal.wait("a position") { $0.contains("47.5437000°N") }
    // Ctrl-S does not stop the output.
    try terminal.press("C-s", "d")
    try terminal.wait("minutes") { $0.contains("47°32.62200'N") }
    try terminal.press("n")
    try terminal.wait("knots") { $0.contains("2.0 kn") }
    try terminal.press("6")
    try terminal.wait("sentences") { $0.contains("GPGGA") && $0.contains("per second") }
    try terminal.press("r")
    try terminal.wait("as they came") { $0.contains("$GPGGA,12") }
    try terminal.press("?")
    try terminal.wait("the help") { $0.contains("units: metric") }
    try terminal.press("Space", "0")
    try terminal.wait("all again") { !$0.contains("units: metric") && $0.contains("2.0 kn") }
    try terminal.press("Space")
    try terminal.wait("a pause") { $0.contains("paused") }
    try terminal.press("q")
    try Self.expectRestored(terminal, before)
  }

  @Test func hasOnlyASCIIWhereTheLocaleHas() throws {
    let (terminal, before) = try Self.monitoring(["LC_ALL=C"])
    try terminal.wait("a position") { $0.contains("47.5437000N") }
    #expect(try terminal.picture.allSatisfy(\.isASCII))
    try terminal.press("q")
    try Self.expectRestored(terminal, before)
  }

  @Test func clearsAScreenThatIsTheOnlyOne() throws {
    let (terminal, before) = try Self.monitoring(["TERM=linux"])
    try terminal.wait("a position") { $0.contains("2 sky") && $0.contains("47.543") }
    #expect(try !terminal.isAlternate)
    try terminal.press("q")
    try Self.expectRestored(terminal, before)
  }

  @Test func reportsTheEndOfARecording() throws {
    let (terminal, before) = try Self.monitoring(options: "--speed max", seconds: 5)
    try terminal.wait("the end") { $0.contains("has ended") && $0.contains("last known") }
    try terminal.press("q")
    try Self.expectRestored(terminal, before)
  }

  @Test func endsWithOneLineWhereThereIsNoReceiver() throws {
    let terminal = try TmuxTerminal(width: 80, height: 24)
    let before = try terminal.file("before", "stty -a")
    try terminal.type("clear; \(try Tool.path) monitor --no-wait /dev/no-such-port; echo code $?")
    try terminal.wait("the reason") { $0.contains("/dev/no-such-port") && $0.contains("code 69") }
    try Self.expectRestored(terminal, before)
  }

  @Test func printsWhatWatchPrintsOnADumbTerminal() throws {
    let (terminal, before) = try Self.monitoring(
      width: 120, ["TERM=dumb"], options: "--speed max", seconds: 3)
    try terminal.wait("a line for each fix") { $0.contains("12:00:02") && $0.contains("±5 m") }
    try Self.expectRestored(terminal, before)
  }
}

/// `gps monitor` with output that is not a terminal.
@Suite struct MonitorOutputTests {
  @Test func printsWhatWatchPrints() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("log.nmea", SampleLog.epochs(0...3))
    let watched = try Tool.run(["watch", "--device", "replay:\(log)?speed=max"])
    let monitored = try Tool.run(["monitor", "--replay", log, "--speed", "max"])
    #expect(monitored.exitCode == 0 && monitored.lines.count == 4)
    #expect(monitored.output == watched.output)
  }

  @Test(
    arguments: [
      ("no such recording", ["--replay", "/nowhere.nmea"], 66, "/nowhere.nmea"),
      ("two sources", ["--replay", "a", "--device", "b"], 64, "--replay a with b"),
      ("a speed of nothing", ["--speed", "2"], 64, "--speed without --replay"),
      ("no such port", ["--no-wait", "/dev/no-such-port"], 69, "/dev/no-such-port"),
    ] as [(String, [String], CInt, String)])
  func failsWithOneLine(reason: String, options: [String], code: CInt, words: String) throws {
    expectFailure(try Tool.run(["monitor"] + options), code, words)
  }
}
