// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSSReceiver
import Glibc
import LinuxSystem
import ServerAccess
import TestSupport
import Testing

@testable import ReceiverCorrections

/// Tests with OpenSSL's own server, which sends back each line in reverse.
@Suite(.enabled(if: ServerProcess.find("openssl") != nil, "openssl is not installed"))
struct TLSStreamTests {
  /// The authority `ca` has signed `server` for localhost and `client`; `other` has signed nothing.
  private static let certificates = Result {
    let folder = try ScratchFolder()
    try Certificates.make(in: folder)
    return folder
  }
  private let folder: ScratchFolder

  init() throws {
    folder = try Self.certificates.get()
  }

  private func server(
    _ certificate: String = "server", _ options: [String] = []
  ) throws -> (process: ServerProcess, port: UInt16) {
    let port = ServerProcess.freePort()
    let process = try ServerProcess(
      [
        "/usr/bin/openssl", "s_server", "-quiet", "-rev", "-accept", "127.0.0.1:\(port)",
        "-cert", "\(folder.path)/\(certificate).pem", "-key", "\(folder.path)/server.key",
      ] + options, log: "\(folder.path)/\(port).log")
    guard eventually({ ServerProcess.answers(port) }) else {
      throw ServerProcess.Failure(description: process.printed)
    }
    return (process, port)
  }

  private func stream(
    _ port: UInt16, host: String = "localhost", authority: String = "ca", _ query: String = ""
  ) throws -> TLSStream {
    let address = try CorrectionAddress(
      "ntrips://\(host):\(port)/M?ca-file=\(folder.path)/\(authority).pem\(query)")
    return try TLSStream(
      over: SocketStream(to: address), to: address.server, named: "the caster",
      try TrustedCertificates(for: address.server, named: "the caster"))
  }

