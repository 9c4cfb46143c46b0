// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import ReceiverDiscovery
package import SerialLine
import Synchronization

/// Finds receivers, listens to the best of them, and tells all who listen.
///
/// A thread runs while somebody listens, and only then is a port open.
package final class ReceiverSupervisor: Sendable {
  /// Where bytes are to come from.
  package enum Selection: Sendable {
    /// Whatever looks like a receiver.
    case automatic
    /// The devices that somebody named.
    case device(DeviceSelector)
    /// One place that is no device of udev's.
    case place(Candidate)
  }

  let selection: Selection
  let options: SupervisionOptions
  let wakeUp: WakeUp
  private let mailboxes = Mutex<[Mailbox]>([])
  private let thread = Mutex<POSIXThread?>(nil)

  /// - Throws: ``SerialPortError`` when the process has no descriptors left.
  package init(
    _ selection: Selection, options: SupervisionOptions = SupervisionOptions()
  ) throws(SerialPortError) {
    self.selection = selection
    self.options = options
    wakeUp = try WakeUp()
  }

  /// Begins to listen.
  ///
  /// - Parameter capacity: how many events wait for a listener that is slow; the newest win.
  /// - Throws: ``SerialPortError`` when the process has no descriptors or threads left.
  package func listen(capacity: Int = 256) throws(SerialPortError) -> ReceiverListener {
    let mailbox = try Mailbox(capacity: capacity)
    mailboxes.withLock { $0.append(mailbox) }
    let runs = thread.withLock { thread in
      if thread == nil { thread = POSIXThread { SupervisorLoop(self).run() } }
      return thread != nil
    }
    guard runs else {
      mailboxes.withLock { $0.removeAll { $0 === mailbox } }
      throw SerialPortError(.system(EAGAIN), "a thread")
    }
    return ReceiverListener(self, mailbox)
  }

  /// Ends listening; the last one waits until the port is closed.
  fileprivate func remove(_ mailbox: Mailbox) {
    thread.withLock { thread in
      let isLast = mailboxes.withLock { mailboxes in
        mailboxes.removeAll { $0 === mailbox }
        return mailboxes.isEmpty
      }
      guard isLast else { return }
      wakeUp.signal()
      thread?.join()
      thread = nil
    }
  }

  var isWanted: Bool { mailboxes.withLock { !$0.isEmpty } }

  func tell(_ events: [ReceiverEvent]) {
    for mailbox in mailboxes.withLock({ $0 }) { mailbox.put(events) }
  }
}

/// One who listens to the receiver, until it is let go.
package final class ReceiverListener: Sendable {
  private let supervisor: ReceiverSupervisor
  private let mailbox: Mailbox

  init(_ supervisor: ReceiverSupervisor, _ mailbox: Mailbox) {
    self.supervisor = supervisor
    self.mailbox = mailbox
  }

  deinit { supervisor.remove(mailbox) }

  /// To be waited for: readable as long as there are events.
  package var descriptor: CInt { mailbox.wakeUp.descriptor }

  /// Takes the events that have come, the oldest first.
  package func take() -> [ReceiverEvent] { mailbox.take() }
}
