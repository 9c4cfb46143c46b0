// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSSReceiver
import Glibc
package import LinuxSystem
package import LocationProtocols

/// Gets corrections and passes them on to the receiver in use, until it is stopped.
///
/// A thread of its own connects and reads; the receiver's thread writes.
package final class CorrectionClient: Sendable {
  private let stopRequest: WakeUp
  private let thread: POSIXThread
  private let latest: Mutex<CorrectionReport>

  /// - Parameters:
  ///   - outbox: that of the supervisor's options.
  ///   - complain: called from the client's thread with one line for the user, when the state has changed.
  /// - Throws: `SystemError` when the process has no descriptors or threads left.
  package init(
    _ address: CorrectionAddress, _ access: CasterAccess, _ supervisor: ReceiverSupervisor,
    _ outbox: ReceiverOutbox, complain: @escaping @Sendable (String) -> Void
  ) throws(SystemError) {
    let listener = try supervisor.listen()
    let (stopRequest, wakeUp) = (try WakeUp(), try WakeUp())
    let session = CorrectionSession(address)
    let latest = Mutex(session.report(dropped: 0, at: monotonicNow()))
    let thread = POSIXThread {
      var loop = CorrectionLoop(session, access, outbox, wakeUp, complain)
      loop.run(listener, until: stopRequest) { report in latest.withLock { $0 = report } }
    }
    guard let thread else { throw SystemError("start", "a thread", errno: EAGAIN) }
    (self.stopRequest, self.latest, self.thread) = (stopRequest, latest, thread)
  }

  package var report: CorrectionReport { latest.withLock { $0 } }

  package func stop() {
    stopRequest.signal()
    thread.join()
  }
}
