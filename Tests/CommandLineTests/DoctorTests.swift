// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `gps doctor`, run as a process.
@Suite struct DoctorTests {
  private func expectLine(
    _ run: Run, _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      run.lines.contains { $0.hasPrefix(line) }, "\(run.lines)", sourceLocation: sourceLocation)
  }

  // MARK: What is received

  @Test func findsNothingWrongWithAReceiver() throws {
    let port = try FakeReceiverPort(FakeReceiver(.ublox8))
    defer { port.stop() }
    let run = try Tool.run(["doctor", "--device", port.path])
    #expect(run.exitCode == 0)
    expectComplaint(run, "listening for up to 30s")
    expectLine(run, "✓ \(port.path): you may read it")
    expectLine(run, "✓ \(port.path): 9600 baud, 1 Hz, ")
    expectLine(run, "✓ \(port.path): a fix after ")
    #expect(!run.lines.contains { $0.hasPrefix("✗") })
    // Nothing was sent to the receiver.
    #expect(port.receiver.commands.isEmpty)
    #expect(run.duration < .seconds(25))
  }

  @Test func findsALineThatIsTooSlow() throws {
    let simulated = try Tool.run([
      "simulate", "--rate", "10", "--duration", "30", "--sentences", "RMC,GGA,GSA,GSV",
    ])
    try #require(simulated.exitCode == 0)
    let port = try PacedPort(simulated.output, rate: 960)
    defer { port.stop() }
    let run = try Tool.run(["doctor", "--device", port.path, "--baud", "9600"])
    #expect(run.exitCode == 0)
    expectLine(run, "! \(port.path): 9600 baud is too slow: 10 Hz needs ")
    // 131627 bytes in 30 s are 4388 bytes/s; nine tenths of 57600 baud are 5184 bytes/s.
    expectLine(run, "      gps configure --device \(port.path) --baud 57600")
  }

  @Test func findsABinaryProtocol() throws {
    var receiver = FakeReceiver(.sirf, period: 300)
    receiver.isBinary = true
    let port = try FakeReceiverPort(receiver)
    defer { port.stop() }
    let run = try Tool.run(["doctor", "--device", port.path])
    #expect(run.exitCode == 75)
    expectLine(run, "✗ \(port.path): it sends SiRF binary, not NMEA 0183 or UBX")
    expectLine(run, "      gps configure --device \(port.path) --nmea")
    // Found out after two seconds, not after thirty.
    #expect(run.duration < .seconds(25))
  }

  @Test func findsSilence() throws {
    let terminal = try PseudoTerminal()
    let run = try Tool.run(["doctor", "--device", terminal.path])
    #expect(run.exitCode == 69)
    expectLine(run, "✗ \(terminal.path): silence: not a single byte arrived")
    #expect(run.duration >= .seconds(9) && run.duration < .seconds(25))
  }

  @Test func reportsItsFindingsWhenInterrupted() throws {
    let terminal = try PseudoTerminal()
    let process = try Tool.start(["doctor", "--device", terminal.path])
    try process.wait("the port is open") { process.hasOpen(terminal.path) }
    process.signal(SIGINT)
    let run = try process.finish()
    // How far it gets in that time depends on the machine.
    #expect([69, 75].contains(run.exitCode))
    #expect(
      run.lines.contains {
        $0.hasPrefix("✗ \(terminal.path): no sentence arrived in ")
          || $0.hasPrefix("✗ \(terminal.path): it did not open in ")
      }, "\(run.lines)")
  }

  /// A file is not a port: nothing is reported about permissions or udev.
  @Test func listensToARecording() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("walk.nmea", SampleLog.epochs(0..<3))
    let run = try Tool.run(["doctor", "--device", log])
    #expect(run.exitCode == 0)
    #expect(run.lines.count == 1)
    expectLine(run, "✓ \(log): a fix after ")
  }

  @Test func seesThatPositionsAreUnreadable() throws {
    let scratch = try ScratchFolder()
    let gga = "GNGGA,1234567890.5,4732.6220,N,00940.9980,E,1,12,1.0,396.0,M,47.0,M,,"
    let log = try scratch.file(
      "log.nmea", String(repeating: SampleLog.sentence(gga), count: 10))
    let run = try Tool.run(["doctor", "--device", log])
    #expect(run.exitCode == 75)
    expectLine(run, "✗ \(log): no fix to its end")
    #expect(run.lines.contains { $0.contains("10 sentences with a position came") })
  }

  @Test func listensToStandardInput() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("walk.nmea", SampleLog.epochs(0..<3))
    let run = try Tool.run(["doctor", "--device", "-", "--json"], input: log)
    #expect(run.exitCode == 0)
    let object = try #require(try run.objects.last)
    #expect(object["check"] as? String == "fix" && object["severity"] as? String == "good")
    #expect(object["device"] as? String == "standard input")
  }

  // MARK: The port

  @Test func findsWhoHoldsThePort() throws {
    let terminal = try PseudoTerminal()
    let scratch = try ScratchFolder()
    let run = try Tool.shell(
      """
      python3 -c 'import fcntl, sys, time
      port = open(sys.argv[1], "rb", 0)
      fcntl.flock(port, fcntl.LOCK_EX)
      print("held", flush=True)
      time.sleep(60)' "$1" > "$2/held" &
      holder=$!
      until [ -s "$2/held" ]; do sleep 0.05; done
      "$gps" doctor --device "$1"
      code=$?
      kill -KILL $holder
      exit $code
      """, terminal.path, scratch.path)
    #expect(run.exitCode == 69)
    expectLine(run, "✗ \(terminal.path): python3 (process ")
    expectLine(run, "      sudo kill ")
    #expect(run.duration < .seconds(25))
  }

  @Test(.enabled(if: geteuid() == 0, "becomes another user"))
  func findsThatThePortMayNotBeRead() throws {
    let terminal = try PseudoTerminal()
    try #require(chown(terminal.path, 0, 5) == 0 && chmod(terminal.path, 0o660) == 0)
    let run = try Tool.shell(
      """
      setpriv --reuid nobody --regid nogroup --clear-groups "$gps" doctor --device "$1"
      """, terminal.path)
    #expect(run.exitCode == 77)
    expectLine(run, "✗ \(terminal.path): permission denied (owner root, group tty)")
    expectLine(run, "  You are not in the group tty.")
    expectLine(run, "      sudo usermod -aG tty nobody")
  }

  /// On a machine that umockdev emulates.
  @Test func findsTheFixOfAUBlox() throws {
    let scratch = try ScratchFolder()
    let epochs = SampleLog.epochs(0..<8).split(separator: "\r\n").enumerated().map { index, line in
      "r \(index % 2 == 0 ? 900 : 100) \(line)^M^J\n"
    }
    let script = try scratch.file("receiver.script", epochs.joined())
    let bed = Repository.path("Fixtures/devices/bench.umockdev")
    let run = try Tool.shell(
      "umockdev-run -d \"$1\" -s \"/dev/ttyACM0=$2\" -- \"$gps\" doctor --device usb:1546:01a8",
      bed, script)
    #expect(run.exitCode == 0)
    expectLine(run, "✓ /dev/ttyACM0: u-blox 8 (1546:01a8)")
    expectLine(run, "✓ /dev/ttyACM0: a fix after ")
  }

  @Test(
    arguments: [
      ("no such port", ["--device", "/dev/there-is-none"], 69, "no such device"),
      ("not plugged in", ["--device", "usb:1546:ffff"], 69, "no device like usb:1546:ffff"),
      ("nobody listens", ["--device", "tcp://127.0.0.1:1"], 69, "cannot listen"),
      ("a folder", ["--device", "/tmp"], 69, "cannot listen"),
    ] as [(String, [String], CInt, String)])
  func reportsMissingPorts(why: String, arguments: [String], code: CInt, words: String) throws {
    let run = try Tool.run(["doctor"] + arguments)
    #expect(run.exitCode == code)
    #expect(run.lines.contains { $0.hasPrefix("✗ ") && $0.contains(words) }, "\(run.lines)")
  }

  @Test(
    arguments: [
      ("no numbers", ["--device", "usb:what"], "usb:1546:01a8")
    ])
  func refusesInvalidArguments(why: String, arguments: [String], words: String) throws {
    let run = try Tool.run(["doctor"] + arguments)
    expectFailure(run, 64, words)
    #expect(run.output.isEmpty)
  }
}