  /// Polls as a loop does until the stream has connected.
  private func connect(_ stream: TLSStream) throws {
    try #require(
      try eventually {
        try stream.connect(at: .zero)
        var watched = Reactor.Watched()
        stream.watch(&watched, for: POLLIN)
        var polled = watched.descriptors
        _ = poll(&polled, nfds_t(polled.count), 2)
        return !stream.isConnecting
      })
  }

  private func refusal(_ stream: TLSStream) -> String {
    do {
      try connect(stream)
      var buffer = [UInt8](repeating: 0, count: 100)
      // A server that requires a certificate refuses after the handshake.
      _ = try eventually {
        try buffer.withUnsafeMutableBytes { try stream.read(into: $0) } != .nothing
      }
      return "connected"
    } catch let error as StreamError { return error.reason } catch { return "\(error)" }
  }

  /// Sends lines and reads the answers, without ever waiting for one before sending the next.
  private func exchange(_ stream: TLSStream, lines: Int) throws -> String {
    let line = "0123456789abcdef\n"
    var output = Array(String(repeating: line, count: lines).utf8)[...]
    let expected = output.count
    var input: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1000)
    try #require(
      try eventually {
        output.removeFirst(try stream.write(output))
        while case .bytes(let count) = try buffer.withUnsafeMutableBytes({ bytes in
          try stream.read(into: bytes)
        }) { input += buffer[..<count] }
        return input.count >= expected
      })
    return String(decoding: input, as: UTF8.self)
  }

  @Test func exchangesMoreThanTheSocketHolds() throws {
    let (process, port) = try server()
    defer { process.end() }
    let stream = try stream(port)
    try connect(stream)
    let answers = try exchange(stream, lines: 20_000)
    #expect(answers == String(repeating: "fedcba9876543210\n", count: 20_000))
  }

  @Test func presentsItsOwnCertificate() throws {
    let (process, port) = try server(
      "server", ["-Verify", "1", "-CAfile", "\(folder.path)/ca.pem"])
    defer { process.end() }
    let own = "&certificate=\(folder.path)/client.pem&key=\(folder.path)/client.key"
    // The server serves one client at a time.
    do {
      let stream = try stream(port, own)
      try connect(stream)
      #expect(try exchange(stream, lines: 1) == "fedcba9876543210\n")
    }
    #expect(
      refusal(try self.stream(port))
        == "cannot reach the caster: it requires a client certificate; add certificate=FILE and key=FILE"
    )
  }

  @Test func rejectsAKeyOfAnotherCertificate() throws {
    let own = "&certificate=\(folder.path)/client.pem&key=\(folder.path)/server.key"
    #expect(
      throws: StreamError(
        "cannot connect to the caster: \(folder.path)/server.key: key values mismatch")
    ) { try stream(1, own) }
  }

  @Test func rejectsWhatItDoesNotTrust() throws {
    let (process, port) = try server()
    defer { process.end() }
    let untrusted = refusal(try stream(port, authority: "other"))
    #expect(untrusted.hasPrefix("cannot reach the caster: its certificate is not trusted ("))
    #expect(untrusted.hasSuffix("); to trust another one, add ca-file=FILE"))
    #expect(
      refusal(try stream(port, host: "127.0.0.1"))
        == "cannot reach the caster: its certificate is for another host; use the name that is in it"
    )
  }

  @Test func rejectsAnExpiredCertificate() throws {
    let path = folder.path
    // Valid until yesterday.
    try ServerProcess.run([
      "/usr/bin/openssl", "x509", "-req", "-in", "\(path)/server.csr", "-CA", "\(path)/ca.pem",
      "-CAkey", "\(path)/ca.key", "-days", "-1", "-extfile", "\(path)/server.ext", "-out",
      "\(path)/expired.pem",
    ])
    let (process, port) = try server("expired")
    defer { process.end() }
    #expect(
      refusal(try stream(port))
        == "cannot reach the caster: certificate has expired; check this machine's clock")
  }

  @Test func rejectsAServerWithoutTLS() throws {
    let server = try StandInServer(greeting: "HTTP/1.1 400 Bad Request\r\n\r\n")
    defer { server.stop() }
    #expect(
      refusal(try stream(server.port))
        == "cannot reach the caster: wrong version number; check that it speaks TLS")
  }

  @Test func rejectsAServerThatCloses() throws {
    let server = try StandInServer(greeting: "")
    let stream = try stream(server.port)
    try #require(
      try eventually {
        try stream.connect(at: .zero)
        return server.connections == 1
      })
    server.stop()
    #expect(
      refusal(stream)
        == "cannot reach the caster: it closed the connection; check that it speaks TLS")
  }

  /// Nothing but a fix late by no more than 50 ms is of use, so nothing on the reactor may wait for a caster.
  @Test func aServerThatStallsDelaysNoOtherResident() throws {
    let server = try StandInServer(greeting: "")
    defer { server.stop() }
    let address = try CorrectionAddress(
      "ntrips://localhost:\(server.port)/M?ca-file=\(folder.path)/ca.pem")
    let (reactor, other) = (try Reactor(), Pulse())
    let inbox = reactor.inbox
    reactor.add(
      CorrectionResident(
        CorrectionSession(address), ReceiverOutbox(),
        open: { address in
          CasterConnection(
            CasterOpening(address, CasterAccess(version: "1")) { inbox.post { _ in } })
        }, complain: { _ in }, publish: { _ in }))
    reactor.add(other)
    #expect(
      try eventually {
        try reactor.run(until: .zero)
        return server.connections == 1
      })
    other.count = 0
    for _ in 0..<200 { try reactor.run(until: .zero) }
    #expect(other.count == 200)
  }

  @Test func givesUpOnAServerThatStalls() throws {
    let server = try StandInServer(greeting: "")
    defer { server.stop() }
    let stream = try stream(server.port)
    try #require(
      try eventually {
        try stream.connect(at: .seconds(100))
        return stream.due == .seconds(115)
      })
    try stream.connect(at: .seconds(114))
    #expect(stream.isConnecting)
    #expect(
      throws: StreamError(
        "cannot reach the caster: no answer within 15 s; check that it speaks TLS")
    ) { try stream.connect(at: .seconds(115)) }
  }
}
