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

/// Events on their way from the receiver's thread to one listener: bounded, and the newest are kept.
///
/// A listener that does not keep up loses the oldest events; the newest ones reflect the current state. Excess bytes are
/// dropped: the newest.
final class Mailbox: Sendable {
  /// Readable while events are waiting.
  let wakeUp: WakeUp
  private let capacity: Int
  private let directly: (@Sendable ([ReceiverEvent]) -> Bool)?
  private let content = Mutex(Content())

  private struct Content {
    var events: [ReceiverEvent] = []
    var byteCount = 0
    var droppedBytes = 0
    /// Whether the listener is working on what it drained.
    var isAtWork = false

    mutating func put(_ event: ReceiverEvent, capacity: Int) {
      if case .bytes(let received) = event.content {
        guard byteCount + received.bytes.count <= Mailbox.mostBytes else {
          droppedBytes += received.bytes.count
          return
        }
        byteCount += received.bytes.count
      } else if others >= capacity, let oldest = events.firstIndex(where: { !$0.isBytes }) {
        events.remove(at: oldest)
      } else {
        others += 1
      }
      events.append(event)
    }

    /// Number of events that are not bytes.
    private var others = 0

    mutating func drain() -> [ReceiverEvent] {
      defer { (events, byteCount, others) = ([], 0, 0) }
      return events
    }
  }

  /// The most received bytes that are kept for a listener that writes slowly: hours at 9600 baud.
  static let mostBytes = 1 << 25

  /// - Parameter directly: called first, on the thread that puts, while nothing is waiting here and nothing that was
  ///   drained is being worked on; returns true if it has taken the events.
  init(
    capacity: Int, directly: (@Sendable ([ReceiverEvent]) -> Bool)? = nil
  ) throws(SystemError) {
    self.capacity = capacity
    self.directly = directly
    wakeUp = try WakeUp()
  }

  /// Adds events, and wakes the listener.
  func put(_ events: [ReceiverEvent]) {
    if let directly, content.withLock({ $0.events.isEmpty && !$0.isAtWork }), directly(events) {
      return
    }
    let isNews = content.withLock { content in
      let wasEmpty = content.events.isEmpty
      for event in events { content.put(event, capacity: capacity) }
      return wasEmpty && !content.events.isEmpty
    }
    if isNews { wakeUp.signal() }
  }

  /// Removes all waiting events, and returns them.
  func drain() -> [ReceiverEvent] {
    content.withLock { content in
      wakeUp.clear()
      content.isAtWork = true
      return content.drain()
    }
  }

  /// Marks what was drained as processed.
  func finished() { content.withLock { $0.isAtWork = false } }

  /// Number of bytes that were dropped.
  var droppedBytes: Int { content.withLock(\.droppedBytes) }
}
