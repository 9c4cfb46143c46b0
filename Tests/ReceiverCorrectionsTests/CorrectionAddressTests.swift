// Core Location for Linux. SPDX-License-Identifier: MIT

import ServerAccess
import Testing

@testable import ReceiverCorrections

@Suite struct CorrectionAddressTests {
  @Test func readsEveryPart() throws {
    let address = try CorrectionAddress(
      "NTRIP://me%40x@Host.example:2102/M%26N?password-file=/f&gga=10s")
    #expect(address.server.host == "host.example" && address.server.port == 2102)
    #expect(address.server.user == "me@x" && address.server.passwordFile == "/f")
    #expect(address.mountpoint == "M&N" && address.target == "/M&N")
    #expect(address.positions == .every(.seconds(10)))
    #expect(address.description == "ntrip://me%40x@host.example:2102/M&N")
    #expect(try CorrectionAddress("ntrip://h/M").positions == .byTable)
    #expect(try CorrectionAddress("ntrip://h/M?gga=2m").positions == .every(.seconds(120)))
    #expect(try CorrectionAddress("tcp://h:5015").positions == .never)
    #expect(try CorrectionAddress("ntrips://h/M?ca-file=/c").server.isEncrypted)
    #expect(try CorrectionAddress(tableOf: "h:2103").server.port == 2103)
  }

  @Test(
    arguments: [
      ("a password", "ntrip://me:secret@h/M"), ("no scheme", "h/M"),
      ("another scheme", "http://h/M"), ("a certificate without TLS", "ntrip://h/M?ca-file=/c"),
      ("an interval", "ntrip://h/M?gga=0s"), ("too long an interval", "ntrip://h/M?gga=61m"),
      ("an unknown item", "ntrip://h/M?interval=1"), ("a mountpoint of a server", "tcp://h:1/M"),
      ("a line end", "ntrip://h/M%0d%0aX:y"),
      ("a password without a user", "ntrip://h/M?password-file=/f"),
    ])
  func refuses(_ why: String, text: String) {
    let error = #expect(throws: AddressError.self, "\(why)") { try CorrectionAddress(text) }
    #expect(error?.description.contains("secret") == false)
    #expect(error?.description.hasPrefix("cannot get corrections from ") == true)
  }

  /// For a line that names the nearest streams.
  @Test func mayLackAMountpoint() throws {
    let address = try CorrectionAddress("ntrip://h")
    #expect(address.lacksMountpoint && address.description == "ntrip://h")
    #expect(try !CorrectionAddress("ntrip://h/M").lacksMountpoint)
    #expect(try !CorrectionAddress("tcp://h:1").lacksMountpoint)
  }

  @Test func followsOnlyTheSameServer() throws {
    let address = try CorrectionAddress("ntrip://me@h:2101/M?password-file=/f")
    #expect(
      address.redirected(to: "/N")?.description
        == "ntrip://me@h:2101/N".replacing(":2101", with: ""))
    #expect(address.redirected(to: "http://H:2101/N")?.mountpoint == "N")
    for place in [
      "http://evil/N", "http://h:2102/N", "https://h:2101/N", "//evil/N", "", "/", "/a%0d",
    ] {
      #expect(address.redirected(to: place)?.mountpoint != "N", "\(place)")
    }
    #expect(address.redirected(to: "http://evil/N") == nil)
  }
}
