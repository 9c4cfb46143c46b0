// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `gps watch` on machines that umockdev emulates, with receivers that are plugged in and unplugged.
struct WatchPlugTests {
  private static let ublox = "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-1"
  private static let alone = Repository.path("Fixtures/devices/ublox.umockdev")
  private static let bench = Repository.path("Fixtures/devices/bench.umockdev")

  /// Runs `gps watch`, and performs steps that `hotplug.py` explains.
  private func watch(_ steps: String...) throws -> Run {
    try Tool.shell(
      "printf '%s\\n' \"$2\" | python3 \"$1\" \"$gps\" watch --format json",
      Repository.path("Tests/Scripts/hotplug.py"), steps.joined(separator: "\n"))
  }

  /// Returns the lines of standard error as the name of the port and the first of the words that the line contains.
  private func story(_ run: Run, of words: [String]) -> [String] {
    run.complaintLines.compactMap { line in
      guard let word = words.first(where: { line.contains($0) }) else { return nil }
      return line.split(separator: " ").dropFirst().prefix(1).joined() + " " + word
    }
  }

  @Test func continuesWhenTheReceiverReturnsUnderAnotherName() throws {
    let run = try watch(
      "receiver ttyACM0", "add \(Self.alone)", "talk ttyACM0 2", "remove \(Self.ublox)",
      "receiver ttyACM1", "add \(Self.alone) ttyACM0 ttyACM1", "talk ttyACM1 2", "signal INT")
    #expect(run.lines.last == "exit code 0")
    #expect(
      story(run, of: ["has a fix", "was unplugged"]) == [
        "/dev/ttyACM0 has a fix", "/dev/ttyACM0 was unplugged", "/dev/ttyACM1 has a fix",
      ])
  }

  @Test func usesTheMoreLikelyReceiverAndFailsOverToTheOther() throws {
    let run = try watch(
      "receiver ttyUSB0", "receiver ttyACM0", "add \(Self.bench)", "talk ttyUSB0 2",
      "talk ttyACM0 2", "remove \(Self.ublox)", "talk ttyUSB0 2", "signal INT")
    #expect(run.lines.last == "exit code 0")
    #expect(
      story(run, of: ["has a fix"]) == [
        "/dev/ttyUSB0 has a fix", "/dev/ttyACM0 has a fix", "/dev/ttyUSB0 has a fix",
      ])
  }
}
