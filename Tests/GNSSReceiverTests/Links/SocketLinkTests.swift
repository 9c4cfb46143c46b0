// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import SerialLine
import Testing

@testable import GNSSReceiver

/// Connections to addresses of this machine.
struct SocketLinkTests {
  /// A bound socket of 127.0.0.1, and its port.
  ///
  /// - Parameter isListening: false for one that refuses, and that nobody else gets meanwhile.
  private static func server(isListening: Bool) throws -> (descriptor: CInt, port: UInt16) {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    try #require(descriptor >= 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) | getsockname(descriptor, $0, &size)
      }
    }
    try #require(result == 0)
    if isListening { try #require(listen(descriptor, 1) == 0) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  private static func endpoints(_ ports: [UInt16]) throws -> [Endpoint] {
    try ports.flatMap { port in
      try Endpoint.lookUp("127.0.0.1", port, isDatagram: false, "tcp://test")
    }
  }

  /// Waits until it is connected, 20 s at the most.
  private static func connect(_ link: SocketLink) throws {
    let deadline = monotonicNow() + .seconds(20)
    while link.isConnecting {
      var ready = [pollfd(fd: link.descriptor, events: link.interest, revents: 0)]
      try #require(wait(for: &ready, until: deadline))
      try link.connect()
    }
  }

  @Test func goesOnToTheNextAddressWhenOneRefuses() throws {
    let refusing = try Self.server(isListening: false)
    defer { close(refusing.descriptor) }
    let listening = try Self.server(isListening: true)
    defer { close(listening.descriptor) }
    let link = try SocketLink.connecting(
      to: try Self.endpoints([refusing.port, refusing.port, listening.port]), "tcp://test")
    try Self.connect(link)
    let peer = accept(listening.descriptor, nil, nil)
    defer { close(peer) }
    try #require(peer >= 0)
    #expect(send(peer, "$", 1, 0) == 1)
    var ready = [pollfd(fd: link.descriptor, events: link.interest, revents: 0)]
    try #require(wait(for: &ready, until: monotonicNow() + .seconds(20)))
    var buffer = [UInt8](repeating: 0, count: 8)
    let reading = try buffer.withUnsafeMutableBytes { try link.read(into: $0) }
    #expect(reading == .bytes(1))
    #expect(buffer.first == UInt8(ascii: "$"))
  }

  @Test func tellsWhyWhenNoAddressAnswers() throws {
    let refusing = try Self.server(isListening: false)
    defer { close(refusing.descriptor) }
    let endpoints = try Self.endpoints([refusing.port, refusing.port])
    let expected = SourceError.network(NetworkError(.refused, "tcp://test"))
    #expect(throws: expected) {
      try Self.connect(try SocketLink.connecting(to: endpoints, "tcp://test"))
    }
  }

  @Test func aHostWithoutAnAddressCannotBeReached() {
    let expected = SourceError.network(NetworkError(.unreachable, "tcp://test"))
    #expect(throws: expected) { _ = try SocketLink.connecting(to: [], "tcp://test") }
  }
}
