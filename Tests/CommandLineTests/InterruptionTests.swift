// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// Processes that are stopped and continued, which ends waits in the kernel, and ports that other processes use too.
struct InterruptionTests {
  /// Stops a process and continues it, over and over for a second.
  private func storm(_ process: RunningTool) {
    for _ in 0..<100 {
      process.signal(SIGSTOP)
      usleep(3000)
      process.signal(SIGCONT)
      usleep(7000)
    }
  }

  @Test func watchingWaitsAsLongAsItWasTold() throws {
    let terminal = try PseudoTerminal()
    let process = try Tool.start(["watch", "--device", terminal.path, "--timeout", "2"])
    storm(process)
    let run = try process.finish()
    #expect(run.exitCode == 75)
    #expect(run.duration >= .seconds(2))
    withExtendedLifetime(terminal) {}
  }

  @Test func replayingKeepsItsPace() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("log.nmea", SampleLog.epochs(0...3))
    let process = try Tool.start(["replay", "--format", "json", "--speed", "1", log])
    storm(process)
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
    let sending = Thread {
      for second in 1...100 {
        terminal.send(SampleLog.motion(second).utf8)
        usleep(10_000)
      }
    }
    sending.start()
    storm(process)
    try process.wait("the last sentence came") {
      try process.printed.contains(SampleLog.motion(100))
    }
    process.signal(SIGINT)
    let run = try process.finish()
    let text = String(decoding: run.output, as: UTF8.self)
    let lost = (1...100).filter { !text.contains(SampleLog.motion($0)) }
    #expect(lost.isEmpty)
  }

  @Test func aDecisionWaitsForItsTurn() throws {
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
    storm(process)
    #expect(try process.printed.isEmpty)
    let lines = try process.complaints.split(separator: "\n")
    #expect(lines.allSatisfy { $0.contains("waiting for another program") } && lines.count <= 1)
    close(lock)
    let run = try process.finish()
    #expect(run.exitCode == 0)
    #expect(
      try String(contentsOfFile: folder + "/authorization.json", encoding: .utf8).contains("a.b"))
  }

  @Test func aPortIsOneProcessesAlone() throws {
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
