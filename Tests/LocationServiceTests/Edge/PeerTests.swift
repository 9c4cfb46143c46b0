// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LocationService

/// What the kernel's files report about a connected client.
@Suite struct PeerTests {
  @Test(
    arguments: [
      ("a service", "0::/system.slice/weather.service\n", "weather.service"),
      ("one in a slice of its own", "0::/system.slice/system-a.slice/a@1.service", "a@1.service"),
      ("a part of a service", "0::/system.slice/a.service/part", "a.service"),
      ("version 1", "4:cpu:/\n1:name=systemd:/system.slice/a.service\n", "a.service"),
      ("a session", "0::/user.slice/user-1000.slice/user@1000.service/app.slice/a.service", nil),
      ("a user's folder", "0::/user.slice/system.slice/a.service", nil),
      ("a container", "0::/", nil),
      ("nothing", "", nil),
    ] as [(String, String, String?)])
  func readsUnitsThatOnlyRootCanEnter(why: String, text: String, unit: String?) {
    #expect(ProcessFacts.unit(inControlGroups: text) == unit, "\(why)")
  }

  private static let line = """
       1: 0100007F:C350 0100007F:0B83 01 00000000:00000000 00:00000000 00000000  1234        0 \
    99117 1 0000000000000000 20 4 30 10 -1
    """

  @Test func readsALineOfTheTable() throws {
    let row = try #require(TCPTable.Row(Array(Self.line.utf8)[...]))
    #expect(row.local == TCPEndpoint(ipv4: [127, 0, 0, 1], port: 50000))
    #expect(row.remote == TCPEndpoint(ipv4: [127, 0, 0, 1], port: 2947))
    #expect(row.state == TCPTable.established)
    #expect(row.user == 1234)
    #expect(row.inode == 99117)
    #expect(TCPTable.localPort(in: Array(Self.line.utf8)[...], addressDigits: 8) == 50000)
    let header = "  sl  local_address rem_address   st tx_queue rx_queue"
    #expect(TCPTable.localPort(in: Array(header.utf8)[...], addressDigits: 8) == nil)
    #expect(TCPTable.Row(Array(header.utf8)[...]) == nil)
  }

  @Test func takesAMappedAddressForTheSame() throws {
    let text = """
      0: 0000000000000000FFFF00000100007F:C350 0000000000000000FFFF00000100007F:0B83 01 \
      00000000:00000000 00:00000000 00000000 0 0 1 1
      """
    let row = try #require(TCPTable.Row(Array(text.utf8)[...]))
    #expect(TCPTable.localPort(in: Array(text.utf8)[...], addressDigits: 32) == 50000)
    #expect(row.local == TCPEndpoint(ipv4: [127, 0, 0, 1], port: 50000))
    #expect(row.local.isLoopback)
    #expect(!TCPEndpoint(ipv4: [192, 168, 0, 7], port: 1).isLoopback)
    #expect(TCPEndpoint(ipv6: Array(repeating: 0, count: 15) + [1], port: 1).isLoopback)
  }

  @Test func namesKeptConnectionsSoThatTheyCanBeReadAgain() {
    let name = KeptName(face: .gpsd, number: 17, wish: RestoredWish("ej0"))
    #expect(name.text == "client-gpsd-17-ej0")
    #expect(KeptName(name.text) == name)
    #expect(KeptName("gpsd.socket") == nil)
  }
}
