// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import HTTPSites

@Suite struct HostNamesTests {
  @Test(
    arguments: [
      ("this machine by name", "localhost", true),
      ("with a port, which a tunnel changes", "localhost:9000", true),
      ("in capitals", "LOCALHOST:8947", true),
      ("by number", "127.0.0.1:8947", true),
      ("by its other number", "[::1]:8947", true),
      ("a name it was given", "boat.local:8947", true),
      ("the same in capitals", "Boat.Local", true),
      ("a name of a stranger who has it point here", "evil.example", false),
      ("one that begins like ours", "localhost.evil.example:8947", false),
      ("one that ends like ours", "evil-localhost", false),
      ("another address of this machine", "192.168.1.5:8947", false),
      ("nothing", "", false),
      ("only a port", ":8947", false),
      ("no port", "localhost:abc", false),
      ("two hosts", "localhost, evil.example", false),
      ("a user's name before the host", "localhost@evil.example", false),
      ("an address that does not end", "[::1", false),
      ("something behind the address", "[::1]x", false),
    ] as [(name: String, host: String, isOurs: Bool)])
  func servesOnlyUnderItsOwnNames(_ row: (name: String, host: String, isOurs: Bool)) {
    let names = HostNames(listening: ["127.0.0.1", "::1"], names: ["Boat.local"])
    #expect(names.contains(row.host) == row.isOurs, "\(row.name)")
  }

  @Test(
    arguments: [
      ("an address, which nobody can point elsewhere", "192.168.1.5:8947", true),
      ("an address of the other kind", "[fe80::1]:8947", true),
      ("a name of a stranger", "evil.example:8947", false),
      ("what only looks like an address", "192.168.1.5.evil.example", false),
      ("a number that is a name", "192.168.1", false),
    ] as [(name: String, host: String, isOurs: Bool)])
  func servesUnderAnyAddressIfItListensAtAll(_ row: (name: String, host: String, isOurs: Bool)) {
    #expect(HostNames(listening: ["0.0.0.0"]).contains(row.host) == row.isOurs, "\(row.name)")
  }

  @Test func servesUnderTheAddressAtWhichItListens() {
    let names = HostNames(listening: ["192.168.1.5", "fd00::5"])
    #expect(names.contains("192.168.1.5:8947"))
    #expect(names.contains("[fd00::5]:8947"))
    #expect(!names.contains("192.168.1.6:8947"))
  }
}
