// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import Testing

@testable import LocationService

/// What the kernel's files report about a connected client.
@Suite struct PeerTests {
  @Test(
    arguments: [
      ("a service", "0::/system.slice/weather.service\n", .named("weather.service")),
      (
        "one in a slice of its own", "0::/system.slice/system-a.slice/a@1.service",
        .named("a@1.service")
      ),
      ("one in another slice", "0::/maps.slice/maps-b.slice/a.service", .named("a.service")),
      ("a part of a service", "0::/system.slice/a.service/part", .named("a.service")),
      ("a part named like a service", "0::/system.slice/a.service/b.service", .named("a.service")),
      (
        "a name that means something to the kernel", "0::/system.slice/_cpu.service",
        .named("cpu.service")
      ),
      ("version 1", "4:cpu:/\n1:name=systemd:/system.slice/a.service\n", .named("a.service")),
      ("both versions", "1:name=systemd:/\n0::/system.slice/a.service", .named("a.service")),
      ("a session", "0::/user.slice/user-1000.slice/user@1000.service/app.slice/a.service", .none),
      ("a user's folder", "0::/user.slice/system.slice/a.service", .none),
      ("a part of a container", "0::/system.slice/docker-1.scope/system.slice/a.service", .none),
      ("a container's root", "0::/", .unknown),
      ("outside a container", "0::/../a.service", .unknown),
      ("no systemd", "2:cpu:/a.service", .unknown), ("nothing", "", .unknown),
    ] as [(String, String, PeerCredentials.Unit)])
  func readsUnitsThatOnlyRootCanEnter(why: String, text: String, unit: PeerCredentials.Unit) {
    #expect(ProcessFacts.unit(inControlGroups: text) == unit, "\(why)")
  }

  private static let line = """
       1: 0100007F:C350 0100007F:0B83 01 00000000:00000000 00:00000000 00000000  1234        0 \
    99117 1 0000000000000000 20 4 30 10 -1
    """

  @Test func readsALineOfTheTable() throws {
    let row = try #require(TCPTable.Row(Array(Self.line.utf8)[...]))
    #expect(row.local == InternetAddress([127, 0, 0, 1], port: 50000))
    #expect(row.remote == InternetAddress([127, 0, 0, 1], port: 2947))
    #expect(row.user == 1234)
    #expect(row.inode == 99117)
    let header = "  sl  local_address rem_address   st tx_queue rx_queue"
    #expect(TCPTable.Row(Array(header.utf8)[...]) == nil)
  }

  @Test func takesAMappedAddressForTheSame() throws {
    let text = """
      0: 0000000000000000FFFF00000100007F:C350 0000000000000000FFFF00000100007F:0B83 01 \
      00000000:00000000 00:00000000 00000000 0 0 1 1
      """
    let row = try #require(TCPTable.Row(Array(text.utf8)[...]))
    #expect(row.local == InternetAddress([127, 0, 0, 1], port: 50000))
    #expect(row.local.isLoopback)
    #expect(!InternetAddress([192, 168, 0, 7], port: 1).isLoopback)
    #expect(InternetAddress(Array(repeating: 0, count: 15) + [1], port: 1).isLoopback)
  }

  @Test func namesKeptConnectionsSoThatTheyCanBeReadAgain() {
    let name = StoredName(
      clientProtocol: .gpsd, number: 17, subscription: RestoredSubscription("ej0"))
    #expect(name.text == "client-gpsd-17-ej0")
    #expect(StoredName(name.text) == name)
    #expect(StoredName("gpsd.socket") == nil)
    #expect(StoredName("client-gpsd-18446744073709551615-ej0") == nil, "no number is after it")
  }
}
