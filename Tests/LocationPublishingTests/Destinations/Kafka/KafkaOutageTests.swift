// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing
import Glibc
import LinuxSystem
import ServerAccess
import TestSupport
import Testing
import TrackStore

@testable import LocationPublishing

/// Deliveries from a real queue to brokers that are down, refuse or are slow: nothing is missing afterwards.
struct KafkaOutageTests {
  private let cluster: KafkaCluster
  private let folder: ScratchFolder
  private static let count = 300

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    (cluster, folder) = (try KafkaCluster(topic: "track"), try ScratchFolder())
  }

  /// Publishes 300 positions in pieces of ten, with a disturbance before some of them, and waits until all are acknowledged.
  ///
  /// - Parameter disturb: called before each piece, with its number and the reasons of waits so far.
  /// - Returns: the payloads that have arrived, and the reasons of waits.
  private func publish(
    seconds: Int, _ disturb: (Int, _ reasons: Mutex<[String]>) -> Void
  ) throws -> (payloads: [String], reasons: [String]) {
    let store = try PositionStore(path: folder.path + "/queue")
    let address = try KafkaDestination("kafka://\(cluster.broker)/track")
    let id = try store.addDestination(named: address.name)
    let reasons = Mutex<[String]>([])
    let thread = try DeliveryThread(
      link: {
        KafkaLink(
          address, credentials: .init(directory: nil), stop: $0, patience: .seconds(seconds))
      },
      queue: { [path = store.path] () throws(DeliveryError) in
        try StoredReports(in: path, destination: address.name)
      },
      report: { status in
        if case .waiting(let reason, _) = status { reasons.withLock { $0.append(reason) } }
      })
    defer {
      thread.stop()
      thread.join()
    }
    for piece in 0..<Self.count / 10 {
      disturb(piece, reasons)
      try store.append(PositionReport.samples(10, from: piece * 10))
      thread.queueHasGrown()
      // The producer has had an answer before anything is disturbed.
      if piece == 0 { #expect(try eventually { try store.backlog(of: id) == 0 }) }
    }
    #expect(try eventually { try store.backlog(of: id) == 0 }, "\(reasons.withLock { $0 })")
    return (try cluster.messages(of: "track").map(\.payload), reasons.withLock { $0 })
  }

  private func expectEverything(_ payloads: [String]) {
    let expected = PositionReport.samples(Self.count).map {
      String(decoding: $0.json, as: UTF8.self)
    }
    let missing = Set(expected).subtracting(payloads).count
    #expect(missing == 0 && Set(payloads).count == Self.count, "\(missing) are missing")
  }

  @Test func losesNothingWhileTheBrokerIsDown() throws {
    let result = try publish(seconds: 30) { piece, reasons in
      if piece == 10 { cluster.setUp(false) }
      guard piece == 29 else { return }
      #expect(eventually { !reasons.withLock { $0.isEmpty } }, "the library has tried again")
      cluster.setUp(true)
    }
    expectEverything(result.payloads)
    // The same producer has waited, and said so once, in however many pieces it was given the reports.
    #expect(result.reasons.count == 1, "\(result.reasons)")
    #expect(result.reasons.first?.contains("cannot reach kafka://") == true)
  }

  @Test func losesNothingIfProducersAreGivenUp() throws {
    let result = try publish(seconds: 1) { piece, reasons in
      if piece == 10 { cluster.setUp(false) }
      guard piece == 11 else { return }
      // A producer reports an outage once, so that a second report comes from the next one.
      #expect(eventually { reasons.withLock { $0.count } > 1 }, "a message has taken too long")
      cluster.setUp(true)
    }
    expectEverything(result.payloads)
  }

  @Test func losesNothingWhenReplicasAreMissing() throws {
    let result = try publish(seconds: 30) { piece, _ in
      if piece % 10 == 5 {
        cluster.fail(
          .produce, Array(repeating: RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS, count: 5))
      }
    }
    expectEverything(result.payloads)
    // The same producer sends them again, in order and once.
    #expect(result.payloads.count == Self.count && result.reasons.isEmpty)
  }

  @Test func losesNothingOverASlowNetwork() throws {
    cluster.delay(milliseconds: 200)
    let result = try publish(seconds: 30) { piece, _ in
      guard piece == 15 else { return }
      cluster.fail(.produce, [RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS])
    }
    expectEverything(result.payloads)
    #expect(result.reasons.isEmpty)
  }
}

/// What is said of an outage, by what librdkafka reports.
struct KafkaOutageNewsTests {
  private let refused = KafkaFailure(RD_KAFKA_RESP_ERR__TRANSPORT, "connection refused")
  private let allDown = KafkaFailure(RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN)
  private let answer = KafkaProducer.Events(acknowledged: [1])

  private func failures(_ failures: KafkaFailure...) -> KafkaProducer.Events {
    KafkaProducer.Events(failures: failures)
  }

  @Test func saysAnOutageOnceUntilTheNextAnswer() {
    var outage = KafkaOutage()
    outage.received(answer)
    #expect(outage.news() == nil)
    outage.received(failures(refused, allDown))
    #expect(outage.hopeless == nil)
    #expect(outage.news()?.reason == "connection refused")
    outage.received(failures(refused))
    #expect(outage.news() == nil)
    outage.received(answer)
    outage.received(failures(refused, allDown))
    #expect(outage.news()?.reason == "connection refused")
  }

  @Test func oneBrokerOfSeveralIsNoOutage() {
    var outage = KafkaOutage()
    outage.received(answer)
    outage.received(failures(refused))
    #expect(outage.news() == nil)
  }

  @Test func aConnectionThatWasClosedWhileNothingWasSentIsNoOutage() {
    var outage = KafkaOutage()
    outage.received(answer)
    outage.received(failures(refused, allDown))
    outage.idled()
    #expect(outage.news() == nil)
    // It cannot be made again, which the library reports without repeating that no broker is left.
    outage.received(failures(refused))
    #expect(outage.news()?.reason == "connection refused")
  }

  @Test func aProducerThatNeverHadAnAnswerIsGivenUp() {
    var outage = KafkaOutage()
    outage.received(failures(refused, allDown))
    #expect(outage.hopeless?.reason == "connection refused")
  }
}
