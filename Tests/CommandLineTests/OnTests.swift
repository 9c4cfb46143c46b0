// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// `gps on`, run as a process.
@Suite struct OnTests {
  private let scratch: ScratchFolder
  /// A drive to the north at 10 m/s, with an outage of ten seconds after two minutes.
  private let drive: String

  init() throws {
    scratch = try ScratchFolder()
    drive = scratch.path + "/drive.nmea"
    let made = try Tool.shell(
      "$gps simulate --route straight --latitude 47.5 --longitude 9.5 --speed 10 --duration 200 "
        + "--outage 120+10 > \"$1\"", drive)
    try #require(made.exitCode == 0)
  }

  private func on(_ words: [String], running script: String) throws -> Run {
    try Tool.run(
      ["on"] + words + ["--replay", drive, "--speed", "max", "--", "/bin/sh", "-c", script])
  }

  private let short = "echo $GPS_EVENT $GPS_REGION ${GPS_TIME#*T}"

  @Test(
    arguments: [
      // 1,000 m north at second 100; within 185 m from second 82 on, and 20 s.
      ("a circle is entered", ["enter", "home,47.509,9.5,200"], "enter home 00:01:42.000Z"),
      // 215 m away at second 22, and 20 s.
      ("it is left", ["leave", "home,47.5,9.5,200"], "leave home 00:00:42.000Z"),
      ("and at once", ["leave", "home,47.5,9.5,200", "--grace", "0"], "leave home 00:00:22.000Z"),
      // More than 52.1 m away at second 6, and 5 s.
      ("an anchor drags", ["move", "50", "--grace", "5s"], "move 00:00:11.000Z"),
      // Ten seconds without a fix, in a circle that is neither entered nor left.
      (
        "a watch loses its fix", ["enter", "home,10,9.5,200", "--lost", "10s"],
        "lost 00:01:59.000Z"
      ),
      (
        "and says so never", ["enter", "home,47.509,9.5,200", "--lost", "never"],
        "enter home 00:01:42.000Z"
      ),
      // The end of the recording is no loss.
      ("a fix is lost", ["lost"], "lost 00:01:59.000Z"),
    ] as [(why: String, words: [String], line: String)])
  func runsTheCommand(_ row: (why: String, words: [String], line: String)) throws {
    let run = try on(row.words, running: short)
    #expect(run.exitCode == 0)
    #expect(run.lines == [row.line], "\(row.why): \(run.complaintLines)")
  }

  @Test func oneCommandRunsAtATimeAndTheLatestEventIsKept() throws {
    // Both fixes come at once: the second waits for the end of the first.
    let run = try on(["fix"], running: "echo begin; sleep 0.3; echo $GPS_EVENT ${GPS_TIME#*T}")
    #expect(run.lines == ["begin", "fix 00:00:00.000Z", "begin", "fix 00:02:10.000Z"])
  }

  @Test func keepsTheLatestOfEachEventWhileACommandRuns() throws {
    // The fix is lost, found again and lost once more while the command still runs for the boat that drags.
    let run = try on(
      ["move", "50", "--grace", "0", "--lost", "5s", "--found"],
      running: "echo $GPS_EVENT; sleep 0.5")
    #expect(run.lines == ["move", "lost", "fix"], "\(run.complaintLines)")
  }

  @Test(arguments: ["it is silent", "it is unplugged"])
  func anAnchorWatchNoticesThatItsReceiverDies(how: String) throws {
    var port: PseudoTerminal? = try PseudoTerminal()
    let folder = try ScratchFolder()
    // A link, since the number of a closed pseudo-terminal may soon be that of another test's.
    let link = folder.path + "/port"
    try #require(symlink(try #require(port).path, link) == 0)
    let tool = try Tool.start([
      "on", "move", "40", "--lost", "2s", "--device", link, "--", "/bin/sh",
      "-c", "echo $GPS_EVENT ${GPS_LATITUDE-nowhere}",
    ])
    var receiver = FakeReceiver(.nobody)
    try tool.wait("the anchor is down", every: .milliseconds(50)) {
      port?.send(receiver.burst())
      return try tool.complaints.contains("watching the distance")
    }
    #expect(try tool.printed == "")
    if how == "it is unplugged" {
      unlink(link)
      port = nil
    }
    try tool.wait("the command has run") { try tool.printed.hasSuffix("\n") }
    tool.signal(SIGINT)
    let run = try tool.finish()
    #expect(run.lines.count == 1)
    #expect(run.lines.first?.hasPrefix("lost 47.5437") == true, "\(run.lines)")
  }

