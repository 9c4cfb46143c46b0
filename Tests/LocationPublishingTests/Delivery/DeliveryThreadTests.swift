// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationPublishing
import TestSupport
import Testing
import TrackStore

struct DeliveryThreadTests {
  /// A link without a destination, whose answers come from a test.
  private final class ScriptedLink: DeliveryLink {
    enum Answer {
      case acknowledge(Int)
      case fail(DeliveryError)
    }

    let batchSize = 10
    let answersWhenOpened: Bool
    private let stop: WakeUp
    private let answer: @Sendable ([PositionReport]) -> Answer

    init(
      _ stop: WakeUp, answersWhenOpened: Bool = true,
      _ answer: @escaping @Sendable ([PositionReport]) -> Answer
    ) {
      (self.stop, self.answer, self.answersWhenOpened) = (stop, answer, answersWhenOpened)
    }

    func open() throws(DeliveryError) {}

    func deliver(_ reports: [PositionReport]) throws(DeliveryError) -> Int {
      switch answer(reports) {
      case .acknowledge(let count): return min(count, reports.count)
      case .fail(let error): throw error
      }
    }

    func idle(untilReadable descriptor: CInt) throws(DeliveryError) {
      var descriptors = [stop.descriptor, descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      _ = wait(for: &descriptors, until: nil)
    }

    func close() {}
  }

  private final class Log: Sendable {
    private let entries = Mutex<[DeliveryStatus]>([])
    func append(_ status: DeliveryStatus) { entries.withLock { $0.append(status) } }
    var statuses: [DeliveryStatus] { entries.withLock { $0 } }
    var isRefused: Bool {
      statuses.contains { if case .refused = $0 { true } else { false } }
    }
    var waits: Int {
      statuses.count { if case .waiting = $0 { true } else { false } }
    }
  }

  private func thread(
    _ queue: MemoryQueue, _ log: Log,
    answer: @escaping @Sendable ([PositionReport]) -> ScriptedLink.Answer
  ) throws -> DeliveryThread {
    try DeliveryThread(
      link: { ScriptedLink($0, answer) }, queue: { queue }, report: { log.append($0) })
  }

  @Test func deliversWhatIsThereAndWhatComes() throws {
    let (queue, log) = (MemoryQueue(PositionReport.samples(25)), Log())
    let thread = try thread(queue, log) { .acknowledge($0.count) }
    #expect(eventually { queue.acknowledged == 25 })
    queue.append(PositionReport.samples(1))
    thread.queueHasGrown()
    #expect(eventually { queue.acknowledged == 26 })
    thread.stop()
    thread.join()
    #expect(
      log.statuses == [
        .connected, .delivered(10), .delivered(10), .delivered(5), .delivered(1),
      ])
  }

  @Test func reportsAConnectionThatOnlyADeliveryShows() throws {
    let (queue, log) = (MemoryQueue(PositionReport.samples(11)), Log())
    let isFirst = Mutex(true)
    let thread = try DeliveryThread(
      link: { stop in
        ScriptedLink(stop, answersWhenOpened: false) { _ in
          isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst ? .fail(.later("nobody there")) : .acknowledge(10)
          }
        }
      }, queue: { queue }, report: { log.append($0) })
    #expect(eventually { queue.acknowledged == 11 })
    thread.stop()
    thread.join()
    #expect(log.waits == 1 && log.statuses.count == 4)
    #expect(log.statuses.dropFirst() == [.connected, .delivered(10), .delivered(1)])
  }

  @Test func sendsAgainWhatWasNotAcknowledged() throws {
    let (queue, log) = (MemoryQueue(PositionReport.samples(3)), Log())
    let sent = Mutex<[Int]>([])
    let thread = try thread(queue, log) { reports in
      sent.withLock { $0.append(reports.count) }
      return .acknowledge(2)
    }
    #expect(eventually { queue.acknowledged == 3 })
    thread.stop()
    thread.join()
    #expect(sent.withLock { $0 } == [3, 1])
  }

  @Test func endsWhenItIsRefusedAtFirst() throws {
    let (queue, log) = (MemoryQueue(PositionReport.samples(1)), Log())
    let thread = try thread(queue, log) { _ in
      .fail(.refused("wrong password", exitCode: 77))
    }
    thread.join()
    #expect(
      log.statuses == [.connected, .refused(reason: "wrong password", exitCode: 77)])
    #expect(queue.acknowledged == 0)
  }

  @Test func triesAgainWhereItHasWorked() throws {
    let (queue, log) = (MemoryQueue(PositionReport.samples(11)), Log())
    let isFirstFailure = Mutex(true)
    let thread = try thread(queue, log) { reports in
      let fails = isFirstFailure.withLock { isFirst in
        defer { if reports.count == 1 { isFirst = false } }
        return isFirst && reports.count == 1
      }
      return fails ? .fail(.refused("log in here", exitCode: 77)) : .acknowledge(10)
    }
    #expect(eventually { queue.acknowledged == 11 })
    thread.stop()
    thread.join()
    #expect(!log.isRefused && log.waits == 1)
  }

  @Test func triesAgainWhereItHasWorkedInAnEarlierRun() throws {
    let (queue, log) = (MemoryQueue(PositionReport.samples(1), hasWorked: true), Log())
    let isFirst = Mutex(true)
    let thread = try thread(queue, log) { _ in
      isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst ? .fail(.refused("not yet valid", exitCode: 76)) : .acknowledge(1)
      }
    }
    #expect(eventually { queue.acknowledged == 1 })
    thread.stop()
    thread.join()
    #expect(!log.isRefused && log.waits == 1)
  }

  @Test func sendsNothingAgainThatAFullDiskDidNotForget() throws {
    let (queue, log) = (MemoryQueue(PositionReport.samples(3), refusals: 1), Log())
    let sent = Mutex<[Int]>([])
    let thread = try thread(queue, log) { reports in
      sent.withLock { $0.append(reports.count) }
      return .acknowledge(3)
    }
    #expect(eventually { queue.acknowledged == 3 })
    thread.stop()
    thread.join()
    #expect(sent.withLock { $0 } == [3])
    #expect(log.waits == 1)
  }

  @Test func waitsAsLongAsItIsAsked() throws {
    let (queue, log) = (MemoryQueue(PositionReport.samples(1)), Log())
    let begin = monotonicNow()
    let thread = try thread(queue, log) { _ in .fail(.later("busy", after: .seconds(600))) }
    #expect(eventually { log.waits == 1 })
    // Stopping does not wait for that.
    thread.stop()
    thread.join()
    guard case .waiting("busy", let until)? = log.statuses.last else {
      Issue.record("\(log.statuses)")
      return
    }
    #expect(until - begin >= .seconds(600) && until - begin < .seconds(660))
  }

  @Test func endsWithADamagedQueue() throws {
    let folder = try ScratchFolder()
    let path = try folder.file("queue", "this is no database, and long enough to be none")
    let log = Log()
    let thread = try DeliveryThread(
      link: { ScriptedLink($0) { .acknowledge($0.count) } },
      queue: { () throws(DeliveryError) in
        try StoredReports(in: path, destination: "somewhere")
      }, report: { log.append($0) })
    thread.join()
    guard case .refused(let reason, 65)? = log.statuses.last else {
      Issue.record("\(log.statuses)")
      return
    }
    #expect(reason.contains("\(path): it is not a position store"))
  }
}
