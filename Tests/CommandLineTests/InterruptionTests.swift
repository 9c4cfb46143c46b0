// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// Processes that are stopped and continued, which ends waits in the kernel, and ports that other processes use too.
struct InterruptionTests {
  private func text(_ line: termios) -> String {
    "\(line.c_iflag) \(line.c_oflag) \(line.c_cflag) \(line.c_lflag) \(line.c_cc)"
  }

  @Test(
    arguments: [
      ("Ctrl-C", SIGINT), ("a service manager", SIGTERM), ("a terminal that is closed", SIGHUP),
    ] as [(why: String, signal: CInt)])
  func restoresThePortWhenItIsEnded(why: String, signal: CInt) throws {
    let terminal = try PseudoTerminal()
    let before = text(terminal.settings)
    let tool = try Tool.start(["watch", terminal.path, "--baud", "4800"])
    try tool.wait("the port is raw") { terminal.settings.c_lflag & tcflag_t(ECHO) == 0 }
    tool.signal(signal)
    _ = try tool.finish()
    #expect(text(terminal.settings) == before, "\(why)")
  }

  /// Nothing restores the settings then, and the next program finds a line that is raw.
  @Test func aPortCanBeOpenedAfterAProcessThatWasKilled() throws {
    let terminal = try PseudoTerminal()
    let killed = try Tool.start(["watch", terminal.path, "--baud", "4800"])
    try killed.wait("the port is raw") { terminal.settings.c_lflag & tcflag_t(ECHO) == 0 }
    killed.signal(SIGKILL)
    _ = try killed.finish(killed: true)
    let run = try Tool.run(["watch", terminal.path, "--baud", "9600", "--timeout", "0.1"])
    #expect(run.exitCode == 75, "\(run.complaintLines)")
  }

  /// Stops a process and continues it, a hundred times or until it ends.
  ///
  /// - Parameter act: called with the number of the round, while the process is stopped.
  private func storm(_ process: RunningTool, _ act: (Int) -> Void = { _ in }) throws {
    for round in 1...100 where process.isRunning {
      process.signal(SIGSTOP)
      try process.wait("it is stopped") { process.isStopped || !process.isRunning }
      act(round)
      process.signal(SIGCONT)
      try process.wait("it continues") { !process.isStopped || !process.isRunning }
    }
  }

  @Test func watchingLastsAsLongAsItsTimeout() throws {
    let terminal = try PseudoTerminal()
    let process = try Tool.start(["watch", "--device", terminal.path, "--timeout", "2"])
    try storm(process)
    let run = try process.finish()
    #expect(run.exitCode == 75)
    #expect(run.duration >= .seconds(2))
    withExtendedLifetime(terminal) {}
  }

  @Test func replayingKeepsItsPace() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("log.nmea", SampleLog.epochs(0...3))
    let process = try Tool.start(["replay", "--format", "json", "--speed", "1", log])
    try storm(process)
    let run = try process.finish()
    #expect(run.exitCode == 0)
    #expect(run.lines.count == 4)
    #expect(run.duration >= .seconds(3))
  }

  @Test func recordingLosesNothing() throws {
    let terminal = try PseudoTerminal()
    let process = try Tool.start(["record", "--device", terminal.path, "--baud", "9600", "-"])
    try process.wait("it listens") {
      terminal.send(SampleLog.motion(0).utf8)
      return try process.complaints.contains("has no fix yet") || process.printed.contains("GPRMC")
    }
    try storm(process) { terminal.send(SampleLog.motion($0).utf8) }
    try process.wait("the last sentence came") {
      try process.printed.contains(SampleLog.motion(100))
    }
    process.signal(SIGINT)
    let run = try process.finish()
    let text = String(decoding: run.output, as: UTF8.self)
    let lost = (1...100).filter { !text.contains(SampleLog.motion($0)) }
    #expect(lost.isEmpty)
  }

  @Test func waitsForALockThroughSignals() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.path + "/core-location-linux"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let lock = open(folder + "/authorization.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
    let process = try RunningTool(
      [
        "/usr/bin/env", "XDG_CONFIG_HOME=\(scratch.path)", try Tool.path, "authorize", "allow",
        "a.b",
      ]
    )
    try storm(process)
    #expect(try process.printed.isEmpty)
    let lines = try process.complaints.split(separator: "\n")
    #expect(lines.allSatisfy { $0.contains("waiting for another program") } && lines.count <= 1)
    close(lock)
    let run = try process.finish()
    #expect(run.exitCode == 0)
    #expect(
      try String(contentsOfFile: folder + "/authorization.json", encoding: .utf8).contains("a.b"))
  }

  @Test func aPortBelongsToOneProcess() throws {
    let terminal = try PseudoTerminal()
    let first = try Tool.start(["watch", "--device", terminal.path])
    try first.wait("it listens") {
      terminal.send(SampleLog.epochs(0...1).utf8)
      return try first.complaints.contains("listening to")
    }
    let second = try Tool.run(["watch", "--device", terminal.path])
    #expect(second.exitCode != 0)
    expectComplaint(second, "is using it; end it first")
    #expect(String(decoding: second.complaints, as: UTF8.self).contains("gps"))
    first.signal(SIGINT)
    #expect(try first.finish().exitCode == 0)
  }
}
