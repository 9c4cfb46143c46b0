// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing
import GNSS
import Glibc
import LinuxSystem
import ServerAccess
package import TrackStore

/// A link to a Kafka cluster that uses librdkafka: an idempotent producer, whose messages all replicas acknowledge.
///
/// The library repeats what was not acknowledged, without duplicates, while a broker restarts or another one takes over. If
/// that takes too long, the producer is given up, and the next one gets the reports from the queue again.
package final class KafkaLink: ServerLink<KafkaDestination, KafkaProducer>, WaitingLink {
  /// The most reports that wait for their acknowledgement at a time.
  package let batchSize = 100
  package let answersWhenOpened = false
  package var reportOutage: (String) -> Void = { _ in }

  private var outage = KafkaOutage()

  /// Prepares a producer without connecting, which happens when the first report is sent.
  package func open() throws(DeliveryError) {
    let options = try options()
    // The library looks the names up again, on threads that end no sooner than that: one that is unknown would delay a stop.
    _ = try address.lookUp(stop: stop)
    do throws(KafkaFailure) {
      opened(try KafkaProducer(options, topic: address.topic))
    } catch {
      let reason = error.reason.escapedForTerminal
      throw error.reason.contains("ssl.")
        ? .unusableCertificate(for: address) : .later("cannot connect to \(address): \(reason)")
    }
    outage = KafkaOutage()
  }

  package func deliver(_ reports: [PositionReport]) throws(DeliveryError) -> Int {
    try delivering { producer, flight throws(DeliveryError) in
      try send(reports, by: producer, &flight)
      while !flight.isEmpty {
        guard firstReadable(of: stop.descriptor, producer.descriptor) == 1 else { throw .stopped }
        let events = producer.drain()
        for number in events.acknowledged { flight.acknowledged(number) }
        try examine(events)
        if let trouble = outage.news() { reportOutage(error(trouble, nil).reason) }
      }
    }
  }

  private func send(
    _ reports: [PositionReport], by producer: KafkaProducer, _ flight: inout InFlight
  ) throws(DeliveryError) {
    for (number, report) in reports.enumerated() {
      guard report.fix.time?.date != nil else {
        flight.sent([])
        continue
      }
      do throws(KafkaFailure) {
        try producer.send(report.json, key: report.device, number: Int32(number))
      } catch { throw self.error(error, nil) }
      flight.sent([Int32(number)])
    }
  }

  /// - Throws: if nothing more is to be expected of the producer.
  private func examine(_ events: KafkaProducer.Events) throws(DeliveryError) {
    outage.received(events)
    if let failure = events.failures.first(where: \.isFatal) ?? events.rejection {
      throw error(failure, outage.trouble)
    }
    if let trouble = outage.hopeless { throw error(trouble, nil) }
  }

  package func idle(untilReadable descriptor: CInt) throws(DeliveryError) {
    try idling { producer throws(DeliveryError) in
      while firstReadable(of: stop.descriptor, descriptor, producer.descriptor) == 2 {
        try examine(producer.drain())
      }
    }
    outage.idled()
  }
}

extension KafkaLink {
  private func options() throws(DeliveryError) -> [(name: String, value: String)] {
    let milliseconds = { (time: Duration) in String(time.nanoseconds / 1_000_000) }
    let server = address.server
    var options = [
      ("bootstrap.servers", server.hosts.map(\.description).joined(separator: ",")),
      ("client.id", "gps"), ("enable.idempotence", "true"), ("acks", "all"),
      // The partition that Java's clients choose for the same key.
      ("partitioner", "murmur2_random"),
      // The queue decides what is sent again after that.
      ("message.timeout.ms", milliseconds(patience)), ("socket.timeout.ms", milliseconds(patience)),
      ("socket.connection.setup.timeout.ms", milliseconds(Self.connecting)),
      ("topic.metadata.propagation.max.ms", "10000"), ("reconnect.backoff.max.ms", "2000"),
      ("socket.keepalive.enable", "true"),
      // By default, the library reads answers of up to 100 MB.
      ("receive.message.max.bytes", String(UnreadInput.limit)),
      (
        "security.protocol",
        (server.user == nil ? "" : "sasl_") + (server.isEncrypted ? "ssl" : "plaintext")
      ),
    ]
    if let user = server.user {
      guard let password = try credentials.password(for: address) else {
        throw .refused(
          "cannot log in to \(address) without a password; add password-file=FILE",
          exitCode: EX_NOPERM)
      }
      options += [
        ("sasl.mechanisms", address.mechanism.rawValue.uppercased()), ("sasl.username", user),
        ("sasl.password", password),
      ]
    }
    guard server.isEncrypted else { return options }
    let certificates = try TrustedCertificates(address)
    options += [
      ("ssl.ca.location", certificates.authorities),
      ("enable.ssl.certificate.verification", "true"),
      ("ssl.endpoint.identification.algorithm", "https"),
    ]
    if let own = certificates.own {
      options += [("ssl.certificate.location", own.certificate), ("ssl.key.location", own.key)]
    }
    return options
  }

