// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSSReceiver
package import LinuxSystem
package import LocationProtocols

/// Sends a receiver's time to programs that set the machine's clock, until it is stopped.
///
/// It listens to the receiver on a thread of its own, so the receiver is open whether or not anybody else listens.
package final class TimeKeeper: Sendable {
  private let stopRequest: WakeUp
  private let thread: POSIXThread
  private let latest: Mutex<TimeReport>

  /// - Parameters:
  ///   - sockets: the paths to send samples to.
  ///   - complain: called from the keeper's thread with one line for the user, when a socket's state has changed.
  /// - Throws: ``SystemError`` for a path that is too long, and when the process has no descriptors or threads left.
  package init(
    _ supervisor: ReceiverSupervisor, sockets: [String],
    complain: @escaping @Sendable (String) -> Void
  ) throws(SystemError) {
    for path in sockets { _ = try TimeSocket(path: path) }
    let listener = try supervisor.listen(takesBytes: true, keepsOldBytes: false)
    let (stopRequest, latest) = (try WakeUp(), Mutex(TimeReport(state: "", sockets: [])))
    let thread = POSIXThread {
      var loop = TimeLoop(sockets, complain)
      loop.run(listener, until: stopRequest) { report in latest.withLock { $0 = report } }
    }
    guard let thread else { throw SystemError("start", "a thread", errno: 11) }
    (self.stopRequest, self.latest, self.thread) = (stopRequest, latest, thread)
  }

  package var report: TimeReport { latest.withLock { $0 } }

  package func stop() {
    stopRequest.signal()
    thread.join()
  }
}
