// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// What `gps watch` reports in addition to fixes: to programs with `--states`, to people at a terminal.
struct WatchStateTests {
  /// Sentences without a position, and with two satellites in view.
  private static let cold =
    SampleLog.sentence("GPRMC,115959.00,V,,,,,,,150625,,,N")
    + SampleLog.sentence("GPGSV,1,1,02,05,40,083,45,07,17,308,41")

  @Test func printsStatesBetweenFixes() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/port"
    var terminal: PseudoTerminal? = try PseudoTerminal()
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: terminal?.path ?? "")
    let tool = try Tool.start(["watch", "--states", "--device", path, "--baud", "9600"])
    try tool.wait("the rate") { try tool.printed.contains("\"state\":\"detectingRate\"") }
    terminal?.send(Self.cold)
    try tool.wait("satellites") { try tool.printed.contains("\"satellitesInView\":2") }
    terminal?.send(SampleLog.epochs(0..<3))
    try tool.wait("fixes") { try tool.printed.components(separatedBy: "latitude").count == 4 }
    // The link goes first: the terminal's number may be given to another test.
    try FileManager.default.removeItem(atPath: path)
    terminal = nil
    try tool.wait("the end") { try tool.printed.contains("\"state\":\"unplugged\"") }
    tool.signal(SIGINT)
    let run = try tool.finish()
    #expect(run.exitCode == 0 && run.complaints.isEmpty)

    let objects = try run.objects
    // On a busy machine, the fix may count as lost.
    let story = objects.map { $0["state"] as? String ?? "a fix" }.filter { $0 != "lost" }
    #expect(
      story.filter { $0 != "a fix" } == [
        "opening", "detectingRate", "waitingForFix", "waitingForFix", "fix", "unplugged",
      ])
    // Fixes that arrived together are printed before the state that results from them.
    #expect(story.firstIndex(of: "a fix") == 4 && story.count == 9)
    let states = objects.filter { $0["state"] != nil }
    #expect(states.allSatisfy { $0["device"] as? String == path })
    let first = states.prefix(5)
    #expect(first.map { $0["rate"] as? Int } == [nil, 9600, 9600, 9600, 9600])
    #expect(first.map { $0["satellitesInView"] as? Int } == [nil, nil, nil, 2, nil])
    #expect(states.allSatisfy { $0["secondsWaited"] as? Double ?? -1 >= 0 })
    #expect(states.last?["explanation"] as? String == "\(path) was unplugged; plug it in again")
  }

  @Test func namesTheProcessThatUsesThePort() throws {
    let terminal = try PseudoTerminal()
    let descriptor = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX) == 0)
    let run = try Tool.run(["watch", "--states", "--device", terminal.path])
    expectFailure(run, 69, "cannot open \(terminal.path):")
    let state = try #require(try run.objects.last)
    #expect(state["state"] as? String == "busy")
    let holders = try #require(state["holders"] as? [[String: Any]])
    #expect(holders.contains { $0["pid"] as? Int32 == getpid() && $0["name"] is String })
  }

  @Test(.enabled(if: geteuid() == 0, "becomes another user"))
  func namesTheGroupOfThePort() throws {
    let terminal = try PseudoTerminal()
    try #require(chmod(terminal.path, 0o620) == 0)
    let run = try Tool.shell(
      "setpriv --reuid 65534 --regid 65534 --clear-groups \"$gps\" watch --states --device \"$1\"",
      terminal.path)
    expectFailure(run, 77, "cannot open \(terminal.path): permission denied")
    let state = try #require(try run.objects.last)
    #expect(state["state"] as? String == "permissionDenied")
    #expect(state["owner"] as? String == "root" && state["group"] is String)
  }

  @Test func printsStatesAsJSONOnly() throws {
    let run = try Tool.run(["watch", "--states", "--format", "text", "--device", "-"])
    expectFailure(run, 64, "cannot use --states with --format text: give --format json")
  }

  /// `script` provides a terminal, and prints what is shown on it.
  @Test func updatesTheStatusLineUntilThereIsAFix() throws {
    let terminal = try PseudoTerminal()
    let command = "\(try Tool.path) watch --device \(terminal.path) --baud 9600"
    let tool = try RunningTool(["/usr/bin/script", "-qec", command, "/dev/null"])
    let clear = "\r\u{1B}[K"
    try tool.wait("the line") {
      try tool.printed.contains("\(clear)listening to \(terminal.path) at 9600 baud, ")
    }
    terminal.send(Self.cold)
    let words = "\(clear)\(terminal.path) has no fix yet, 2 satellites in view, "
    try tool.wait("two ticks") {
      Set(try tool.printed.components(separatedBy: words).dropFirst().map { $0.prefix(2) }).count
        > 1
    }
    terminal.send(SampleLog.epochs(0..<3))
    try tool.wait("fixes") { try tool.printed.components(separatedBy: "9.6833").count == 4 }
    let shown = try tool.printed
    // The number of satellites is only on the status line, which is erased before anything else is printed.
    #expect(shown.contains("gps: \(terminal.path) at 9600 baud has no fix yet\r\n"))
    #expect(!shown.contains("yet; 2"))
    for line in shown.components(separatedBy: "\r\n") where line.contains("9.6833") {
      let last = line.components(separatedBy: clear).last
      #expect(last?.hasPrefix("2025-06-15 12:00:0") == true, "\(line)")
    }
  }
}
