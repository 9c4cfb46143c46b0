// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite struct ConfigureTests {
  @Test func changesAReceiver() throws {
    let port = try FakeReceiverPort(FakeReceiver(.ublox8, period: 500))
    defer { port.stop() }
    let run = try Tool.run(["configure", "--device", port.path, "--rate", "1", "--disable", "GLL"])
    #expect(run.exitCode == 0, "\(run.complaintLines)")
    #expect(
      run.lines == [
        "heard: 9600 baud, 2 Hz, GGA RMC GSA GLL",
        "send: ask a u-blox receiver for its version: B5 62 0A 04 00 00 0E 34",
        "receiver: u-blox, ROM CORE 3.01, protocol 18",
        "send: ask for the settings of this port: B5 62 06 00 00 00 06 18",
        "send: ask for the epoch rate: B5 62 06 08 00 00 0E 30",
        "send: ask how often GLL is sent: B5 62 06 01 02 00 F0 01 FA 12",
        "send: GLL off: B5 62 06 01 03 00 F0 01 00 FB 11",
        "send: one epoch every 1000 ms: B5 62 06 08 06 00 E8 03 01 00 00 00 00 37",
        "now: 9600 baud, 1 Hz, GGA RMC GSA, until it loses power",
      ])
    #expect(port.receiver.period == 1000 && !port.receiver.sentences.contains("GLL"))
  }

  @Test func reportsAnUnsupportedChangeAndRestoresTheRest() throws {
    let port = try FakeReceiverPort(FakeReceiver(.mediatek, fault: .refusing, period: 200))
    defer { port.stop() }
    let run = try Tool.run([
      "configure", "--device", port.path, "--disable", "GLL", "--baud-now", "9600",
    ])
    expectFailure(
      run, 75,
      "cannot configure \(port.path): the receiver refused \"GLL off\"")
    #expect(port.receiver.sentences.contains("GLL"))
  }

  @Test func restoresSettingsWhenInterrupted() throws {
    let port = try FakeReceiverPort(FakeReceiver(.mediatek, period: 200))
    defer { port.stop() }
    let scratch = try ScratchFolder()
    let run = try Tool.shell(
      """
      mkfifo "$2/lines"
      "$gps" configure --device "$1" --baud-now 9600 --rate 2.5 > "$2/lines" &
      process=$!
      while read -r line; do
        case "$line" in *PMTK220,400*) kill -INT $process ;; esac
      done < "$2/lines"
      wait $process
      """, port.path, scratch.path)
    expectFailure(run, 75, "interrupted; the old settings were restored")
    #expect(port.receiver.period == 200)
    #expect(port.receiver.commands == ["PMTK220,400", "PMTK220,200"])
  }

  @Test func switchesToUBXAndBack() throws {
    let port = try FakeReceiverPort(FakeReceiver(.ublox8, baudRate: 38400, period: 200))
    defer { port.stop() }
    let there = try Tool.run(["configure", "--device", port.path, "--baud-now", "38400", "--ubx"])
    #expect(there.exitCode == 0, "\(there.complaintLines)")
    #expect(
      there.lines.contains {
        $0.hasPrefix("send: UBX as output, and no sentences: B5 62 06 00 14 00")
      })
    #expect(there.lines.contains("send: NAV-PVT on: B5 62 06 01 03 00 01 07 01 13 51"))
    #expect(there.lines.last == "now: 38400 baud, 5 Hz, UBX (u-blox), until it loses power")
    #expect(port.receiver.isBinary && port.receiver.frames.count == 4)
    let back = try Tool.run(["configure", "--device", port.path, "--baud-now", "38400", "--nmea"])
    #expect(
      back.lines.last == "now: 38400 baud, 5 Hz, GGA RMC GSA GSV VTG GLL, until it loses power")
    #expect(!port.receiver.isBinary && port.receiver.frames.isEmpty)
  }

  @Test func showsTheCommandsWithoutADevice() throws {
    let run = try Tool.run([
      "configure", "--device", "/dev/none", "--maker", "mediatek", "--rate", "10", "--baud",
      "115200",
      "--dry-run",
    ])
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    #expect(
      run.lines == [
        """
        115200 baud: $PMTK251,115200*1F \
        (24 50 4D 54 4B 32 35 31 2C 31 31 35 32 30 30 2A 31 46 0D 0A)
        """,
        "one epoch every 100 ms: $PMTK220,100*2F (24 50 4D 54 4B 32 32 30 2C 31 30 30 2A 32 46 0D 0A)",
      ])
  }

  @Test func showsWhatDependsOnTheAnswer() throws {
    let run = try Tool.run([
      "configure", "--device", "/dev/none", "--maker", "ublox", "--enable", "gst", "--save",
      "--dry-run",
    ])
    #expect(run.exitCode == 0)
    #expect(run.lines.contains("GST on: B5 62 06 01 03 00 F0 07 01 02 1E"))
    #expect(run.lines.contains("GST on: B5 62 06 8A 09 00 00 01 00 00 D4 00 91 20 01 20 49"))
    #expect(run.lines.contains { $0.hasPrefix("store in flash memory: B5 62 06 8A 09 00 00 04") })
    #expect(
      run.lines.last == "nothing: --save without UBX is not supported for receivers by u-blox")
  }

  @Test func writesNothingInADryRun() throws {
    let port = try FakeReceiverPort(FakeReceiver(.sirf, period: 500))
    defer { port.stop() }
    let run = try Tool.run(["configure", "--device", port.path, "--enable", "ZDA", "--dry-run"])
    #expect(run.exitCode == 0, "\(run.complaintLines)")
    #expect(run.lines.count == 1 && run.lines[0].hasPrefix("ZDA on: $PSRF103,08,00,01,01*2D ("))
    #expect(port.receiver.commands.isEmpty)
  }

  @Test(
    arguments: [
      (
        "UBX of SiRF", ["--ubx", "--maker", "sirf", "--dry-run"],
        "--ubx is not supported for receivers by SiRF"
      ),
      (
        "more than the line carries",
        ["--rate", "10", "--maker", "mediatek", "--baud", "9600", "--dry-run"],
        "add --baud 115200 or more"
      ),
      (
        "what SiRF cannot do", ["--enable", "GST", "--maker", "sirf", "--dry-run"],
        "GST is not supported for receivers by SiRF"
      ),
    ] as [(String, [String], String)])
  func refusesImpossibleChanges(name: String, arguments: [String], words: String) throws {
    let run = try Tool.run(["configure", "--device", "/dev/none"] + arguments)
    expectFailure(run, 64, words)
    #expect(run.output.isEmpty)
  }

  @Test(
    arguments: [
      ("nothing there", "/dev/none", "no such device"),
      ("a folder", "/tmp", "it is not a serial port"),
      ("a file", "/etc/passwd", "it is not a serial port"),
    ])
  func refusesOtherFiles(name: String, path: String, words: String) throws {
    let run = try Tool.run(["configure", "--device", path, "--rate", "1"])
    expectFailure(run, 69, "cannot open \(path): \(words)")
  }

  @Test func refusesAPortThatIsInUse() throws {
    let terminal = try PseudoTerminal()
    let descriptor = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX) == 0)
    let run = try Tool.run(["configure", "--device", terminal.path, "--rate", "1"])
    expectFailure(run, 69, "cannot open \(terminal.path):")
  }

  @Test(.enabled(if: geteuid() == 0, "becomes another user"))
  func namesTheGroupOfThePort() throws {
    let terminal = try PseudoTerminal()
    try #require(chmod(terminal.path, 0o620) == 0)
    let run = try Tool.shell(
      "setpriv --reuid 65534 --regid 65534 --clear-groups \"$gps\" configure --device \"$1\" --rate 1",
      terminal.path)
    expectFailure(run, 77, "cannot open \(terminal.path): permission denied")
  }
}
