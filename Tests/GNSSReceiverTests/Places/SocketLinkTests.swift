// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
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
      var ready = [pollfd(fd: link.descriptor, events: Int16(POLLOUT), revents: 0)]
      try #require(wait(for: &ready, until: deadline))
      try link.connect(at: monotonicNow())
    }
  }

  @Test func goesOnToTheNextAddressWhenOneRefuses() throws {
    let refusing = try Self.server(isListening: false)
    defer { close(refusing.descriptor) }
    let listening = try Self.server(isListening: true)
    defer { close(listening.descriptor) }
    let link = try SocketLink(
      to: try Self.endpoints([refusing.port, refusing.port, listening.port]), "tcp://test",
      at: monotonicNow())
    try Self.connect(link)
    let peer = accept(listening.descriptor, nil, nil)
    defer { close(peer) }
    try #require(peer >= 0)
    #expect(send(peer, "$", 1, 0) == 1)
    var ready = [pollfd(fd: link.descriptor, events: Int16(POLLIN), revents: 0)]
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
      try Self.connect(try SocketLink(to: endpoints, "tcp://test", at: .zero))
    }
  }

  /// A server whose queue is full, so that the kernel drops what else comes; keep the connections.
  private static func silentServer() throws -> (descriptors: [CInt], port: UInt16) {
    let server = try server(isListening: false)
    try #require(listen(server.descriptor, 0) == 0)
    var descriptors = [server.descriptor]
    for endpoint in try endpoints([server.port, server.port, server.port]) {
      let flags = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
      let client = socket(AF_INET, flags, 0)
      try #require(client >= 0)
      _ = endpoint.withAddress { Glibc.connect(client, $0, $1) }
      descriptors.append(client)
    }
    return (descriptors, server.port)
  }

  @Test func goesOnToTheNextAddressWhenOneDropsPackets() throws {
    let silent = try Self.silentServer()
    defer { for descriptor in silent.descriptors { close(descriptor) } }
    let listening = try Self.server(isListening: true)
    defer { close(listening.descriptor) }
    let link = try SocketLink(
      to: try Self.endpoints([silent.port, listening.port]), "tcp://test", at: .seconds(1))
    #expect(link.connectDeadline == .seconds(6))
    try link.connect(at: .milliseconds(5999))
    #expect(link.isConnecting && link.connectDeadline == .seconds(6))
    try link.connect(at: .seconds(6))
    #expect(link.connectDeadline == .seconds(36), "the last one has more time")
    try Self.connect(link)
    #expect(link.connectDeadline == nil)
  }

  @Test func tellsWhyWhenTheLastAddressDropsPackets() throws {
    let silent = try Self.silentServer()
    defer { for descriptor in silent.descriptors { close(descriptor) } }
    let link = try SocketLink(to: try Self.endpoints([silent.port]), "tcp://test", at: .zero)
    #expect(throws: SourceError.network(NetworkError(.unreachable, "tcp://test"))) {
      try link.connect(at: .seconds(30))
    }
  }

  @Test func aHostWithoutAnAddressCannotBeReached() {
    let expected = SourceError.network(NetworkError(.unreachable, "tcp://test"))
    #expect(throws: expected) { _ = try SocketLink(to: [], "tcp://test", at: .zero) }
  }
}
