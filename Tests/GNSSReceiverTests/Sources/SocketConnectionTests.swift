// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import NMEA0183
import TestSupport
import Testing

@testable import GNSSReceiver

/// Connections to addresses of this machine.
struct SocketConnectionTests {
  /// Returns a bound socket of 127.0.0.1, and its port.
  ///
  /// - Parameter isListening: `false` for a port that refuses connections, and that no other program gets meanwhile.
  private static func server(isListening: Bool) throws -> (descriptor: CInt, port: UInt16) {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    try #require(descriptor >= 0)
    let result = InternetAddress([127, 0, 0, 1], port: 0).withAddress { bind(descriptor, $0, $1) }
    try #require(result == 0)
    if isListening { try #require(listen(descriptor, 1) == 0) }
    return (descriptor, try #require(InternetAddress(of: descriptor, getsockname)).port)
  }

  private static func endpoints(_ ports: [UInt16]) -> [InternetAddress] {
    ports.map { InternetAddress([127, 0, 0, 1], port: $0) }
  }

  /// Waits until the connection is connected, for 20 s at most.
  private static func connect(_ connection: SocketConnection) throws {
    let deadline = monotonicNow() + .seconds(20)
    while connection.isConnecting {
      var ready = connection.attempts.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
      _ = wait(for: &ready, until: connection.connectDeadline ?? deadline)
      try #require(monotonicNow() < deadline)
      try connection.connect(at: monotonicNow())
    }
  }

  @Test func goesOnToTheNextAddressWhenOneRefuses() throws {
    let refusing = try Self.server(isListening: false)
    defer { close(refusing.descriptor) }
    let listening = try Self.server(isListening: true)
    defer { close(listening.descriptor) }
    let connection = try SocketConnection(
      to: Self.endpoints([refusing.port, refusing.port, listening.port]), "tcp://test",
      at: monotonicNow())
    try Self.connect(connection)
    let peer = accept(listening.descriptor, nil, nil)
    defer { close(peer) }
    try #require(peer >= 0)
    #expect(send(peer, "$", 1, 0) == 1)
    var ready = [pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)]
    try #require(wait(for: &ready, until: monotonicNow() + .seconds(20)))
    var buffer = [UInt8](repeating: 0, count: 8)
    let reading = try buffer.withUnsafeMutableBytes { try connection.read(into: $0) }
    #expect(reading == .bytes(1))
    #expect(buffer.first == UInt8(ascii: "$"))
  }

  @Test func tellsWhyWhenNoAddressAnswers() throws {
    let refusing = try Self.server(isListening: false)
    defer { close(refusing.descriptor) }
    let endpoints = Self.endpoints([refusing.port, refusing.port])
    let expected = SourceError.network(NetworkError(.refused, "tcp://test"))
    #expect(throws: expected) {
      try Self.connect(try SocketConnection(to: endpoints, "tcp://test", at: .zero))
    }
  }

  /// Returns a server whose queue is full, so that the kernel drops further connections while these are kept open.
  private static func silentServer() throws -> (descriptors: [CInt], port: UInt16) {
    let server = try server(isListening: false)
    try #require(listen(server.descriptor, 0) == 0)
    var descriptors = [server.descriptor]
    for endpoint in endpoints([server.port, server.port, server.port]) {
      let flags = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
      let client = socket(AF_INET, flags, 0)
      try #require(client >= 0)
      _ = endpoint.withAddress { Glibc.connect(client, $0, $1) }
      descriptors.append(client)
    }
    return (descriptors, server.port)
  }

  @Test func usesTheAddressThatAnswersWhileOthersDropPackets() throws {
    let silent = try Self.silentServer()
    defer { for descriptor in silent.descriptors { close(descriptor) } }
    let listening = try Self.server(isListening: true)
    defer { close(listening.descriptor) }
    let connection = try SocketConnection(
      to: Self.endpoints([silent.port, listening.port, silent.port]), "tcp://test",
      at: .seconds(1))
    #expect(connection.attempts.count == 1 && connection.connectDeadline == .milliseconds(1250))
    try connection.connect(at: .milliseconds(1249))
    #expect(connection.attempts.count == 1)
    let abandoned = connection.attempts
    try connection.connect(at: .milliseconds(1250))
    #expect(connection.attempts.count == 2)
    try Self.connect(connection)
    #expect(connection.connectDeadline == nil && connection.attempts.isEmpty)
    #expect(!abandoned.contains(connection.descriptor))
    #expect(InternetAddress(of: connection.descriptor, getpeername)?.port == listening.port)
  }

  /// A host with several addresses.
  private struct Addresses: SourceKind {
    let endpoints: [InternetAddress]
    var name: String { "tcp://boat:10110" }
    var traits: SourceTraits { .isRemote }

    func open(_ request: OpenRequest) throws(SourceError) -> any Connection {
      try SocketConnection(to: endpoints, name, at: monotonicNow())
    }
  }

  @Test func theFirstFixIsNotKeptWaitingByAnAddressThatDropsPackets() throws {
    let silent = try Self.silentServer()
    defer { for descriptor in silent.descriptors { close(descriptor) } }
    let listening = try Self.server(isListening: true)
    defer { close(listening.descriptor) }
    let kind = Addresses(endpoints: Self.endpoints([silent.port, listening.port]))
    let supervisor = try ReceiverSupervisor(
      .source(Source(identity: kind.name, kind: kind)), rates: nil)
    let start = monotonicNow()
    let listener = try supervisor.listen()
    let peer = accept(listening.descriptor, nil, nil)
    defer { close(peer) }
    // The head start of the first address is 250 ms; to wait until it is given up would take 5 s.
    #expect(monotonicNow() - start < .seconds(4))
    let text = [0, 1].map { second in
      SentenceEncoder.sentence(
        body: "GPRMC,10000\(second).00,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A")
    }.joined()
    #expect(send(peer, text, text.utf8.count, 0) == text.utf8.count)
    #expect(
      eventually { listener.drain().contains { $0.fix != nil } })
  }

  @Test func tellsWhyWhenTheLastAddressDropsPackets() throws {
    let silent = try Self.silentServer()
    defer { for descriptor in silent.descriptors { close(descriptor) } }
    let connection = try SocketConnection(
      to: Self.endpoints([silent.port]), "tcp://test", at: .zero)
    #expect(throws: SourceError.network(NetworkError(.unreachable, "tcp://test"))) {
      try connection.connect(at: .seconds(30))
    }
  }

  @Test func aHostWithoutAnAddressCannotBeReached() {
    let expected = SourceError.network(NetworkError(.unreachable, "tcp://test"))
    #expect(throws: expected) { _ = try SocketConnection(to: [], "tcp://test", at: .zero) }
  }
}
