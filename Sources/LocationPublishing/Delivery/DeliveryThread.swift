// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem
import TrackStore

/// The thread that delivers the reports in the queue to one destination, until it is stopped or refused.
///
/// A report leaves the queue when it has been acknowledged: each arrives at least once, in order.
package final class DeliveryThread: Sendable {
  private let stopRequest: WakeUp
  private let more: WakeUp
  private let thread: POSIXThread

  /// - Parameters:
  ///   - link: creates the link to the destination, which ends its waits as soon as the given request is signaled.
  ///   - queue: opens the queue.
  ///   - report: called by the thread with every change of status.
  /// - Throws: ``SystemError`` if the process has no descriptors or threads left.
  package init(
    link: @escaping @Sendable (WakeUp) -> any DeliveryLink,
    queue: @escaping @Sendable () throws(DeliveryError) -> any ReportQueue,
    report: @escaping @Sendable (DeliveryStatus) -> Void
  ) throws(SystemError) {
    let (stopRequest, more) = (try WakeUp(), try WakeUp())
    (self.stopRequest, self.more) = (stopRequest, more)
    let thread = POSIXThread {
      // The link and the queue are created here, and belong to this thread.
      do throws(DeliveryError) {
        let queue = try queue()
        let loop = DeliveryLoop(
          link: link(stopRequest), queue: queue, stop: stopRequest, more: more, report: report)
        try loop.run()
      } catch {
        var code = EX_IOERR
        if case .refused(_, let exitCode) = error { code = exitCode }
        report(.refused(reason: error.reason, exitCode: code))
      }
    }
    guard let thread else { throw SystemError("create", "a thread", errno: EAGAIN) }
    self.thread = thread
  }

  /// Notifies the thread that the queue contains new reports.
  package func queueHasGrown() { more.signal() }

  /// Asks the thread to stop at once; unacknowledged reports stay in the queue.
  package func stop() { stopRequest.signal() }

  /// Waits until the thread has ended; must be called once.
  package func join() { thread.join() }
}

/// The work of a ``DeliveryThread``: connect, send what is in the queue, wait for more, and try again.
final class DeliveryLoop {
  private let link: any DeliveryLink
  private let queue: any ReportQueue
  private let stop: WakeUp
  private let more: WakeUp
  private let report: (DeliveryStatus) -> Void
  private var backoff = Backoff(first: .seconds(1), longest: .seconds(300))
  /// The time at which the link was opened; `nil` while it is closed.
  private var opened: Duration?
  /// Whether this destination has ever acknowledged anything.
  private var hasWorked: Bool
  /// The last report that the other side has acknowledged but the queue has not recorded, because its disk is full.
  private var owed: Int64?
  private var queueHasFailed = false
  private var isReported = false

  /// The longest wait that the other side may ask for.
  private static let longestWait = Duration.seconds(3600)

  init(
    link: any DeliveryLink, queue: any ReportQueue, stop: WakeUp, more: WakeUp,
    report: @escaping (DeliveryStatus) -> Void
  ) {
    (self.link, self.queue, self.stop, self.more) = (link, queue, stop, more)
    self.report = report
    hasWorked = queue.hasWorked
    // It is tried again all the time.
    (link as? any WaitingLink)?.reportOutage = {
      report(.waiting(reason: $0, until: monotonicNow()))
    }
  }

  /// Runs until a stop request.
  func run() throws(DeliveryError) {
    defer { link.close() }
    while !isStopped {
      do throws(DeliveryError) { try advance() } catch {
        guard !isStopped else { return }
        try waitOut(error)
      }
    }
  }

  private var isStopped: Bool { firstReadable(of: stop.descriptor, until: .zero) != nil }

  private func advance() throws(DeliveryError) {
    queueHasFailed = false
    try settle()
    if opened == nil {
      try link.open()
      opened = monotonicNow()
      if link.answersWhenOpened { reportConnection() }
    }
    // Before the queue is read, so that reports stored afterwards are not missed.
    more.clear()
    queueHasFailed = true
    let reports = try queue.oldest(link.batchSize)
    queueHasFailed = false
    guard !reports.isEmpty else { return try link.idle(untilReadable: more.descriptor) }
    let count = try link.deliver(reports.map(\.report))
    hasWorked = true
    reportConnection()
    owed = reports[count - 1].id
    try settle()
    backoff.reset()
    report(.delivered(count))
  }

  /// Removes acknowledged reports from the queue: nothing is sent until that succeeds, or they would be sent again.
  private func settle() throws(DeliveryError) {
    guard let last = owed else { return }
    queueHasFailed = true
    try queue.acknowledge(upTo: last)
    (queueHasFailed, owed) = (false, nil)
  }

  private func reportConnection() {
    guard !isReported else { return }
    isReported = true
    report(.connected)
  }

  /// Waits before the next attempt.
  ///
  /// A destination that has worked before and refuses now is tried again: passwords are restored, and in harbors a login
  /// page answers in place of every server. If it has never worked, the setup is at fault, and a user is there to correct
  /// it.
  private func waitOut(_ error: DeliveryError) throws(DeliveryError) {
    let now = monotonicNow()
    // A connection that has lasted counts as a success, even if there was nothing to send.
    if let opened, now - opened > .seconds(300) { backoff.reset() }
    (opened, isReported) = (nil, false)
    link.close()
    var delay = backoff.next(random: .random(in: 0..<1))
    switch error {
    case .refused: guard hasWorked, !queueHasFailed else { throw error }
    case .later(_, let after): delay = max(delay, min(after ?? .zero, Self.longestWait))
    }
    report(.waiting(reason: error.reason, until: now + delay))
    _ = firstReadable(of: stop.descriptor, until: now + delay)
  }
}
