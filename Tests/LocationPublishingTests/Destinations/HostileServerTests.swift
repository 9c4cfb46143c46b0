// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationPublishing
import ServerAccess
import TestSupport
import Testing
import TrackStore

/// Servers that send without end, and one that asks for a password in the clear.
@Suite(.enabled(if: ServerProcess.find("python3") != nil, "python3 is not installed"))
struct HostileServerTests {
  private let folder: ScratchFolder
  private let port = ServerProcess.freePort()

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    folder = try ScratchFolder()
  }

  private func server(_ kind: String) throws -> ServerProcess {
    let server = try ServerProcess(
      [
        "/usr/bin/python3", Repository.path("Tests/Scripts/hostile-server.py"), kind, String(port),
      ], log: folder.path + "/log")
    #expect(eventually { ServerProcess.answers(port) })
    return server
  }

  private func outcome(_ address: String) throws -> Result<Int, DeliveryError> {
    let link = try Destinations.read(address).link(
      device: "boat", credentials: Credentials(directory: nil), stop: WakeUp())
    defer { link.close() }
    return Result { () throws(DeliveryError) in
      try link.open()
      return try link.deliver(PositionReport.samples(1))
    }
  }

  /// Returns how many bytes a server could send to the last client before that closed the connection.
  private func sent(by server: ServerProcess) -> Int? {
    var sent: Int?
    _ = eventually {
      sent = server.printed.split(separator: "\n").compactMap { Int($0.dropFirst(5)) }.max()
      return sent ?? 0 > 0
    }
    return sent
  }

  /// More than fits into the buffers of two sockets, which the kernel chooses, and less than the server would send.
  private static let mostInBuffers = 100_000_000

  @Test func readsNoBodyWithoutEnd() throws {
    let server = try server("http")
    defer { server.end() }
    // The status came before, but whatever this is, it does not take positions.
    expectTooLong(try outcome("http://127.0.0.1:\(port)/pub"))
    let sent = try #require(self.sent(by: server))
    #expect(sent < Self.mostInBuffers)
  }

  @Test func endsTheConnectionBecauseOfAMessageOf200MB() throws {
    let server = try server("mqtt")
    defer { server.end() }
    // libmosquitto reads for as long as data arrives, so how much it has read depends on how fast the server sends.
    expectTooLong(try outcome("mqtt://127.0.0.1:\(port)"))
  }

  @Test func readsNoRowsWithoutEnd() throws {
    let server = try server("postgres")
    defer { server.end() }
    expectTooLong(try outcome("postgres://boat@127.0.0.1:\(port)/shore"))
    let sent = try #require(self.sent(by: server))
    #expect(sent < Self.mostInBuffers)
  }

  private func expectTooLong(_ outcome: Result<Int, DeliveryError>) {
    guard case .failure(.later(let reason, nil)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.hasSuffix("its answer is too long"))
  }

  @Test func sendsNoPasswordInTheClearToThisMachine() throws {
    let server = try server("cleartext")
    defer { server.end() }
    let password = try folder.file("password", "secret")
    chmod(password, 0o600)
    let address = "postgres://boat@127.0.0.1:\(port)/shore"
    guard
      case .failure(.refused(let reason, EX_NOPERM)) = try outcome(
        "\(address)?password-file=\(password)")
    else {
      Issue.record("the password was sent")
      return
    }
    #expect(
      reason.contains(
        "a password is sent only with SCRAM: use the server's socket, postgres:///shore"))
    #expect(!server.printed.contains("secret"))
  }
}
