// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing
import Glibc
import LinuxSystem

/// A producer of librdkafka for one topic, and what it reports.
///
/// It is not `Sendable`: one thread creates, calls and releases it.
// Proof of memory safety:
// - `handle`, `topic` and `queue` are created in init, checked there, used by methods only, and released once, in deinit: the
//   topic and the queue before the handle that they belong to.
// - The library has its own threads, but calls none of our functions: reports and errors are events, which drain() takes from
//   `queue`, and logging is switched off. Its threads write a byte to `news` when that queue is no longer empty; `news` exists
//   until rd_kafka_destroy has returned, and these threads have ended by then.
// - The library copies what is passed to it (options, keys, payloads) before the call returns. An event, and the messages and
//   texts within, are read before the event is destroyed, once. A message's private pointer is a number and never followed.
package final class KafkaProducer {
  /// What the library has reported since the last call.
  struct Events {
    var acknowledged: [Int32] = []
    /// The first failure of a message.
    var rejection: KafkaFailure?
    /// The failures of connections, in their order.
    var failures: [KafkaFailure] = []
  }

  private let handle: OpaquePointer
  private let topic: OpaquePointer
  private let queue: OpaquePointer
  private let news: WakeUp

  /// - Parameter options: librdkafka's options (CONFIGURATION.md).
  init(_ options: [(name: String, value: String)], topic name: String) throws(KafkaFailure) {
    do { news = try WakeUp() } catch { throw KafkaFailure(RD_KAFKA_RESP_ERR_UNKNOWN, "\(error)") }
    handle = try Self.handle(options)
    let queue = rd_kafka_queue_get_main(handle)
    guard let queue, let topic = rd_kafka_topic_new(handle, name, nil) else {
      let failure = KafkaFailure(rd_kafka_last_error())
      if let queue { rd_kafka_queue_destroy(queue) }
      rd_kafka_destroy(handle)
      throw failure
    }
    (self.queue, self.topic) = (queue, topic)
    var byte: UInt8 = 1
    rd_kafka_queue_io_event_enable(queue, news.writer, &byte, 1)
    // The library already connects; what it has reported by now was not signaled, nor is what follows it.
    news.signal()
  }

  deinit {
    rd_kafka_queue_io_event_enable(queue, -1, nil, 0)
    rd_kafka_queue_destroy(queue)
    rd_kafka_topic_destroy(topic)
    rd_kafka_destroy(handle)
    withExtendedLifetime(news) {}
  }

  private static func handle(
    _ options: [(name: String, value: String)]
  ) throws(KafkaFailure) -> OpaquePointer {
    guard let configuration = rd_kafka_conf_new() else {
      throw KafkaFailure(RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE)
    }
    var text = [CChar](repeating: 0, count: 512)
    var reason: String {
      String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    rd_kafka_conf_set_log_cb(configuration, nil)
    rd_kafka_conf_set_events(configuration, RD_KAFKA_EVENT_DR | RD_KAFKA_EVENT_ERROR)
    for (name, value) in options
    where rd_kafka_conf_set(configuration, name, value, &text, text.count) != RD_KAFKA_CONF_OK {
      rd_kafka_conf_destroy(configuration)
      throw KafkaFailure(RD_KAFKA_RESP_ERR__INVALID_ARG, reason)
    }
    // It takes the configuration over if it succeeds.
    guard let handle = rd_kafka_new(RD_KAFKA_PRODUCER, configuration, &text, text.count) else {
      let failure = KafkaFailure(rd_kafka_last_error(), reason)
      rd_kafka_conf_destroy(configuration)
      throw failure
    }
    return handle
  }

  /// Becomes readable when there are events.
  var descriptor: CInt { news.descriptor }

  /// Hands a message over; the number comes back when it has been acknowledged.
  func send(_ payload: [UInt8], key: String, number: Int32) throws(KafkaFailure) {
    var (payload, key) = (payload, Array(key.utf8))
    let result = payload.withUnsafeMutableBytes { payload in
      key.withUnsafeMutableBytes { key in
        rd_kafka_produce(
          topic, -1, RD_KAFKA_MSG_F_COPY, payload.baseAddress, payload.count, key.baseAddress,
          key.count, UnsafeMutableRawPointer(bitPattern: Int(number)))
      }
    }
    guard result == 0 else { throw KafkaFailure(rd_kafka_last_error()) }
  }

  /// Returns what was reported since the last call.
  func drain() -> Events {
    // Before the queue, which writes again once it has been empty.
    news.clear()
    var events = Events()
    while let event = rd_kafka_queue_poll(queue, 0) {
      switch rd_kafka_event_type(event) {
      case RD_KAFKA_EVENT_DR:
        while let message = rd_kafka_event_message_next(event)?.pointee {
          if message.err == RD_KAFKA_RESP_ERR_NO_ERROR {
            events.acknowledged.append(Int32(Int(bitPattern: message._private)))
          } else if events.rejection == nil {
            events.rejection = KafkaFailure(message.err)
          }
        }
      case RD_KAFKA_EVENT_ERROR:
        var failure = KafkaFailure(
          rd_kafka_event_error(event),
          rd_kafka_event_error_string(event).map { String(cString: $0) } ?? "")
        failure.isFatal = rd_kafka_event_error_is_fatal(event) != 0
        events.failures.append(failure)
      default: break
      }
      rd_kafka_event_destroy(event)
    }
    return events
  }
}

/// An error of librdkafka or of a broker.
struct KafkaFailure: Error {
  let code: rd_kafka_resp_err_t
  /// The reason in words, without what differs from one attempt to the next.
  let reason: String
  var isFatal = false

  init(_ code: rd_kafka_resp_err_t, _ text: String = "") {
    self.code = code
    reason = text.isEmpty ? String(cString: rd_kafka_err2str(code)) : Self.reason(text)
  }

  /// Returns what matters of "localhost:9092/bootstrap: Connect to ipv4#127.0.0.1:9092 failed: … (after 3ms in state CONNECT)".
  private static func reason(_ text: String) -> String {
    var rest = text[...]
    if let mark = rest.firstRange(of: ": "), rest[..<mark.lowerBound].contains("/") {
      rest = rest[mark.upperBound...]
    }
    while rest.hasSuffix(")"), let mark = rest.ranges(of: " (").last {
      guard rest[mark.upperBound...].hasPrefix("after ") else { break }
      rest = rest[..<mark.lowerBound]
    }
    // "receive failed: error:0A00045C:SSL routines::tlsv13 alert certificate required: SSL alert number 116"
    var kept = String(rest)
    if let start = kept.firstRange(of: "error:")?.lowerBound,
      let end = kept[start...].firstRange(of: "::")?.upperBound
    {
      kept.removeSubrange(start..<end)
    }
    // Advice for its own options: "Disconnected: verify that security.protocol is correctly configured, …".
    for advice in [
      ": verify that security.protocol", ": increase receive.message.max.bytes",
      ": connecting to a PLAINTEXT broker",
    ] {
      if let mark = kept.firstRange(of: advice) { kept.removeSubrange(mark.lowerBound...) }
    }
    return kept.replacing("ipv4#", with: "").replacing("ipv6#", with: "").lowercased()
  }
}
