// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationPublishing
import ServerAccess
import TestSupport
import Testing
import TrackStore

/// Tests with a real broker, and `mosquitto_sub` to report what has arrived.
@Suite(
  .enabled(if: Mosquitto.isInstalled, "mosquitto, mosquitto-clients or openssl is not installed"))
struct MQTTLinkTests {
  private let broker: Mosquitto
  private static let shared = Result { try Mosquitto() }
  /// A device of each test's own, since the broker retains messages.
  private let boat = "boat\(UInt32.random(in: 0 ... .max))"

  init() throws {
    // A library that writes to a closed connection must not end the tests; DeliveryThread blocks all signals.
    signal(SIGPIPE, SIG_IGN)
    broker = try Self.shared.get()
  }

  private func link(
    _ address: String, stop: WakeUp? = nil,
    credentials: Credentials = Credentials(directory: nil)
  ) throws -> MQTTLink {
    MQTTLink(
      try MQTTDestination(address), device: boat, credentials: credentials,
      stop: try stop ?? WakeUp())
  }

  @Test func deliversRetainedPositionsInTheirOrder() throws {
    let subscriber = try Subscriber(broker, "owntracks/gps/\(boat)")
    let link = try link("mqtt://127.0.0.1:\(broker.plain)")
    try link.open()
    #expect(try link.deliver(PositionReport.samples(100, device: boat)) == 100)
    link.close()
    let messages = subscriber.messages(100)
    #expect(messages.count == 100)
    // For a client that has subscribed before, they are not marked as retained.
    let payload =
      #"{"_type":"location","lat":47.0000000,"lon":9.5000000,"acc":4,"tid":"\#(boat.suffix(2))","tst":1795348800}"#
    #expect(messages.first == "0 1 owntracks/gps/\(boat) \(payload)")
    #expect(
      messages.enumerated().allSatisfy { $1.contains("\"tst\":\(1_795_348_800 + $0)}") },
      "not in their order")
    // A client that subscribes later receives the last one.
    let late = try Subscriber(broker, "owntracks/gps/\(boat)").messages(1)
    #expect(late.count == 1 && late[0].hasPrefix("1 1 ") && late[0].contains("1795348899"))
  }

  @Test func publishesTransitionsBesideThePositionAndDoesNotRetainThem() throws {
    let link = try link("mqtt://127.0.0.1:\(broker.plain)/t/{device}")
    try link.open()
    var report = PositionReport.samples(1, device: boat)[0]
    report.occasion = .entered(region: "harbor")
    #expect(try link.deliver([report]) == 1)
    link.close()
    let messages = try Subscriber(broker, "t/\(boat)/#", "t/\(boat)/event").messages(1)
    #expect(messages.count == 1 && messages[0].hasPrefix("1 1 t/\(boat) "), "\(messages)")
  }

  @Test func announcesADeviceToHomeAssistantOncePerConnection() throws {
    let subscriber = try Subscriber(broker, "homeassistant/+/gps_\(boat)/#", "gps/\(boat)/#")
    let link = try link("mqtt://127.0.0.1:\(broker.plain)?format=homeassistant")
    try link.open()
    #expect(try link.deliver(PositionReport.samples(2, device: boat)) == 2)
    #expect(try link.deliver(PositionReport.samples(1, device: boat)) == 1)
    link.close()
    let topics = subscriber.messages(5).map { $0.split(separator: " ")[2] }
    let attributes = "gps/\(boat)/attributes"
    #expect(
      topics == [
        "homeassistant/device_tracker/gps_\(boat)/config", "gps/\(boat)/state", attributes[...],
        attributes[...], attributes[...],
      ])
    let kept = try Subscriber(broker, "homeassistant/#").messages(1)
    #expect(kept.contains { $0.hasPrefix("1 1 homeassistant/device_tracker/gps_\(boat)/config") })
  }

  @Test func leavesAWillThatDoesNotReplaceThePosition() throws {
    let subscriber = try Subscriber(broker, "owntracks/gps/\(boat)")
    var link: MQTTLink? = try link("mqtt://127.0.0.1:\(broker.plain)")
    try link?.open()
    #expect(try link?.deliver(PositionReport.samples(1, device: boat)) == 1)
    // Released without disconnecting, as when a program is killed.
    link = nil
    let messages = subscriber.messages(2)
    #expect(messages.count == 2 && messages[1].contains(#"{"_type":"lwt","tst":"#))
    let kept = try Subscriber(broker, "owntracks/gps/\(boat)").messages(1)
    #expect(kept.count == 1 && kept[0].contains("location"))
  }

  @Test func leavesNoWillAfterAGoodbye() throws {
    let subscriber = try Subscriber(broker, "owntracks/gps/\(boat)")
    let first = try link("mqtt://127.0.0.1:\(broker.plain)")
    try first.open()
    first.close()
    let second = try link("mqtt://127.0.0.1:\(broker.plain)")
    try second.open()
    #expect(try second.deliver(PositionReport.samples(1, device: boat)) == 1)
    second.close()
    #expect(subscriber.messages(1).allSatisfy { !$0.contains("lwt") })
  }

  @Test func logsInWithThePasswordOfAFile() throws {
    let file = try broker.folder.file("right", "right\n")
    chmod(file, 0o600)
    let link = try link("mqtt://boat@127.0.0.1:\(broker.guarded)?password-file=\(file)")
    try link.open()
    #expect(try link.deliver(PositionReport.samples(1, device: boat)) == 1)
    link.close()
  }

  @Test func logsInWithACredential() throws {
    let folder = try ScratchFolder()
    try folder.file("127.0.0.1", "right")
    let link = try link(
      "mqtt://boat@127.0.0.1:\(broker.guarded)", credentials: Credentials(directory: folder.path))
    try link.open()
    link.close()
  }

  @Test func isRefusedWithAWrongPasswordOrNone() throws {
    let file = try broker.folder.file("wrong", "wrong")
    chmod(file, 0o600)
    let address = "mqtt://boat@127.0.0.1:\(broker.guarded)"
    let wrong = try link(address + "?password-file=\(file)")
    #expect(
      throws: DeliveryError.refused(
        "\(address) refuses user or password; check the password", exitCode: 77)
    ) { try wrong.open() }
    let nobody = try link("mqtt://127.0.0.1:\(broker.guarded)")
    #expect(
      throws: DeliveryError.refused(
        "mqtt://127.0.0.1:\(broker.guarded) refuses clients without a user; "
          + "check USER@ and password-file=", exitCode: 77)
    ) { try nobody.open() }
  }

  @Test func deliversManyOverTLS() throws {
    let ca = broker.folder.path + "/ca.pem"
    let link = try link("mqtts://localhost:\(broker.encrypted)?ca-file=\(ca)")
    try link.open()
    for first in stride(from: 0, to: 2000, by: 100) {
      #expect(try link.deliver(PositionReport.samples(100, device: boat, from: first)) == 100)
    }
    link.close()
    let kept = try Subscriber(broker, "owntracks/gps/\(boat)").messages(1)
    #expect(kept[0].contains("\(1_795_348_800 + 1999)"))
  }

  @Test func provesWhoItIsByACertificate() throws {
    let path = broker.folder.path
    let own = "certificate=\(path)/client.pem&key=\(path)/client.key"
    let address = "mqtts://localhost:\(broker.certified)"
    let link = try link("\(address)?ca-file=\(path)/ca.pem&\(own)")
    try link.open()
    #expect(try link.deliver(PositionReport.samples(1, device: boat)) == 1)
    link.close()
    let without = try self.link("\(address)?ca-file=\(path)/ca.pem")
    // The connection may end before the broker's reason arrives; a delivery then tries again, and so does this test.
    var outcome = DeliveryError.stopped
    for _ in 0..<50 {
      do throws(DeliveryError) { try without.open() } catch { outcome = error }
      if case .refused = outcome { break }
    }
    #expect(
      outcome
        == .refused(
          "\(address) requires another certificate; give certificate= and key=", exitCode: 77))
  }

  @Test func trustsNoOtherAuthority() throws {
    let address = "mqtts://localhost:\(broker.encrypted)"
    let text =
      "the certificate of \(address) is not trusted; check ca-file= and this machine's clock"
    let other = try link("\(address)?ca-file=\(broker.folder.path)/other.pem")
    #expect(throws: DeliveryError.refused(text, exitCode: 76)) { try other.open() }
    // The system's authorities have not signed it either.
    let system = try link(address)
    #expect(throws: DeliveryError.refused(text, exitCode: 76)) { try system.open() }
  }

  @Test func trustsNoOtherHost() throws {
    let address = "mqtts://127.0.0.1:\(broker.encrypted)"
    let link = try link("\(address)?ca-file=\(broker.folder.path)/ca.pem")
    #expect(
      throws: DeliveryError.refused(
        "the certificate of \(address) is for another host; use the name that is in it",
        exitCode: 76)
    ) { try link.open() }
  }

  @Test func saysWhereNoTLSIsSpoken() throws {
    let address = "mqtts://127.0.0.1:\(broker.plain)"
    let link = try link(address)
    #expect(
      throws: DeliveryError.later(
        "cannot reach \(address): unexpected eof while reading; check that TLS is spoken there")
    ) { try link.open() }
  }

  @Test func saysWhyItCannotConnect() throws {
    let port = ServerProcess.freePort()
    let nobody = try link("mqtt://127.0.0.1:\(port)")
    #expect(
      throws: DeliveryError.later("cannot reach mqtt://127.0.0.1:\(port): connection refused")
    ) { try nobody.open() }
    let unknown = try link("mqtt://no-such-host.invalid")
    #expect {
      try unknown.open()
    } throws: {
      guard case .later(let reason, nil)? = $0 as? DeliveryError else { return false }
      return reason.hasPrefix("cannot reach mqtt://no-such-host.invalid: ")
    }
    let file = try link("mqtts://127.0.0.1:\(port)?ca-file=/no/such/file")
    #expect(
      throws: DeliveryError.refused(
        "cannot connect to mqtts://127.0.0.1:\(port): /no/such/file: no such file or directory",
        exitCode: 66)
    ) { try file.open() }
  }
}
