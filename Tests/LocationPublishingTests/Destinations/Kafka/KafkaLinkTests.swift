// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing
import GNSS
import Glibc
import LinuxSystem
import LocationPublishing
import ServerAccess
import TestSupport
import Testing
import TrackStore

/// Deliveries to the brokers that librdkafka has for tests.
struct KafkaLinkTests {
  private let cluster: KafkaCluster

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    cluster = try KafkaCluster(topic: "positions")
  }

  private func link(
    _ address: String? = nil, stop: WakeUp? = nil, seconds: Int = 30
  ) throws -> KafkaLink {
    KafkaLink(
      try KafkaDestination(address ?? "kafka://\(cluster.broker)/positions"),
      credentials: Credentials(directory: nil), stop: try stop ?? WakeUp(),
      patience: .seconds(seconds))
  }

  private func error(_ link: KafkaLink) -> DeliveryError? {
    do throws(DeliveryError) {
      try link.open()
      _ = try link.deliver(PositionReport.samples(1))
      return nil
    } catch { return error }
  }

  @Test func deliversADeviceToOnePartitionInOrder() throws {
    let link = try link()
    try link.open()
    #expect(try link.deliver(PositionReport.samples(100)) == 100)
    #expect(try link.deliver(PositionReport.samples(100, device: "ship")) == 100)
    link.close()
    let messages = try cluster.messages(of: "positions")
    #expect(messages.count == 200)
    for (device, beginning) in [("boat", "{\"device\":\"boat\""), ("ship", "{\"device\":\"ship\"")]
    {
      let own = messages.filter { $0.key == device }
      #expect(own.count == 100 && Set(own.map(\.partition)).count == 1)
      #expect(own.allSatisfy { $0.payload.hasPrefix(beginning) })
      let expected = PositionReport.samples(100, device: device).map(\.json)
      #expect(own.map { Array($0.payload.utf8) } == expected, "not in their order")
    }
  }

  /// The partitions of Java's clients: murmur2(key) & 0x7fffffff, modulo 4.
  ///
  /// The values of murmur2 are those of the tests of Kafka itself (UtilsTest.java): -973932308, -790332482, 479470107.
  @Test(arguments: [("21", 0), ("foobar", 2), ("abc", 3)])
  func choosesThePartitionThatOtherClientsChoose(_ device: String, _ partition: Int) throws {
    let link = try link()
    try link.open()
    #expect(try link.deliver(PositionReport.samples(1, device: device)) == 1)
    link.close()
    #expect(try cluster.messages(of: "positions").map { Int($0.partition) } == [partition])
  }

  @Test func sendsNoPositionWithoutADate() throws {
    let link = try link()
    try link.open()
    var undated = PositionReport.samples(3)
    undated[1].fix.time?.date = nil
    #expect(try link.deliver(undated) == 3)
    link.close()
    #expect(try cluster.messages(of: "positions").count == 2)
  }

  @Test func saysWhyItCannotConnect() throws {
    let port = ServerProcess.freePort()
    let nobody = "kafka://127.0.0.1:\(port)/positions"
    #expect(
      error(try link(nobody))
        == .later(
          "cannot reach \(nobody): connect to 127.0.0.1:\(port) failed: connection refused"))
    // The same without anything to send.
    let idle = try link(nobody)
    try idle.open()
    #expect(throws: DeliveryError.self) { try idle.idle(untilReadable: -1) }
    let boat = "kafka://boat@127.0.0.1:\(port)/positions"
    #expect(
      error(try link(boat))
        == .refused(
          "cannot log in to \(boat) without a password; add password-file=FILE", exitCode: EX_NOPERM
        ))
    guard case .later(let reason, nil)? = error(try link("kafka://no-such-host.invalid/t")) else {
      Issue.record("it is there")
      return
    }
    #expect(reason.hasPrefix("cannot reach kafka://no-such-host.invalid/t: "))
  }

  @Test func usesAnyOfItsHosts() throws {
    let port = ServerProcess.freePort()
    let link = try link(
      "kafka://no-such-host.invalid,127.0.0.1:\(port),\(cluster.broker)/positions")
    #expect(error(link) == nil)
    link.close()
  }

  @Test(
    arguments: [
      (
        "no right to write to it", RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED,
        "does not allow publishing: ", EX_NOPERM
      ),
      (
        "too long", RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE, "rejects the position: ", EX_DATAERR
      ),
    ] as [(String, rd_kafka_resp_err_t, String, Int32)])
  func isRefused(
    _: String, _ code: rd_kafka_resp_err_t, _ words: String, _ exitCode: Int32
  ) throws {
    cluster.fail(.produce, [code])
    let link = try link()
    defer { link.close() }
    guard case .refused(let reason, exitCode)? = error(link) else {
      Issue.record("it was not refused")
      return
    }
    #expect(reason.contains(words))
  }

  @Test func saysThatThereIsNoSuchTopic() throws {
    cluster.fail(topic: "positions", with: RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART)
    let link = try link()
    defer { link.close() }
    #expect(
      error(link)
        == .refused(
          "kafka://\(cluster.broker)/positions has no such topic; create it there, or name another",
          exitCode: EX_CONFIG))
  }

  @Test func givesUpWhatIsNotAcknowledged() throws {
    cluster.fail(
      .produce, Array(repeating: RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS, count: 1000))
    let link = try link(seconds: 1)
    #expect(
      error(link)
        == .later(
          "kafka://\(cluster.broker)/positions acknowledged nothing for 1 s; "
            + "the network may be down, or too few replicas may be up"))
    // The next producer gets it again.
    cluster.fail(.produce, [])
    let next = try self.link()
    try next.open()
    next.close()
  }

  @Test func stopsAtOnce() throws {
    cluster.delay(milliseconds: 60_000)
    let stop = try WakeUp()
    let link = try link(stop: stop)
    try link.open()
    stop.signal()
    #expect(throws: DeliveryError.stopped) { try link.deliver(PositionReport.samples(1)) }
    link.close()
  }

  @Test func makesANewProducerAfterAFatalError() throws {
    let link = try link()
    try link.open()
    #expect(try link.deliver(PositionReport.samples(10)) == 10)
    // The broker has another idea of what came before, which an idempotent producer cannot mend.
    cluster.fail(.produce, [RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER])
    for _ in 0..<2 {
      #expect {
        try link.deliver(PositionReport.samples(10, from: 10))
      } throws: { error in
        guard case .later(let reason, nil)? = error as? DeliveryError else { return false }
        return reason.contains("sequence")
      }
    }
    link.close()
    try link.open()
    #expect(try link.deliver(PositionReport.samples(10, from: 10)) == 10)
    link.close()
    let payloads = Set(try cluster.messages(of: "positions").map(\.payload))
    #expect(payloads.count == 20)
  }
}
