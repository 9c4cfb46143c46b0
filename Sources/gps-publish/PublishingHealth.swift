// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import GPSTool
import LinuxSystem
import LocationPublishing
import TrackStore

/// What is known about a publisher's health: recorded by its main thread, read by a server of metrics.
final class PublishingHealth: Sendable {
  /// What has happened to the destinations of one server since the program started.
  struct Server: Sendable {
    var delivered = 0
    var failures = 0
    /// Whether it is ready; `nil` before it has answered or failed.
    var isConnected: Bool?
    /// `nil` if that cannot be read.
    var backlog: Backlog?
  }

  /// What waits for the destinations of one server.
  struct Backlog: Sendable {
    var waiting = 0
    var dropped = 0
    /// The time of the oldest position that waits, microseconds since 1970; `nil` for none.
    var oldest: Int64?
  }

  private struct Known: Sendable {
    var receiver = ReceiverMetrics()
    var servers: [String: Server] = [:]
    /// When the file was last read, on the monotonic clock.
    var read: Duration?
  }

  private let known: Mutex<Known>
  /// The names that everybody may know, by the names in the file.
  private let labels: [String: String]
  private let dropped: [String: Int]
  private let path: String

  /// How often the file is read at most: requests cost it nothing more.
  private static let interval = Duration.seconds(1)

  /// - Parameter device: the port that the user has named; `nil` if it has to be found.
  init(
    of destinations: [any Destination], in store: PositionStore, device: String?
  ) throws(StoreError) {
    labels = Dictionary(
      destinations.map { ($0.name, $0.publicName) }, uniquingKeysWith: { first, _ in first })
    path = store.path
    // Counts begin with this program.
    dropped = Dictionary(
      try store.destinations.map { ($0.name, $0.dropped) },
      uniquingKeysWith: { first, _ in first })
    var known = Known(receiver: ReceiverMetrics(device: device))
    for label in labels.values { known.servers[label] = Server() }
    self.known = Mutex(known)
  }

  func received(_ events: [ReceiverEvent]) {
    known.withLock { known in
      for event in events { known.receiver.received(event) }
    }
  }

  func received(_ status: DeliveryStatus, of destination: any Destination) {
    let label = destination.publicName
    known.withLock { known in
      switch status {
      case .connected: known.servers[label]?.isConnected = true
      case .delivered(let count):
        known.servers[label]?.delivered += count
        known.servers[label]?.isConnected = true
      case .waiting, .refused:
        known.servers[label]?.failures += 1
        known.servers[label]?.isConnected = false
      }
    }
  }

  var metrics: [UInt8] {
    readBacklogs()
    let (known, now) = (known.withLock { $0 }, nanosecondsSince1970() / 1000)
    var text = MetricsText(version: Version.current)
    known.receiver.write(to: &text)
    let servers = known.servers.sorted { $0.key < $1.key }
    func samples(_ value: (Server) -> Int?) -> [MetricsText.Sample] {
      servers.map { .init(value($0.value), [("destination", $0.key)]) }
    }
    text.gauge(
      "gps_publish_queue_positions", "Positions that wait for the destination.",
      each: samples { $0.backlog?.waiting })
    text.gauge(
      "gps_publish_oldest_waiting_seconds",
      "Age of the oldest position that waits; 0 if none does.",
      each: samples { $0.backlog.flatMap { Self.age($0, now) } })
    text.gauge(
      "gps_publish_connected", "Whether the destination answers.",
      each: samples { $0.isConnected.map { $0 ? 1 : 0 } })
    text.counter(
      "gps_publish_delivered_total", "Positions that the destination has acknowledged.",
      each: samples(\.delivered))
    text.counter(
      "gps_publish_failures_total", "Attempts that the destination did not answer or refused.",
      each: samples(\.failures))
    text.counter(
      "gps_publish_dropped_total", "Positions dropped because of --max-queue or --max-age.",
      each: samples { $0.backlog?.dropped })
    return text.bytes
  }

  /// Returns an age in seconds; `nil` if this machine's clock is behind the receiver's, so that it is not known.
  private static func age(_ backlog: Backlog, _ now: Int64) -> Int? {
    guard let oldest = backlog.oldest else { return 0 }
    return now < oldest ? nil : Int((now - oldest) / 1_000_000)
  }

  /// Reads what waits; if the file cannot be read, that is not known.
  ///
  /// Called on one thread, outside the lock: the main thread records what happens meanwhile.
  private func readBacklogs() {
    let now = monotonicNow()
    guard known.withLock({ $0.read.map { now - $0 >= Self.interval } ?? true }) else { return }
    var backlogs: [String: Backlog] = [:]
    for stored in (try? PositionStore(reading: path).destinations) ?? [] {
      guard let label = labels[stored.name] else { continue }
      var backlog = backlogs[label] ?? Backlog()
      backlog.waiting += stored.backlog
      backlog.dropped += max(0, stored.dropped - (dropped[stored.name] ?? 0))
      backlog.oldest = [backlog.oldest, stored.oldest].compactMap(\.self).min()
      backlogs[label] = backlog
    }
    known.withLock { [backlogs] known in
      known.read = now
      for label in known.servers.keys { known.servers[label]?.backlog = backlogs[label] }
    }
  }
}
