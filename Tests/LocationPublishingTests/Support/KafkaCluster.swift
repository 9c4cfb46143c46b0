// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing
import Glibc

/// The brokers that librdkafka has for tests, within this process, and a consumer to report what they have got.
///
/// They keep messages and numbers of partitions; they do not recognize duplicates, and know no TLS and no logins.
// Proof of memory safety: the handle and the cluster are created in init, and released once, in deinit, the cluster first.
// Its functions may be called from any thread. Events and messages are read before they are destroyed.
final class KafkaCluster {
  private let handle: OpaquePointer
  private let cluster: OpaquePointer
  /// The address of a broker, `127.0.0.1:PORT`.
  let broker: String

  struct Failure: Error {}

  /// A message, and the partition in which it is.
  struct Message {
    let partition: Int32
    let key: String
    let payload: String
  }

  private static let partitions: Int32 = 4

  init(topic: String) throws {
    guard let handle = Self.handle(RD_KAFKA_PRODUCER, []) else { throw Failure() }
    guard let cluster = rd_kafka_mock_cluster_new(handle, 1),
      let text = rd_kafka_mock_cluster_bootstraps(cluster)
    else {
      rd_kafka_destroy(handle)
      throw Failure()
    }
    (self.handle, self.cluster) = (handle, cluster)
    broker = String(cString: text)
    rd_kafka_mock_topic_create(cluster, topic, Self.partitions, 1)
  }

  deinit {
    rd_kafka_mock_cluster_destroy(cluster)
    rd_kafka_destroy(handle)
  }

  private static func handle(
    _ type: rd_kafka_type_t, _ options: [(String, String)]
  ) -> OpaquePointer? {
    let configuration = rd_kafka_conf_new()
    rd_kafka_conf_set_log_cb(configuration, nil)
    for (name, value) in options { rd_kafka_conf_set(configuration, name, value, nil, 0) }
    return rd_kafka_new(type, configuration, nil, 0)
  }

  /// The requests that may fail, by their numbers in Kafka's protocol.
  enum Request: Int16 {
    case produce = 0
    case metadata = 3
    case producerNumber = 22
  }

  /// Fails the next requests of a kind, one after another.
  func fail(_ request: Request, _ errors: [rd_kafka_resp_err_t]) {
    rd_kafka_mock_push_request_errors_array(cluster, request.rawValue, errors.count, errors)
  }

  func fail(topic: String, with error: rd_kafka_resp_err_t) {
    rd_kafka_mock_topic_set_error(cluster, topic, error)
  }

  /// Ends all connections, and accepts none until it is up again.
  func setUp(_ isUp: Bool) {
    _ = isUp ? rd_kafka_mock_broker_set_up(cluster, 1) : rd_kafka_mock_broker_set_down(cluster, 1)
  }

  /// Delays every answer.
  func delay(milliseconds: CInt) { rd_kafka_mock_broker_set_rtt(cluster, 1, milliseconds) }

  /// Returns all messages of a topic, in the order of their partitions.
  func messages(of topic: String) throws -> [Message] {
    guard
      let consumer = Self.handle(
        RD_KAFKA_CONSUMER,
        [
          ("bootstrap.servers", broker), ("group.id", "judge"), ("enable.partition.eof", "true"),
          ("enable.auto.commit", "false"),
        ])
    else { throw Failure() }
    defer { rd_kafka_destroy(consumer) }
    let list = rd_kafka_topic_partition_list_new(Self.partitions)
    for partition in 0..<Self.partitions {
      // Offset -2 is the first message.
      rd_kafka_topic_partition_list_add(list, topic, partition).pointee.offset = -2
    }
    rd_kafka_assign(consumer, list)
    rd_kafka_topic_partition_list_destroy(list)
    var messages: [Message] = []
    var ends = 0
    while ends < Self.partitions {
      guard let event = rd_kafka_consumer_poll(consumer, 20_000) else { throw Failure() }
      let message = event.pointee
      if message.err == RD_KAFKA_RESP_ERR__PARTITION_EOF { ends += 1 }
      if message.err == RD_KAFKA_RESP_ERR_NO_ERROR {
        messages.append(
          Message(
            partition: message.partition, key: Self.text(message.key, message.key_len),
            payload: Self.text(message.payload, message.len)))
      }
      rd_kafka_message_destroy(event)
    }
    return messages.sorted { $0.partition < $1.partition }
  }

  private static func text(_ start: UnsafeMutableRawPointer?, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
