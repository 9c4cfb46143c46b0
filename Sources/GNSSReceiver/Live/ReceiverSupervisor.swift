// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem
package import ReceiverDiscovery

import struct Synchronization.Atomic

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
  let rates: RateMemoryFile?
  let wakeUp: WakeUp
  private let audience = Mutex(Audience())
  /// What the audience wishes for, written with it: this is asked at every wake-up, where no lock is needed.
  private let isWaitedFor = Atomic(false)
  private let isBytesWanted = Atomic(false)
  private let isEveryByteWanted = Atomic(false)
  private let thread = Mutex<POSIXThread?>(nil)

  /// - Parameter rates: where baud rates are remembered; `nil` remembers none. By default, the user's.
  /// - Throws: ``SystemError`` when the process has no descriptors left.
  package init(
    _ selection: Selection, options: SupervisionOptions = SupervisionOptions(),
    rates: RateMemoryFile? = RateMemoryFile()
  ) throws(SystemError) {
    self.selection = selection
    self.options = options
    self.rates = rates
    wakeUp = try WakeUp()
  }

  /// The clock by which events say when they came.
  package static var now: Duration { monotonicNow() }

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - capacity: how many events wait for a listener that is slow; the newest win.
  ///   - takesBytes: whether ``ReceiverEvent/bytes(_:)`` is told, too; up to 32 MB wait.
  ///   - keepsOldBytes: whether bytes are told that came while this process was stopped: for who keeps them, and not for
  ///     who shows what is now.
  ///   - directly: asked first, on the receiver's thread, so that no other one need be woken; true if it has
  ///     taken the events. It must not wait for anything. It is not asked while events wait, nor between
  ///     ``ReceiverListener/drain()`` and ``ReceiverListener/finished()``: everything is told in its order.
  /// - Throws: ``SystemError`` when the process has no descriptors or threads left.
  package func listen(
    capacity: Int = 256, takesBytes: Bool = false, keepsOldBytes: Bool = true,
    directly: (@Sendable ([ReceiverEvent]) -> Bool)? = nil
  ) throws(SystemError) -> ReceiverListener {
    let mailbox = try Mailbox(capacity: capacity, directly: directly)
    let observation = try observe(takesBytes: takesBytes, keepsOldBytes: keepsOldBytes) {
      mailbox.put($0)
    }
    return ReceiverListener(observation, mailbox)
  }

  /// Begins to listen without a mailbox.
  ///
  /// - Parameters:
  ///   - takesBytes: whether ``ReceiverEvent/bytes(_:)`` is told, too.
  ///   - keepsOldBytes: see ``listen(capacity:takesBytes:keepsOldBytes:directly:)``.
  ///   - receive: called on the receiver's thread, one call after the other. It must return soon: what it takes,
  ///     the receiver waits for.
  /// - Throws: ``SystemError`` when the process has no threads left, or too few descriptors to find a receiver.
  package func observe(
    takesBytes: Bool = false, keepsOldBytes: Bool = true,
    _ receive: @escaping @Sendable ([ReceiverEvent]) -> Void
  ) throws(SystemError) -> ReceiverObservation {
    if thread.withLock({ $0 == nil }) { try checkDescriptors() }
    // Under one lock with the thread's end: who comes while it ends has one begun anew.
    let number = thread.withLock { thread -> Int? in
      let number = audience.withLock { audience in
        // Before anything else, how it stands already.
        if let status = audience.status { receive([.status(status)]) }
        defer { publishWishes(of: audience) }
        return audience.add(
          takesBytes: takesBytes, keepsOldBytes: takesBytes && keepsOldBytes, receive: receive)
      }
      if thread == nil {
        thread = POSIXThread {
          var loop = SupervisorLoop(self)
          loop.run()
        }
      }
      if thread != nil { return number }
      audience.withLock { audience in
        audience.remove(number)
        publishWishes(of: audience)
      }
      return nil
    }
    guard let number else { throw SystemError("start", "a thread", errno: EAGAIN) }
    return ReceiverObservation(self, number)
  }

  /// How many descriptors libudev and the first port need at once.
  private static let descriptorsToLook = 8

  /// Makes sure that devices can be looked for: libudev finds none where it cannot open a file, and says nothing.
  private func checkDescriptors() throws(SystemError) {
    if case .place = selection { return }
    var spare: [CInt] = []
    defer { for descriptor in spare { close(descriptor) } }
    for _ in 0..<Self.descriptorsToLook {
      let descriptor = fcntl(wakeUp.descriptor, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { throw SystemError("look for", "a receiver", errno: errno) }
      spare.append(descriptor)
    }
  }

  private struct Member {
    let number: Int
    let takesBytes: Bool
    let keepsOldBytes: Bool
    /// Whether it only takes what is there already, and then goes.
    var isLeaving = false
    let receive: @Sendable ([ReceiverEvent]) -> Void
  }

  private struct Audience {
    var members: [Member] = []
    /// How it stood when that was last told; `nil` before, and when nobody listens.
    var status: ReceiverStatus?
    var lastNumber = 0

    mutating func add(
      takesBytes: Bool, keepsOldBytes: Bool, receive: @escaping @Sendable ([ReceiverEvent]) -> Void
    ) -> Int {
      lastNumber += 1
      members.append(
        Member(
          number: lastNumber, takesBytes: takesBytes, keepsOldBytes: keepsOldBytes,
          receive: receive))
      return lastNumber
    }

    /// One goes, once what is there already has been told.
    mutating func leave(_ number: Int) {
      for index in members.indices where members[index].number == number {
        members[index].isLeaving = true
      }
    }

    mutating func remove(_ number: Int) {
      members.removeAll { $0.number == number }
    }
  }

  /// Ends listening; the last one waits until the port is closed.
  fileprivate func remove(_ number: Int) {
    thread.withLock { thread in
      let isLast = audience.withLock { audience in
        audience.leave(number)
        publishWishes(of: audience)
        return !isWanted
      }
      if isLast {
        wakeUp.signal()
        thread?.join()
        thread = nil
      }
      audience.withLock { audience in
        audience.remove(number)
        publishWishes(of: audience)
        if isLast { audience.status = nil }
      }
    }
  }

  /// Whether anybody waits for more.
  var isWanted: Bool { isWaitedFor.load(ordering: .acquiring) }

  /// Whether somebody takes bytes as they came.
  var wantsBytes: Bool { isBytesWanted.load(ordering: .acquiring) }

  /// Whether somebody keeps them, however old.
  var wantsEveryByte: Bool { isEveryByteWanted.load(ordering: .acquiring) }

  /// Writes down what the audience, whose lock is held, wishes for.
  private func publishWishes(of audience: Audience) {
    isWaitedFor.store(audience.members.contains { !$0.isLeaving }, ordering: .releasing)
    isBytesWanted.store(audience.members.contains(where: \.takesBytes), ordering: .releasing)
    isEveryByteWanted.store(
      audience.members.contains(where: \.keepsOldBytes), ordering: .releasing)
  }

  func notify(_ events: [ReceiverEvent]) {
    let hasBytes = events.contains(where: \.isBytes)
    let members = audience.withLock { audience in
      for case .status(let status) in events { audience.status = status }
      return audience.members
    }
    for member in members {
      member.receive(hasBytes && !member.takesBytes ? events.filter { !$0.isBytes } : events)
    }
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

  /// Ends it before it is let go.
  fileprivate func end() { supervisor.remove(number) }
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

  /// Removes the events that have come, the oldest first.
  package func drain() -> [ReceiverEvent] { mailbox.drain() }

  /// What was drained is done with; needed only if events may be taken directly.
  package func finished() { mailbox.finished() }

  /// Stops listening, and takes the events that have come.
  ///
  /// The last one to listen who takes bytes gets all that came before this call, also what nobody has read
  /// yet: it is read for a second at the most.
  package func stop() -> [ReceiverEvent] {
    observation.end()
    return mailbox.drain()
  }

  /// How many bytes were not kept for a listener that had 32 MB waiting already.
  package var droppedBytes: Int { mailbox.droppedBytes }
}
