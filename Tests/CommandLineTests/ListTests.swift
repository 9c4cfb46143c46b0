// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `gps list` on machines that umockdev emulates; see `Fixtures/devices`.
@Suite struct ListTests {
  private static func fixture(_ name: String) -> String {
    Repository.path("Fixtures/devices/\(name).umockdev")
  }

  /// Runs `gps list` on a machine with the devices of a fixture.
  private func list(_ machine: String, _ options: String = "") throws -> Run {
    try Tool.shell(
      "umockdev-run -d \"$1\" -- \"$gps\" list \(options)", Self.fixture(machine))
  }

  /// Runs `gps list --watch`, and performs steps that `hotplug.py` explains.
  private func watch(_ options: String, _ steps: String...) throws -> Run {
    let script = Repository.path("Tests/Scripts/hotplug.py")
    return try Tool.shell(
      "printf '%s\\n' \"$2\" | python3 \"$1\" \"$gps\" list --watch \(options)", script,
      steps.joined(separator: "\n"))
  }

  @Test func listsTheMostLikelyFirst() throws {
    let run = try list("bench")
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    #expect(
      run.lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        == [
          "DEVICE RECEIVER", "/dev/ttyACM0 certain", "/dev/ttyUSB0 likely", "/dev/ttyUSB1 likely",
          "/dev/ttyUSB3 likely",
        ])
    #expect(run.lines.first?.hasSuffix("LINK") == true)
    #expect(
      run.lines.dropFirst().first?.contains("  u-blox 8 ") == true
        && run.lines.dropFirst().first?.contains("/dev/serial/by-id/usb-u-blox") == true)
  }

  @Test func listsOtherPortsIfAsked() throws {
    let run = try list("bench", "--all")
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    #expect(run.lines.count == 8)
    #expect(run.lines.filter { $0.contains("  no  ") }.count == 3)
  }

  /// The symbolic link does not fit into 80 characters.
  @Test func fitsIntoATerminal() throws {
    let command = "stty cols 80; umockdev-run -d \"$1\" -- \"$0\" list --all"
    let run = try Tool.shell(
      """
      python3 -c 'import pty, sys; pty.spawn(["sh", "-c"] + sys.argv[1:])' "$2" "$gps" "$1"
      """, Self.fixture("bench"), command)
    // A terminal ends lines with CR LF.
    let lines = String(decoding: run.output, as: UTF8.self).split(whereSeparator: \.isNewline)
    #expect(lines.count == 8 && lines.first?.hasPrefix("DEVICE") == true)
    #expect(lines.allSatisfy { $0.count <= 80 && !$0.contains("by-id") })
  }

  @Test func printsAllMembers() throws {
    let object = try #require(try list("bench", "--json").objects.first)
    let expected: [String: String] = [
      "node": "/dev/ttyACM0", "identity": "usb:1546:01a8:D30A2C41", "likelihood": "certain",
      "name": "u-blox 8", "reason": "its USB identifier is used by receivers only",
      "vendorID": "1546", "productID": "01a8", "manufacturer": "u-blox AG - www.u-blox.com",
      "model": "u-blox GNSS receiver", "serialNumber": "D30A2C41", "driver": "cdc_acm",
      "physicalPath": "pci-0000:00:14.0-usb-0:1:1.0",
    ]
    for (member, value) in expected { #expect(object[member] as? String == value, "\(member)") }
    #expect(object["interface"] as? Int == 0)
    #expect((object["links"] as? [String])?.first == "/dev/gps0")
    #expect(Set(object.keys) == Set(expected.keys).union(["interface", "links"]))
  }

  @Test func leavesOutUnknownValues() throws {
    let objects = try list("bench", "--json").objects
    let prolific = try #require(objects.first { $0["node"] as? String == "/dev/ttyUSB0" })
    #expect(prolific["serialNumber"] == nil && prolific["links"] == nil)
    #expect(
      prolific["identity"] as? String == "usb:067b:2303@pci-0000:00:14.0-usb-0:2:1.0")
  }

  /// Every member that is printed is in the manual.
  @Test func documentsItsMembers() throws {
    let text = try Repository.text("docs/cli.md")
    let start = try #require(text.range(of: "## `gps list`"))
    let end = try #require(text[start.upperBound...].range(of: "\n## "))
    let chapter = text[start.upperBound..<end.lowerBound]
    let objects = try list("bench", "--all --json").objects
    for member in Set(objects.flatMap(\.keys)) {
      #expect(chapter.contains("`\(member)`"), "\(member)")
    }
  }

  @Test func explainsWhatToDoWithoutAReceiver() throws {
    let run = try list("board")
    expectFailure(run, 69, "cannot find a receiver: no serial port looks like one; plug it in")
    expectFailure(run, 69, "add --all to list the other port")
    #expect(run.output.isEmpty)
    #expect(try list("board", "--all").lines.count == 2)
  }

  @Test func printsNoControlCharacterOfADevice() throws {
    for options in ["", "--json", "--all"] {
      let run = try list("hostile", options)
      #expect(run.exitCode == 0 && run.lines.count == (options == "--json" ? 1 : 2))
      for scalar in run.lines.joined().unicodeScalars {
        let category = scalar.properties.generalCategory
        #expect(![.control, .format].contains(category), "U+\(String(scalar.value, radix: 16))")
      }
    }
    let object = try #require(try list("hostile", "--json").objects.first)
    #expect(object["serialNumber"] as? String == "\u{1B}]0;x\u{7}/../y")
    #expect(object["identity"] as? String == "usb:0403:6001:%1b%5d0%3bx%07%2f..%2fy")
  }

  @Test func reportsMissingUdevWhereItIsMissing() throws {
    let run = try Tool.run(["list", "--all"])
    let isReported = run.complaintLines.contains { $0.contains("udev is not running") }
    #expect(isReported != FileManager.default.fileExists(atPath: "/run/udev/control"))
    #expect(run.exitCode == 0 || run.exitCode == 69)
  }

  // MARK: --watch

  private static let ublox = "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-1"

  @Test(arguments: ["INT", "TERM"]) func followsPlugs(signal: String) throws {
    let run = try watch(
      "", "add \(Self.fixture("bench"))", "lines 4", "remove \(Self.ublox)", "lines 5",
      "signal \(signal)", "end")
    #expect(run.complaints.isEmpty && run.lines.last == "exit code 0")
    #expect(
      run.lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        == [
          "+ /dev/ttyACM0", "+ /dev/ttyUSB0", "+ /dev/ttyUSB1", "+ /dev/ttyUSB3", "- /dev/ttyACM0",
          "exit code",
        ])
  }

  /// No device was present at the start.
  @Test func printsEventsAsJSON() throws {
    let run = try watch(
      "--json --all", "lines 0", "add \(Self.fixture("board"))", "lines 1",
      "remove \(Self.ublox)", "lines 2", "signal INT")
    #expect(run.lines.last == "exit code 0" && run.complaints.isEmpty)
    let objects = try run.lines.dropLast().map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["event"] as? String } == ["added", "removed"])
    #expect(Set(objects.map { $0["identity"] as? String }).count == 1)
  }

  /// It ends although no event occurs that it could fail to print.
  @Test func endsWithItsReaderWhileItWaits() throws {
    let run = try watch("", "add \(Self.fixture("bench"))", "lines 4", "deaf")
    #expect(run.lines.last == "exit code 0" && run.complaints.isEmpty)
  }

  @Test func waitsWithoutAReceiver() throws {
    let run = try watch(
      "", "add \(Self.fixture("board"))", "lines 0", "add \(Self.fixture("prolific"))",
      "lines 1", "signal TERM")
    #expect(run.lines.count == 2 && run.lines.last == "exit code 0")
    #expect(run.lines.first?.hasPrefix("+ /dev/ttyUSB0  likely") == true)
  }
}
