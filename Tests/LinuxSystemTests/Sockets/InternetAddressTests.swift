// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import LinuxSystem

/// Addresses of the internet, and hosts with their ports.
@Suite struct InternetAddressTests {
  @Test(
    arguments: [
      ("this machine", "127.0.0.1", "127.0.0.1", true),
      ("another of its addresses", "127.8.9.10", "127.8.9.10", true),
      ("another machine", "192.168.0.7", "192.168.0.7", false),
      ("this machine by IPv6", "::1", "::1", true),
      ("an address of the link", "fe80::1:2", "fe80::1:2", false),
      ("IPv4 mapped to IPv6", "::ffff:127.0.0.1", "127.0.0.1", true),
    ] as [(why: String, text: String, description: String, isLoopback: Bool)])
  func readsANumericAddress(why: String, text: String, description: String, isLoopback: Bool) throws
  {
    let address = try #require(InternetAddress(text, port: 2947))
    #expect(address.description == description)
    #expect(address.isLoopback == isLoopback)
    #expect(address.isIPv6 == description.contains(":"))
    // As the kernel and the C library pass it.
    let again = address.withAddress {
      InternetAddress(UnsafeRawBufferPointer(start: $0, count: Int($1)))
    }
    #expect(again == address && again?.port == 2947)
  }

  @Test(arguments: ["", "localhost", "192.168.1", "1.2.3.4.5", "[::1]", "::1::", "127.0.0.1:80"])
  func readsNothingElse(text: String) { #expect(InternetAddress(text) == nil) }

  @Test func keepsTheInterfaceOfALinkLocalAddress() throws {
    let bytes = try #require(InternetAddress("fe80::1")).bytes
    let address = InternetAddress(bytes, port: 1, interface: if_nametoindex("lo"))
    #expect(address.description == "fe80::1%lo")
    let again = address.withAddress {
      InternetAddress(UnsafeRawBufferPointer(start: $0, count: Int($1)))
    }
    #expect(again == address)
  }

  @Test(arguments: ["127.0.0.1", "::1"]) func isThatOfASocket(text: String) throws {
    let address = try #require(InternetAddress(text))
    let socket = socket(address.family, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(socket) }
    guard address.withAddress({ bind(socket, $0, $1) }) == 0 else {
      // Machines may have no IPv6.
      return #expect([EADDRNOTAVAIL, EAFNOSUPPORT].contains(errno) && address.isIPv6)
    }
    let bound = try #require(InternetAddress(of: socket, getsockname))
    #expect(bound.bytes == address.bytes && bound.port > 0)
    #expect(InternetAddress(of: socket, getpeername) == nil, "it is not connected")
  }

  @Test func aUnixSocketHasNone() {
    let socket = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(socket) }
    #expect(InternetAddress(of: socket, getsockname) == nil)
  }

  // MARK: Hosts

  @Test(
    arguments: [
      ("a name", "boat:10110", nil, HostAndPort("boat", 10110)),
      ("a number", "127.0.0.1:1", nil, HostAndPort("127.0.0.1", 1)),
      ("IPv6", "[::1]:2947", nil, HostAndPort("::1", 2947)),
      ("only a port", ":10110", nil, HostAndPort("", 10110)),
      ("any free port", "127.0.0.1:0", nil, HostAndPort("127.0.0.1", 0)),
      ("no port", "boat", nil, nil), ("a port that is none", "boat:x", 1, nil),
      ("the usual port", "boat", 2947, HostAndPort("boat", 2947)),
      ("the usual port by IPv6", "[fe80::1]", 2947, HostAndPort("fe80::1", 2947)),
      ("another port", "boat:1", 2947, HostAndPort("boat", 1)),
    ] as [(why: String, text: String, usualPort: UInt16?, expected: HostAndPort?)])
  func readsAHostAndItsPort(why: String, text: String, usualPort: UInt16?, expected: HostAndPort?) {
    let place = HostAndPort(text, usualPort: usualPort)
    #expect(place == expected, "\(why)")
    if let place { #expect(HostAndPort(place.description) == place, "\(why)") }
  }

  /// Waits for the result of a look-up.
  private static func lookUp(
    _ place: HostAndPort, isDatagram: Bool = false
  ) throws -> Result<[InternetAddress], HostLookUp.Failure> {
    let isDone = try WakeUp()
    let lookUp = HostLookUp(place, isDatagram: isDatagram, waking: isDone)
    try #require(firstReadable(of: isDone.descriptor, until: monotonicNow() + .seconds(60)) == 0)
    return try #require(lookUp.result)
  }

  @Test func looksUpAHost() throws {
    let expected = try #require(InternetAddress("127.0.0.1", port: 80))
    #expect(try Self.lookUp(HostAndPort("127.0.0.1", 80)).get() == [expected])
    let local = try Self.lookUp(HostAndPort("localhost", 80)).get()
    #expect(!local.isEmpty && local.allSatisfy { $0.isLoopback && $0.port == 80 })
  }

  @Test func listensOnAllAddressesWithoutAHost() throws {
    let all = try Self.lookUp(HostAndPort("", 10110), isDatagram: true).get()
    #expect(all.contains { !$0.isIPv6 && $0.bytes == [0, 0, 0, 0] && $0.port == 10110 })
    #expect(all.first?.isIPv6 == all.contains(where: \.isIPv6), "one socket is enough for both")
  }

  @Test func saysWhyAHostHasNoAddress() throws {
    guard case .failure(let failure) = try Self.lookUp(HostAndPort("no host", 80)) else {
      Issue.record("it has one")
      return
    }
    #expect(!failure.reason.isEmpty && failure.reason == failure.reason.lowercased())
  }

  @Test func othersCanReachTheAddressesOfThisMachine() {
    for address in InternetAddress.ofThisMachine {
      #expect(!address.isLoopback && !address.description.hasPrefix("fe80"), "\(address)")
      #expect(address.port == 0 && InternetAddress(address.description) == address)
    }
  }
}
