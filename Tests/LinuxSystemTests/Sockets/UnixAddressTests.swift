// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import TestSupport
import Testing

/// Addresses of unix sockets, and the peers of connections to them.
@Suite struct UnixAddressTests {
  private static func bound(_ address: UnixAddress) throws -> CInt {
    let socket = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try #require(socket >= 0 && address.withAddress { bind(socket, $0, $1) } == 0)
    return socket
  }

  /// Returns why a socket cannot be connected to.
  private static func reason(_ path: String) -> CInt? {
    #expect(throws: SystemError.self) { try UnixAddress(path).connect() }?.errno
  }

  @Test(arguments: ["usual.sock", "caf\u{E9}.sock", String(pathBytes: [0x63, 0xE9, 0x2E, 0x73])])
  func connectsToTheSocketAtAPath(name: String) throws {
    let scratch = try ScratchFolder()
    let address = try UnixAddress(scratch.path + "/" + name)
    let server = try Self.bound(address)
    defer { close(server) }
    try #require(listen(server, 1) == 0)
    let client = try address.connect()
    defer { close(client) }
    #expect(fcntl(client, F_GETFL) & O_NONBLOCK != 0 && fcntl(client, F_GETFD) & FD_CLOEXEC != 0)
    let peer = try #require(UnixPeer(client))
    #expect(peer.process == getpid() && peer.user == geteuid() && peer.group == getegid())
    let handle = try #require(UnixPeer.handle(client))
    if handle >= 0 { close(handle) }
  }

  @Test func connectsToANameInTheAbstractNamespace() throws {
    let address = try UnixAddress(systemd: "@core-location-test-\(getpid())")
    let server = try Self.bound(address)
    defer { close(server) }
    try #require(listen(server, 1) == 0)
    close(try address.connect())
  }

  @Test func saysWhyItCannotConnect() throws {
    let scratch = try ScratchFolder()
    #expect(Self.reason(scratch.path + "/none") == ENOENT)
    close(try Self.bound(UnixAddress(scratch.path + "/stale")))
    #expect(Self.reason(scratch.path + "/stale") == ECONNREFUSED)
    #expect(Self.reason("/" + String(repeating: "x", count: 107)) == ENAMETOOLONG)
    #expect(Self.reason("/" + String(repeating: "x", count: 106)) == ENOENT, "it just fits")
  }

  @Test func hasNoPeerWithoutAUnixSocket() {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(UnixPeer(descriptor) == nil)
    #expect(UnixPeer.groups(descriptor) == nil && UnixPeer.handle(descriptor) == nil)
    let internet = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(internet) }
    #expect(UnixPeer(internet) == nil)
  }
}
