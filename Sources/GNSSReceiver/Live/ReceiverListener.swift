// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// A registration for what the receiver reports, until it is released.
///
/// It must not be released on the receiver's own thread, since it may wait for that thread.
package final class ReceiverObservation: Sendable {
  private let supervisor: ReceiverSupervisor
  private let number: Int

  init(_ supervisor: ReceiverSupervisor, _ number: Int) {
    self.supervisor = supervisor
    self.number = number
  }

  deinit { supervisor.remove(number) }

  /// Ends the registration before it is released.
  fileprivate func end() { supervisor.remove(number) }
}

/// A listener with a mailbox; it listens until it is released.
package final class ReceiverListener: Sendable {
  private let observation: ReceiverObservation
  private let mailbox: Mailbox

  init(_ observation: ReceiverObservation, _ mailbox: Mailbox) {
    self.observation = observation
    self.mailbox = mailbox
  }

  /// The descriptor to wait for: readable while there are events.
  package var descriptor: CInt { mailbox.wakeUp.descriptor }

  /// Removes the events that have arrived, and returns them, the oldest first.
  package func drain() -> [ReceiverEvent] { mailbox.drain() }

  /// Marks what was drained as processed; needed only if events may be taken directly.
  package func finished() { mailbox.finished() }

  /// Stops listening, and returns the events that have arrived.
  ///
  /// The last listener that takes bytes gets all that arrived before this call, including what has not been read yet:
  /// for that, reading continues for a second at most.
  package func stop() -> [ReceiverEvent] {
    observation.end()
    return mailbox.drain()
  }

  /// How many bytes were dropped because 32 MB were waiting already.
  package var droppedBytes: Int { mailbox.droppedBytes }
}