  /// - Parameter trouble: what was wrong with the connections meanwhile.
  private func error(_ failure: KafkaFailure, _ trouble: KafkaFailure?) -> DeliveryError {
    if address.server.isEncrypted, failure.reason.contains("certificate verify failed") {
      return .refused(
        "the certificate of a host of \(address) is not trusted or is for another host; "
          + "check ca-file=, the name and this machine's clock", exitCode: EX_PROTOCOL)
    }
    if address.server.isEncrypted,
      let error = DeliveryError.certificate(failure.reason, of: address)
    {
      return error
    }
    let reason = failure.reason.escapedForTerminal
    switch failure.code {
    case RD_KAFKA_RESP_ERR__MSG_TIMED_OUT, RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN:
      if let trouble { return error(trouble, nil) }
      return .later(
        "\(address) acknowledged nothing for \(patience.components.seconds) s; "
          + "the network may be down, or too few replicas may be up")
    case RD_KAFKA_RESP_ERR__AUTHENTICATION, RD_KAFKA_RESP_ERR_SASL_AUTHENTICATION_FAILED,
      RD_KAFKA_RESP_ERR_UNSUPPORTED_SASL_MECHANISM:
      return .refused(
        "\(address) refuses the login: \(reason); check the user, the password and sasl=",
        exitCode: EX_NOPERM)
    case RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED,
      RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED:
      return .refused(
        "\(address) does not allow publishing: \(reason); check the rights of the user",
        exitCode: EX_NOPERM)
    case RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC, RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART,
      RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION:
      return .refused(
        "\(address) has no such topic; create it there, or name another", exitCode: EX_CONFIG)
    case RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE, RD_KAFKA_RESP_ERR_INVALID_RECORD:
      return .refused(
        "\(address) rejects the position: \(reason); check the limits of the topic",
        exitCode: EX_DATAERR)
    default: return .later("cannot reach \(address): \(reason)\(advice(failure.reason))")
    }
  }

  private func advice(_ reason: String) -> String {
    let signs = ["apiversion", "invalid response size", "disconnected", "ssl handshake"]
    guard signs.contains(where: reason.contains) else { return "" }
    return address.server.isEncrypted
      ? "; check that it speaks Kafka with TLS, and whether it requires a user or a client certificate"
      : "; check that it speaks Kafka, and whether it requires TLS (kafkas:) or a user"
  }
}

/// Whether the brokers of a producer are gone, and why: a value that is given what the library reports.
struct KafkaOutage {
  /// What is wrong with a connection, as far as the library has reported it since the last answer.
  private(set) var trouble: KafkaFailure?
  /// Whether a broker has acknowledged anything of this producer.
  private var hasAnswered = false
  /// Whether no broker has been left since the last answer.
  ///
  /// The library says so once, and repeats only the troubles.
  private var noneIsLeft = false
  private var isReported = false

  mutating func received(_ events: KafkaProducer.Events) {
    if !events.acknowledged.isEmpty {
      self = KafkaOutage()
      hasAnswered = true
    }
    for failure in events.failures where !failure.isFatal {
      if failure.code == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN {
        noneIsLeft = true
      } else {
        trouble = failure
      }
    }
  }

  /// Records that nothing was to be sent: brokers close connections that are not used.
  mutating func idled() { if hasAnswered { trouble = nil } }

  /// Why the producer is to be given up; `nil` if it is not.
  ///
  /// One that has had an answer waits for the brokers to return, since it alone can repeat without duplicates.
  var hopeless: KafkaFailure? { noneIsLeft && !hasAnswered ? trouble : nil }

  /// Returns why reports wait for the brokers, once per outage; `nil` if there is nothing new.
  mutating func news() -> KafkaFailure? {
    guard noneIsLeft, !isReported, let trouble else { return nil }
    isReported = true
    return trouble
  }
}
