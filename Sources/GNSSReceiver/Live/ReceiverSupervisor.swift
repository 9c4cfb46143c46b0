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
  private let listeners = Mutex(Listeners())
  private let thread = Mutex<POSIXThread?>(nil)

  private struct Listeners {
    var staying: [Mailbox] = []
    /// Those that take what is there already, and then go.
    var leaving: [Mailbox] = []

    var all: [Mailbox] { staying + leaving }
  }

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
  /// - Parameters:
  ///   - capacity: how many events wait for a listener that is slow; the newest win.
  ///   - takesBytes: whether ``ReceiverEvent/bytes(_:)`` is told, too; up to 32 MB wait.
  /// - Throws: ``SerialPortError`` when the process has no descriptors or threads left.
  package func listen(
    capacity: Int = 256, takesBytes: Bool = false
  ) throws(SerialPortError) -> ReceiverListener {
    let mailbox = try Mailbox(capacity: capacity, takesBytes: takesBytes)
    listeners.withLock { $0.staying.append(mailbox) }
    let runs = thread.withLock { thread in
      if thread == nil { thread = POSIXThread { SupervisorLoop(self).run() } }
      return thread != nil
    }
    guard runs else {
      listeners.withLock { $0.staying.removeAll { $0 === mailbox } }
      throw SerialPortError(.system(EAGAIN), "a thread")
    }
    return ReceiverListener(self, mailbox)
  }

  /// Ends listening; the last one waits until the port is closed.
  fileprivate func remove(_ mailbox: Mailbox) {
    thread.withLock { thread in
      let isLast = listeners.withLock { listeners in
        listeners.staying.removeAll { $0 === mailbox }
        listeners.leaving.append(mailbox)
        return listeners.staying.isEmpty
      }
      if isLast {
        wakeUp.signal()
        thread?.join()
        thread = nil
      }
      listeners.withLock { $0.leaving.removeAll { $0 === mailbox } }
    }
  }

  var isWanted: Bool { listeners.withLock { !$0.staying.isEmpty } }

  /// Whether somebody takes bytes as they came.
  var wantsBytes: Bool { listeners.withLock { $0.all.contains(where: \.takesBytes) } }

  func tell(_ events: [ReceiverEvent]) {
    for mailbox in listeners.withLock({ $0.all }) { mailbox.put(events) }
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

  /// Stops listening, and takes the events that have come.
  ///
  /// The last one to listen who takes bytes gets all that came before this call, also what nobody has read
  /// yet: it is read for a second at the most.
  package func stop() -> [ReceiverEvent] {
    supervisor.remove(mailbox)
    return mailbox.take()
  }

  /// How many bytes were not kept for a listener that had 32 MB waiting already.
  package var droppedBytes: Int { mailbox.droppedBytes }
}
