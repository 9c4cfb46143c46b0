// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// `gps watch`, run as a process.
struct WatchTests {
  @Test func printsWhatReplayPrints() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("walk.nmea", SampleLog.epochs(0..<5))
    let live = try Tool.run(["watch", "--device", "-", "--format", "json"], input: log)
    let replayed = try Tool.run(["replay", log, "--format", "json"])
    #expect(live.exitCode == 0)
    #expect(live.lines.count == 5)
    #expect(live.lines == replayed.lines)
  }

  @Test func replaysARecordingAtItsPace() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("walk.nmea", SampleLog.epochs(0..<2))
    let run = try Tool.run(["watch", "--device", log, "--format", "json"])
    #expect(run.exitCode == 0)
    #expect(run.lines.count == 2)
    // The second epoch is a second after the first.
    #expect(run.duration >= .seconds(1))
  }

  @Test func configureDoesNotGuessADevice() throws {
    let run = try Tool.run(["configure", "--device", "usb:1546:ffff", "--rate", "5"])
    expectFailure(run, 69, "no such device is plugged in")
  }

  @Test func reportsARefusedConnectionWhenTimeIsUp() throws {
    let run = try Tool.run(["watch", "tcp://127.0.0.1:1", "--wait", "--timeout", "0.5"])
    #expect(run.exitCode == 75)
    #expect(run.complaintLines.last?.hasSuffix("check that a server listens there") == true)
  }

  /// The kernel names devices by bytes.
  @Test func opensADeviceOfAnyName() throws {
    let terminal = try PseudoTerminal()
    let folder = try ScratchFolder()
    let run = try Tool.shell(
      #"link=$(printf '%s/lk\351' "$1"); ln -s "$2" "$link"; exec "$gps" watch "$link" --timeout 0.3"#,
      arguments: [folder.path, terminal.path])
    #expect(run.exitCode == 75, "\(run.complaintLines)")
  }

  @Test func givesUpWhenThereIsNoFixInTime() throws {
    let terminal = try PseudoTerminal()
    let run = try Tool.run(["watch", "--device", terminal.path, "--timeout", "0.3"])
    #expect(run.exitCode == 75)
    #expect(run.lines.isEmpty)
    // How far it gets in that time depends on the machine.
    #expect(
      ["no receiver is open yet", "opening \(terminal.path)", "listening to \(terminal.path)"]
        .contains {
          run.complaintLines.last
            == "gps: no fix in 0.3 s: \($0); give the antenna a view of the sky"
        }, "\(run.complaintLines)")
  }

  @Test(
    arguments: [
      ("no device", "/dev/there-is-no-such-port", 69, "no such device"),
      ("no port of this name", "ttyUSB97", 69, "cannot find ttyUSB97: no such device or file"),
      ("no file", "./drive.nmea", 69, "cannot find ./drive.nmea: no such device or file"),
      ("a directory", "/tmp", 69, "it is not a serial port"),
      ("a device at its end at once", "/dev/null", 69, "it is not a serial port; run \"gps list\""),
      ("a device that never ends", "/dev/zero", 69, "it is not a serial port; run \"gps list\""),
      ("nobody listens", "tcp://127.0.0.1:1", 69, "connection refused"),
      ("not plugged in", "usb:1546:ffff", 69, "no such device is plugged in"),
      ("half an address", "tcp://:10110", 64, "tcp://host:port"),
      ("no numbers", "usb:what", 64, "usb:1546:01a8"),
    ] as [(why: String, device: String, code: CInt, words: String)])
  func explainsWhatCannotBeWatched(why: String, device: String, code: CInt, words: String) throws {
    expectFailure(try Tool.run(["watch", "--device", device]), code, words)
  }

  /// A u-blox receiver that another program has left in its binary protocol.
  @Test func readsFramesFromAPortAndWritesNothing() throws {
    let terminal = try PseudoTerminal()
    let scratch = try ScratchFolder()
    let simulated = try Tool.shell(
      "\"$gps\" simulate --route straight --speed 10 --duration 20 --protocol ubx > \"$1\"",
      scratch.path + "/drive.ubx")
    #expect(simulated.exitCode == 0)
    let bytes = try Data(contentsOf: URL(filePath: scratch.path + "/drive.ubx"))
    let tool = try Tool.start(["watch", terminal.path, "--baud", "38400", "--json"])
    // Before that, the terminal would echo.
    try tool.wait("the port is raw") { terminal.settings.c_lflag & tcflag_t(ECHO) == 0 }
    var sent = 0
    try tool.wait("ten fixes", every: .milliseconds(5)) {
      sent += max(0, terminal.send(bytes.dropFirst(sent).prefix(97)))
      return try tool.printed.split(separator: "\n").count { $0.contains("latitude") } >= 10
    }
    #expect(terminal.receive().isEmpty)
    tool.signal(SIGTERM)
    let run = try tool.finish()
    #expect(run.exitCode == 0)
    // What the receiver itself says.
    #expect(run.lines.allSatisfy { !$0.contains("latitude") || $0.contains("speedAccuracy") })
  }

  /// A laptop's lid, a debugger, Ctrl-Z: bytes that arrive meanwhile wait in the kernel, and are old when they are read.
  @Test func printsNoFixesFromBeforeItWasContinued() throws {
    let terminal = try PseudoTerminal()
    let tool = try Tool.start(["watch", terminal.path, "--baud", "9600", "--json"])
    var second = 0
    try tool.wait("a fix", every: .milliseconds(10)) {
      terminal.send(SampleLog.epochs(second..<second + 1))
      second += 1
      return try tool.printed.contains("latitude")
    }
    tool.signal(SIGSTOP)
    try tool.wait("it is stopped") { tool.isStopped }
    let stopped = second
    while second < stopped + 10 {
      terminal.send(SampleLog.epochs(second..<second + 1))
      second += 1
    }
    // A fix lasts for 3 s; 5 s after that is too late.
    usleep(9_000_000)
    tool.signal(SIGCONT)
    // The last fix from before the stop may be printed late.
    second = stopped + 60
    try tool.wait("a new fix", every: .milliseconds(10)) {
      terminal.send(SampleLog.epochs(second..<second + 1))
      second += 1
      return try !seconds(tool).filter { $0 >= stopped + 60 }.isEmpty
    }
    tool.signal(SIGTERM)
    #expect(try tool.finish().exitCode == 0)
    #expect(try seconds(tool).filter { (stopped..<stopped + 60).contains($0) } == [])
  }

  /// Returns the times of the fixes that were printed, in seconds after noon.
  private func seconds(_ tool: RunningTool) throws -> [Int] {
    try tool.printed.matches(of: /T12:(\d\d):(\d\d)/).compactMap { match in
      guard let minute = Int(match.1), let second = Int(match.2) else { return nil }
      return 60 * minute + second
    }
  }

  @Test func reportsARecordingWithoutASentence() throws {
    let scratch = try ScratchFolder()
    let run = try Tool.run(["watch", try scratch.file("text.nmea", "hello\n")])
    #expect(run.exitCode == 65)
    #expect(
      run.complaintLines.last?.contains("no valid NMEA 0183 sentence or UBX frame in it") == true)
  }

  /// A program that plays a receiver has both ends of its pseudo-terminal open, as socat does; ports may be named by
  /// relative paths.
  @Test func readsAPseudoTerminalThatAnotherProgramFeeds() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("log.nmea", SampleLog.epochs(0..<600))
    let script = """
      import os, pty, subprocess, sys, time, tty
      master, slave = pty.openpty()
      tty.setraw(slave)
      os.symlink(os.ttyname(slave), "gps0")
      watch = subprocess.Popen(
          [sys.argv[1], "watch", "--json", "--timeout", "20", "./gps0"], stdout=subprocess.PIPE)
      os.set_blocking(watch.stdout.fileno(), False)
      line = None
      for sentence in open(sys.argv[2], "rb"):
          if line or watch.poll() is not None:
              break
          os.write(master, sentence)
          time.sleep(0.02)
          line = watch.stdout.read()
      watch.terminate()
      print(bool(line))
      """
    let run = try Tool.shell(
      "cd \"$1\" && python3 -c \"$2\" \"$gps\" \"$3\"", scratch.path, script, log)
    #expect(run.lines == ["True"], "\(run.complaintLines)")
  }

  /// A recording is read faster than any program; of a receiver, only the newest fixes would wait.
  @Test func aSlowReaderMissesNothingOfARecording() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("log.nmea", SampleLog.epochs(0..<3000))
    let run = try Tool.shell(
      "\"$gps\" watch --json \"replay:$1?speed=max\" | (sleep 1; wc -l)", log)
    #expect(run.lines == ["3000"])
  }
}
