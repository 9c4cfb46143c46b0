// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import LocationPublishing
import ServerAccess
import TestSupport
import Testing
import TrackStore

/// Certificates, logins and hostile brokers, by a script that speaks as much of Kafka's protocol as they take.
@Suite(
  .enabled(
    if: ServerProcess.find("python3") != nil && ServerProcess.find("openssl") != nil,
    "python3 or openssl is not installed"))
struct KafkaLoginTests {
  private let folder: ScratchFolder
  private let port = ServerProcess.freePort()
  private var encrypted: String { "kafkas://localhost:\(port)/positions" }
  private var trusted: String { "\(encrypted)?ca-file=\(folder.path)/ca.pem" }

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    folder = try ScratchFolder()
    try Certificates.make(in: folder)
  }

  private func broker(_ options: [String]) throws -> ServerProcess {
    let server = try ServerProcess(
      [
        "/usr/bin/python3", Repository.path("Tests/Scripts/kafka-broker.py"), String(port),
      ] + options, log: "\(folder.path)/broker")
    guard eventually({ ServerProcess.answers(port) }) else {
      throw ServerProcess.Failure(description: server.printed)
    }
    return server
  }

  private func broker(_ options: String...) throws -> ServerProcess { try broker(options) }

  private func encryptedBroker(_ options: String...) throws -> ServerProcess {
    try broker(
      ["--certificate", "\(folder.path)/server.pem", "--key", "\(folder.path)/server.key"] + options
    )
  }

  /// Returns why a position was not delivered; `nil` if it was.
  private func error(_ address: String, seconds: Int = 20) throws -> DeliveryError? {
    let link = KafkaLink(
      try KafkaDestination(address), credentials: Credentials(directory: nil), stop: try WakeUp(),
      patience: .seconds(seconds))
    defer { link.close() }
    do throws(DeliveryError) {
      try link.open()
      _ = try link.deliver(PositionReport.samples(1))
      return nil
    } catch { return error }
  }

  private func password(_ word: String) throws -> String {
    let file = try folder.file("password-\(word)", word)
    chmod(file, 0o600)
    return file
  }

  @Test func wantsAllReplicasToHaveIt() throws {
    let server = try broker()
    defer { server.end() }
    #expect(try error("kafka://localhost:\(port)/positions") == nil)
    #expect(server.printed.contains("produced 1 acks -1"))
  }

  @Test func deliversOverTLS() throws {
    let server = try encryptedBroker()
    defer { server.end() }
    #expect(try error(trusted) == nil)
  }

  @Test func provesWhoItIsByACertificate() throws {
    let server = try encryptedBroker("--clients", "\(folder.path)/ca.pem")
    defer { server.end() }
    let own = "certificate=\(folder.path)/client.pem&key=\(folder.path)/client.key"
    #expect(try error("\(trusted)&\(own)") == nil)
    // With TLS 1.3 the handshake ends before the server asks, and its reason may be lost with the connection; a delivery
    // then tries again, and so does this test.
    var without: DeliveryError?
    for _ in 0..<50 {
      without = try error(trusted)
      if case .refused? = without { break }
    }
    #expect(
      without
        == .refused(
          "\(encrypted) requires another certificate; give certificate= and key=", exitCode: 77))
    let mixed = "certificate=\(folder.path)/client.pem&key=\(folder.path)/server.key"
    #expect(
      try error("\(trusted)&\(mixed)")
        == .refused(
          "cannot connect to \(encrypted): a certificate or its key cannot be used; "
            + "check that they are PEM files, belong together and are not encrypted", exitCode: 78))
  }

  @Test func trustsNoOtherAuthorityAndNoOtherHost() throws {
    let server = try encryptedBroker()
    defer { server.end() }
    let other = "kafkas://127.0.0.1:\(port)/positions"
    for (address, options) in [
      (encrypted, "?ca-file=\(folder.path)/other.pem"), (encrypted, ""),
      (other, "?ca-file=\(folder.path)/ca.pem"),
    ] {
      #expect(
        try error(address + options)
          == .refused(
            "the certificate of a host of \(address) is not trusted or is for another host; "
              + "check ca-file=, the name and this machine's clock", exitCode: 76))
    }
    #expect(!server.printed.contains("produced"))
  }

  @Test(arguments: [("PLAIN", "plain"), ("SCRAM-SHA-512", "scram-sha-512")])
  func logsIn(_ mechanism: String, _ name: String) throws {
    let server = try encryptedBroker("--login", mechanism)
    defer { server.end() }
    let address = "kafkas://boat@localhost:\(port)/positions"
    let options = "?ca-file=\(folder.path)/ca.pem&sasl=\(name)&password-file="
    #expect(try error(address + options + password("right")) == nil)
    guard case .refused(let reason, EX_NOPERM)? = try error(address + options + password("wrong"))
    else {
      Issue.record("it was not refused")
      return
    }
    #expect(
      reason.hasPrefix("\(address) refuses the login: ")
        && !reason.unicodeScalars.contains("\u{1b}"))
    // A server without the mechanism that was chosen.
    let another = name == "plain" ? "scram-sha-256" : "plain"
    guard
      case .refused(_, EX_NOPERM)? = try error(
        "\(address)?ca-file=\(folder.path)/ca.pem&sasl=\(another)&password-file=\(password("right"))"
      )
    else {
      Issue.record("it was not refused")
      return
    }
  }

  @Test func sendsNoPasswordInTheClear() throws {
    let server = try broker("--login", "SCRAM-SHA-512")
    defer { server.end() }
    let address = "kafka://boat@localhost:\(port)/positions"
    #expect(try error("\(address)?password-file=\(password("right"))") == nil)
    #expect(server.printed.contains("login") && !server.printed.contains("right"))
    #expect(throws: AddressError.self) { try KafkaDestination("\(address)?sasl=plain") }
  }

  @Test func trustsNoHostThatABrokerNamesWithoutItsCertificate() throws {
    // The certificate is for localhost; the broker says that the leader is 127.0.0.1.
    let server = try encryptedBroker("--leader", "127.0.0.1:\(port)", "--login", "PLAIN")
    defer { server.end() }
    let address = "kafkas://boat@localhost:\(port)/positions"
    guard
      case .refused(let reason, EX_PROTOCOL)? = try error(
        "\(address)?ca-file=\(folder.path)/ca.pem&sasl=plain&password-file=\(password("right"))",
        seconds: 6)
    else {
      Issue.record("it was not refused")
      return
    }
    #expect(reason.hasPrefix("the certificate of a host of \(address) is not trusted"))
    #expect(!server.printed.contains("produced"))
  }

  @Test func waitsForALeaderThatIsNotThere() throws {
    let elsewhere = ServerProcess.freePort()
    let server = try broker("--leader", "127.0.0.1:\(elsewhere)")
    defer { server.end() }
    #expect(
      try error("kafka://localhost:\(port)/positions", seconds: 6)
        == .later(
          "cannot reach kafka://localhost:\(port)/positions: "
            + "connect to 127.0.0.1:\(elsewhere) failed: connection refused"))
  }

  @Test func survivesAnswersWithoutEnd() throws {
    let server = try broker("--endless")
    defer { server.end() }
    guard case .later? = try error("kafka://localhost:\(port)/positions", seconds: 3) else {
      Issue.record("it accepted them")
      return
    }
  }

  @Test func endsTheThreadsOfAllBrokersThatMetadataName() throws {
    let nobody = "127.0.0.1:\(ServerProcess.freePort())"
    let server = try broker("--brokers", "100", "--leader", nobody)
    defer { server.end() }
    guard case .later? = try error("kafka://localhost:\(port)/positions", seconds: 2) else {
      Issue.record("it was accepted")
      return
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").map {
      try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
    }
    // Those of other tests have fewer brokers.
    #expect(names.count { $0?.hasPrefix("rdk:broker") == true } < 50)
  }

  @Test func saysWhereNoTLSIsSpoken() throws {
    let server = try broker()
    defer { server.end() }
    guard case .later(let reason, nil)? = try error(trusted, seconds: 3) else {
      Issue.record("it was accepted")
      return
    }
    #expect(reason.hasPrefix("cannot reach \(encrypted): "))
    #expect(
      reason.hasSuffix(
        "; check that it speaks Kafka with TLS, and whether it requires a user or a client certificate"
      ))
  }

  @Test func saysThatSomethingElseListensThere() throws {
    let server = try ServerProcess(
      [
        "/usr/bin/python3", Repository.path("Tests/Scripts/hostile-server.py"), "http",
        String(port),
      ],
      log: "\(folder.path)/http")
    defer { server.end() }
    #expect(eventually { ServerProcess.answers(port) })
    guard case .later(let reason, nil)? = try error("kafka://localhost:\(port)/p", seconds: 3)
    else {
      Issue.record("it accepted that")
      return
    }
    #expect(reason.hasPrefix("cannot reach kafka://localhost:\(port)/p: "))
    #expect(
      reason.hasSuffix(
        "; check that it speaks Kafka, and whether it requires TLS (kafkas:) or a user"))
  }
}
