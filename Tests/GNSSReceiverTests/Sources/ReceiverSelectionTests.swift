// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationProtocols
import Testing

@testable import GNSSReceiver

@Suite struct ReceiverSelectionTests {
  @Test(
    arguments: [
      ("standard input", "-", StandardInputSource()),
      ("a server", "tcp://boat:10110", ServerSource(host: "boat", port: 10110)),
      ("by number", "tcp://[::1]:2947", ServerSource(host: "::1", port: 2947)),
      ("datagrams", "udp://:10110", DatagramSource(host: nil, port: 10110)),
      ("to one address", "udp://127.0.0.1:1", DatagramSource(host: "127.0.0.1", port: 1)),
      ("a unix socket", "unix:/run/x.sock", UnixSocketSource("/run/x.sock")),
      ("gpsd", "gpsd://", GpsdSource(host: "localhost", port: 2947, device: nil)),
      (
        "a device of a gpsd", "gpsd://[::1]/dev/ttyUSB0",
        GpsdSource(host: "::1", port: 2947, device: "/dev/ttyUSB0")
      ),
      ("GeoClue", "geoclue:", GeoClueSource()),
      ("a gpsd at another port", "gpsd://boat:1", GpsdSource(host: "boat", port: 1, device: nil)),
      (
        "a service", "service:/run/x.sock",
        ServiceSource(["/run/x.sock"], ClientIntroduction(name: nil))
      ),
    ] as [(why: String, text: String, kind: any SourceKind)])
  func namesAPlace(why: String, text: String, expected: any SourceKind) throws {
    guard case .source(let source) = try ReceiverSupervisor.Selection(text) else {
      Issue.record("\(text) is a kind")
      return
    }
    #expect(source.kind.isSame(as: expected))
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
      "tcp://", "tcp://boat", "tcp://:1", "tcp://boat:0", "udp://:65536", "replay:a.nmea", "usb:",
      "udp://", "gpsd://boat:0", "gpsd://boat:x", "geoclue:x", "service:", "service:x.sock",
      "unix:", "unix:x.sock",
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
        == "cannot read positions from tcp://a\\u{a}\\u{1b}[2J: expected tcp://host:port"
    )
  }
}
