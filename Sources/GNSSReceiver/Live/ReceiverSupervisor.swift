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
  private let audience = Mutex(Audience())
  private let thread = Mutex<POSIXThread?>(nil)

  /// - Throws: ``SerialPortError`` when the process has no descriptors left.
  package init(
    _ selection: Selection, options: SupervisionOptions = SupervisionOptions()
  ) throws(SerialPortError) {
    self.selection = selection
    self.options = options
    wakeUp = try WakeUp()
  }

  /// The clock by which events say when they came.
  package static var now: Duration { monotonicNow() }

  /// Begins to listen.
  ///
  /// - Parameter capacity: how many events wait for a listener that is slow; the newest win.
  /// - Throws: ``SerialPortError`` when the process has no descriptors or threads left.
  package func listen(capacity: Int = 256) throws(SerialPortError) -> ReceiverListener {
    let mailbox = try Mailbox(capacity: capacity)
    return ReceiverListener(try observe { mailbox.put($0) }, mailbox)
  }

  /// Begins to listen without a mailbox.
  ///
  /// - Parameter receive: called on the receiver's thread, one call after the other. It must return soon: what
  ///   it takes, the receiver waits for.
  /// - Throws: ``SerialPortError`` when the process has no threads left.
  package func observe(
    _ receive: @escaping @Sendable ([ReceiverEvent]) -> Void
  ) throws(SerialPortError) -> ReceiverObservation {
    let number = audience.withLock { $0.add(receive) }
    let runs = thread.withLock { thread in
      if thread == nil { thread = POSIXThread { SupervisorLoop(self).run() } }
      return thread != nil
    }
    guard runs else {
      audience.withLock { _ = $0.members.removeValue(forKey: number) }
      throw SerialPortError(.system(EAGAIN), "a thread")
    }
    return ReceiverObservation(self, number)
  }

  private struct Audience {
    var members: [Int: @Sendable ([ReceiverEvent]) -> Void] = [:]
    var lastNumber = 0

    mutating func add(_ receive: @escaping @Sendable ([ReceiverEvent]) -> Void) -> Int {
      lastNumber += 1
      members[lastNumber] = receive
      return lastNumber
    }
  }

  /// Ends listening; the last one waits until the port is closed.
  fileprivate func remove(_ number: Int) {
    thread.withLock { thread in
      let isLast = audience.withLock { audience in
        audience.members[number] = nil
        return audience.members.isEmpty
      }
      guard isLast else { return }
      wakeUp.signal()
      thread?.join()
      thread = nil
    }
  }

  var isWanted: Bool { audience.withLock { !$0.members.isEmpty } }

  func tell(_ events: [ReceiverEvent]) {
    for receive in audience.withLock({ Array($0.members.values) }) { receive(events) }
  }
}

/// A wish to be told what the receiver says, until it is let go: never on the receiver's own thread, which it
/// may wait for.
package final class ReceiverObservation: Sendable {
  private let supervisor: ReceiverSupervisor
  private let number: Int

  fileprivate init(_ supervisor: ReceiverSupervisor, _ number: Int) {
    self.supervisor = supervisor
    self.number = number
  }

  deinit { supervisor.remove(number) }
}

/// One who listens to the receiver, until it is let go.
package final class ReceiverListener: Sendable {
  private let observation: ReceiverObservation
  private let mailbox: Mailbox

  init(_ observation: ReceiverObservation, _ mailbox: Mailbox) {
    self.observation = observation
    self.mailbox = mailbox
  }

  /// To be waited for: readable as long as there are events.
  package var descriptor: CInt { mailbox.wakeUp.descriptor }

  /// Takes the events that have come, the oldest first.
  package func take() -> [ReceiverEvent] { mailbox.take() }
}
