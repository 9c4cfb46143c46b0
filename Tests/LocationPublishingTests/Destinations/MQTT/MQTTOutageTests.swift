// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationPublishing
import ServerAccess
import TestSupport
import Testing
import TrackStore

/// Deliveries from a real queue to a broker that dies, hangs and comes back.
@Suite(
  .enabled(if: Mosquitto.isInstalled, "mosquitto, mosquitto-clients or openssl is not installed"))
struct MQTTOutageTests {
  private let broker: Mosquitto
  private let folder: ScratchFolder
  private let statuses = StatusLog()

  private final class StatusLog: Sendable {
    private let entries = Mutex<[DeliveryStatus]>([])
    func append(_ status: DeliveryStatus) { entries.withLock { $0.append(status) } }
    var delivered: Int {
      entries.withLock {
        $0.reduce(0) { if case .delivered(let count) = $1 { $0 + count } else { $0 } }
      }
    }
    var reasons: [String] {
      entries.withLock {
        $0.compactMap { if case .waiting(let reason, _) = $0 { reason } else { nil } }
      }
    }
  }

  init() throws {
    (broker, folder) = (try Mosquitto(), try ScratchFolder())
  }

  private func thread(
    _ store: PositionStore, patience: Duration = .seconds(30)
  ) throws -> DeliveryThread {
    let address = try MQTTDestination("mqtt://127.0.0.1:\(broker.plain)/track")
    _ = try store.addDestination(named: address.name)
    return try DeliveryThread(
      link: {
        MQTTLink(
          address, device: "boat", credentials: .init(directory: nil), stop: $0, patience: patience)
      },
      queue: { [path = store.path] () throws(DeliveryError) in
        try StoredReports(in: path, destination: address.name)
      }, report: { [statuses] in statuses.append($0) })
  }

  @Test func losesNothingWhenTheBrokerDies() throws {
    let store = try PositionStore(path: folder.path + "/queue")
    let thread = try thread(store)
    defer {
      thread.stop()
      thread.join()
    }
    var seen: [[String]] = []
    for part in 0..<3 {
      let subscriber = try Subscriber(broker, "track")
      for first in stride(from: part * 500, to: part * 500 + 500, by: 50) {
        try store.append(PositionReport.samples(50, from: first))
        thread.queueHasGrown()
      }
      #expect(eventually { statuses.delivered >= part * 500 + 100 })
      if part < 2 {
        broker.kill()
        seen.append(subscriber.messages)
        try broker.start()
      } else {
        #expect(eventually { statuses.delivered == 1500 })
        #expect(eventually { subscriber.messages.contains { $0.contains("1795350299") } })
        seen.append(subscriber.messages)
      }
    }
    // A broker that dies loses what it has acknowledged but not passed on. That is the subscriber's loss, not the queue's.
    for messages in seen {
      let times = messages.compactMap(Self.time)
      // In order, except for messages sent again after an outage, which go back by at most a batch.
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 > $0 - 100 })
    }
    #expect(try store.destinations.first?.backlog == 0)
    #expect(!statuses.reasons.isEmpty)
  }

  private static func time(_ message: String) -> Int? {
    message.firstRange(of: "\"tst\":").flatMap { range in
      Int(message[range.upperBound...].prefix { $0.isNumber })
    }
  }

  @Test func noticesAConnectionOnWhichNothingComesBack() throws {
    let store = try PositionStore(path: folder.path + "/queue")
    let thread = try thread(store, patience: .milliseconds(300))
    defer {
      thread.stop()
      thread.join()
    }
    try store.append(PositionReport.samples(1))
    thread.queueHasGrown()
    #expect(eventually { statuses.delivered == 1 })
    broker.pause(true)
    try store.append(PositionReport.samples(1, from: 1))
    thread.queueHasGrown()
    #expect(eventually { !statuses.reasons.isEmpty })
    #expect(statuses.reasons[0].contains("acknowledged nothing"))
    broker.pause(false)
    #expect(eventually { statuses.delivered == 2 })
  }

  @Test func stopsAtOnceWhileABrokerStandsStill() throws {
    let store = try PositionStore(path: folder.path + "/queue")
    let subscriber = try Subscriber(broker, "#")
    let thread = try thread(store)
    try store.append(PositionReport.samples(1))
    thread.queueHasGrown()
    #expect(eventually { statuses.delivered == 1 })
    broker.pause(true)
    try store.append(PositionReport.samples(1, from: 1))
    thread.queueHasGrown()
    let begin = monotonicNow()
    thread.stop()
    thread.join()
    #expect(monotonicNow() - begin < .seconds(15))
    broker.pause(false)
    #expect(try store.destinations.first?.backlog == 1)
    // The link has disconnected properly nevertheless, so the broker publishes no will.
    let link = MQTTLink(
      try MQTTDestination("mqtt://127.0.0.1:\(broker.plain)/end"), device: "boat",
      credentials: .init(directory: nil), stop: try WakeUp())
    try link.open()
    #expect(try link.deliver(PositionReport.samples(1)) == 1)
    link.close()
    #expect(eventually { subscriber.messages.contains { $0.contains(" end ") } })
    #expect(!subscriber.messages.contains { $0.contains("lwt") })
  }
}
