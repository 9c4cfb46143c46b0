// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing

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
