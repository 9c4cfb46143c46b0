// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import ReceiverTime

/// The socket of a program that sets the clock, which comes and goes.
@Suite struct TimeSocketTests {
  /// Returns a socket as chronyd makes it.
  fileprivate static func server(_ path: String) throws -> CInt {
    unlink(path)
    let server = socket(
      AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    let address = try UnixAddress(path)
    try #require(server >= 0 && address.withAddress { bind(server, $0, $1) } == 0)
    return server
  }

  private static func received(_ server: CInt) -> Int {
    var buffer = [UInt8](repeating: 0, count: 100)
    return recv(server, &buffer, buffer.count, 0)
  }

  private static let sample = TimeSample(arrival: 1, time: 2).bytes

  @Test func waitsForTheProgramAndFindsItAgainAfterARestart() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/chrony.sock"
    let socket = try TimeSocket(path: path)
    socket.send(Self.sample)
    #expect(socket.state == .absent)
    let first = try Self.server(path)
    socket.send(Self.sample)
    #expect(socket.state == .connected && Self.received(first) == 40)
    close(first)
    socket.send(Self.sample)
    #expect(socket.state == .absent, "the file is left, but nobody listens")
    let second = try Self.server(path)
    defer { close(second) }
    socket.send(Self.sample)
    #expect(socket.state == .connected && Self.received(second) == 40)
  }

  @Test func doesNotWaitForAProgramThatDoesNotRead() throws {
    let scratch = try ScratchFolder()
    let server = try Self.server(scratch.path + "/s")
    defer { close(server) }
    let socket = try TimeSocket(path: scratch.path + "/s")
    // More than any queue holds.
    for _ in 0..<5000 { socket.send(Self.sample) }
    #expect(socket.state == .connected)
    #expect(Self.received(server) == 40)
  }

  @Test func namesTheRuleOfAPathThatIsClosed() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/text"
    try #require(WholeFileFixture.write(path))
    let socket = try TimeSocket(path: path)
    socket.send(Self.sample)
    #expect(socket.state == .refused(.notASocket))
    unlink(path)
    let server = try Self.server(path)
    defer { close(server) }
    socket.send(Self.sample)
    #expect(socket.state == .connected, "a program has put its socket there")
    #expect(throws: SystemError.self) {
      try TimeSocket(path: "/" + String(repeating: "x", count: 107))
    }
  }
}

/// The time beside a receiver on one reactor.
@Suite struct TimeResidentTests {
  @Test func saysWhatBecameOfASocketAndTriesItAgainASecondLater() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/chrony.sock"
    var news: [String] = []
    let resident = TimeResident(
      [try TimeSocket(path: path)], complain: { news.append($0.description) }, publish: { _ in })
    resident.serve(Reactor.Ready(now: .seconds(10)))
    #expect(news == ["waiting for chronyd or ntpd-rs at \(path): no program listens there yet"])
    #expect(resident.deadline == .seconds(11))
    let server = try TimeSocketTests.server(path)
    defer { close(server) }
    resident.serve(Reactor.Ready(now: .seconds(11)))
    resident.serve(Reactor.Ready(now: .seconds(12)))
    #expect(news.dropFirst() == ["sending the time to \(path)"])
  }

  @Test func namesWhoMayUseASocket() {
    let news = TimeSocket.News(
      path: "/run/s", state: .refused(.closed(owner: 0, mode: 0o700)))
    #expect(
      news.description
        == """
        cannot send the time to /run/s: permission denied: only programs of root may write to it, since its mode is 700; \
        run "gps serve" as that user, or let its group write to it, see docs/time.md
        """)
  }
}

private enum WholeFileFixture {
  static func write(_ path: String) -> Bool {
    let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    return descriptor >= 0
  }
}
