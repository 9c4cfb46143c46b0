// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverDiscovery
import Testing

@testable import GNSSReceiver

@Suite struct ReceiverSelectionTests {
  private func place(_ text: String) throws -> Candidate.Place? {
    if case .place(let candidate) = try ReceiverSupervisor.Selection(text) {
      candidate.place
    } else {
      nil
    }
  }

  @Test(
    arguments: [
      ("standard input", "-", .standardInput),
      ("a server", "tcp://boat:10110", .tcp(host: "boat", port: 10110)),
      ("by number", "tcp://[::1]:2947", .tcp(host: "::1", port: 2947)),
      ("datagrams", "udp://:10110", .udp(host: nil, port: 10110)),
      ("to one address", "udp://127.0.0.1:1", .udp(host: "127.0.0.1", port: 1)),
      ("a recording", "replay:/tmp/a.nmea", .recording(path: "/tmp/a.nmea", speed: 1)),
      ("faster", "replay:a.nmea?speed=10", .recording(path: "a.nmea", speed: 10)),
      ("slower", "replay:a.nmea?speed=0.5", .recording(path: "a.nmea", speed: 0.5)),
      ("at once", "replay:a.nmea?speed=max", .recording(path: "a.nmea", speed: .infinity)),
    ] as [(why: String, text: String, place: Candidate.Place)])
  func namesAPlace(why: String, text: String, expected: Candidate.Place) throws {
    #expect(try place(text) == expected)
  }

  @Test func namesADevice() throws {
    guard case .device = try ReceiverSupervisor.Selection("/dev/ttyUSB7") else {
      Issue.record("a path is a device")
      return
    }
    guard case .device = try ReceiverSupervisor.Selection("usb:1546:01a8") else {
      Issue.record("numbers are a device")
      return
    }
    for text in ["", "auto"] {
      guard case .automatic = try ReceiverSupervisor.Selection(text) else {
        Issue.record("nothing named is whatever is there")
        return
      }
    }
  }

  @Test(
    arguments: [
      "tcp://", "tcp://boat", "tcp://:1", "tcp://boat:0", "udp://:65536", "replay:",
      "replay:a?speed=0", "replay:a?speed=-1", "replay:a?speed=fast", "replay:a?fast", "usb:",
    ])
  func saysWhatItExpects(text: String) {
    let error = #expect(throws: SelectionError.self) { try ReceiverSupervisor.Selection(text) }
    #expect(error?.description.hasPrefix("cannot read positions from \(text): expected ") == true)
  }

  @Test func refusesInOneLineWhateverTheTextHolds() {
    let error = #expect(throws: SelectionError.self) {
      try ReceiverSupervisor.Selection("tcp://a\n\u{1b}[2J")
    }
    #expect(
      error?.description
        == "cannot read positions from tcp://a\\u{a}\\u{1b}[2J: expected tcp://host:port or udp://:port"
    )
  }
}