  @Test func anAnchorWatchNoticesThatNoFixEverComes() throws {
    let port = try PseudoTerminal()
    let tool = try Tool.start([
      "on", "move", "40", "--lost", "1s", "--device", port.path, "--", "/bin/sh", "-c",
      "echo $GPS_EVENT ${GPS_LATITUDE-nowhere}",
    ])
    try tool.wait("the command has run") { try tool.printed == "lost nowhere\n" }
    tool.signal(SIGINT)
    #expect(try tool.finish().exitCode == 0)
  }

  @Test func passesNeitherTextAsCodeNorInheritedValues() throws {
    let run = try Tool.shell(
      "GPS_DISTANCE=1 GPS_OTHER=2 $gps on enter '$(id);,47.509,9.5,200' --replay \"$1\" --speed max "
        + "-- /bin/sh -c 'echo \"$# $0 $GPS_REGION ${GPS_DISTANCE-unset} $GPS_OTHER\"; cat'", drive)
    #expect(run.lines == ["0 /bin/sh $(id); unset 2"], "\(run.complaintLines)")
  }

  @Test func reportsTheFailureOfACommand() throws {
    let run = try on(["move", "50"], running: "exit 3")
    #expect(run.exitCode == 0)
    #expect(run.complaintLines.contains("gps: the command for \"move\" ended with code 3"))
  }

  @Test(
    arguments: [
      ("no command", ["fix"], 64, "give -- COMMAND at the end"),
      ("no such program", ["fix", "--", "no-such-program"], 66, "no such program"),
      ("a directory", ["fix", "--", "/tmp"], 66, "cannot run /tmp: it is a directory"),
      ("no program", ["fix", "--", "/etc/passwd"], 77, "it is not executable"),
      ("no distance", ["move", "0", "--", "true"], 64, "meters, from 1 to"),
    ] as [(why: String, words: [String], code: CInt, text: String)])
  func refuses(_ row: (why: String, words: [String], code: CInt, text: String)) throws {
    expectFailure(try Tool.run(["on"] + row.words), row.code, row.text)
  }

  @Test func refusesARecordingWithoutASentence() throws {
    let noise = try scratch.file("noise.nmea", "no sentence\n")
    let run = try Tool.run(["on", "fix", "--replay", noise, "--", "true"])
    #expect(run.exitCode == 65)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func endsItsChildrenWhenInterrupted(signal: CInt) throws {
    let (children, trap) = (scratch.path + "/children", scratch.path + "/trap")
    let tool = try Tool.start([
      "on", "fix", "--replay", drive, "--speed", "1", "--", "/bin/sh", "-c",
      "trap 'echo ended > \"$2\"; exit' TERM; sleep 600 & echo $! > \"$1\"; wait", "sh", children,
      trap,
    ])
    try tool.wait("it runs") { (try? scratch.text("children").hasSuffix("\n")) == true }
    let child = try #require(pid_t(try scratch.text("children").dropLast()))
    // Until then it is a copy of the shell, which catches SIGTERM.
    try tool.wait("the sleep has begun") {
      (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)) == "sleep\n"
    }
    tool.signal(signal)
    #expect(try tool.finish().exitCode == 0)
    #expect(try scratch.text("trap") == "ended\n")
    try tool.wait("the sleep has ended") { kill(child, 0) != 0 || isZombie(child) }
  }

  /// Whether a process has ended, and only its parent, perhaps a container's first process, has not looked.
  private func isZombie(_ process: pid_t) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status?.contains(") Z ") ?? true
  }

  @Test func aCommandThatDoesNotEndIsKilled() throws {
    let tool = try Tool.start([
      "on", "fix", "--replay", drive, "--speed", "1", "--", "/bin/sh", "-c",
      "trap '' TERM INT; echo runs; while :; do sleep 0.1; done",
    ])
    try tool.wait("it runs") { try tool.printed == "runs\n" }
    tool.signal(SIGINT)
    let run = try tool.finish()
    #expect(run.exitCode == 0)
  }
}
