// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem

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
