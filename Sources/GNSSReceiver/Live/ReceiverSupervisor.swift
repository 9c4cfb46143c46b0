// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem
package import ReceiverDiscovery

import struct Synchronization.Atomic

/// Finds receivers, listens to the best of them, and notifies all listeners.
///
/// A port is open, and a thread runs, only while there are listeners.
package final class ReceiverSupervisor: Sendable {
  /// Where bytes may come from.
  package enum Selection: Sendable {
    /// Everything that looks like a receiver.
    case automatic
    /// The devices that the user named.
    case device(DeviceSelector)
    /// One source that is not a device known to udev.
    case source(Source)
    /// Several of the two kinds above, in order of preference.
    case inOrder([Selection])
  }

  let selection: Selection
  let options: SupervisionOptions
  let rates: RateWriter?
  let wakeUp: WakeUp
  private let audience = Mutex(Audience())
  /// What the audience wants, updated with it: read at every wake-up, without taking the lock.
  private let isBytesWanted = Atomic(false)
  private let isEveryByteWanted = Atomic(false)
  /// What opens and reads the ports; `nil` while there are no listeners.
  private let resident = Mutex<Reactor.Address<SupervisorResident>?>(nil)
  /// Polls for what goes on with the receiver; nothing on it may wait.
  package let reactor = ReactorThread()

  /// - Parameter rates: where baud rates are remembered, by default the user's file; `nil` remembers none.
  /// - Throws: ``SystemError`` when the process has no descriptors left.
  package init(
    _ selection: Selection, options: SupervisionOptions = SupervisionOptions(),
    rates: RateMemoryFile? = RateMemoryFile()
  ) throws(SystemError) {
    self.selection = selection
    self.options = options
    self.rates = rates.map(RateWriter.init)
    wakeUp = try WakeUp()
    options.outbox?.attach(wakeUp)
  }

  /// The present time on the clock that events' arrival times refer to.
  package static var now: Duration { monotonicNow() }

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - capacity: how many events wait for a slow listener, and many more of a recording; the newest are kept.
  ///   - takesBytes: whether the listener also receives ``ReceiverEvent/bytes(_:)``; up to 32 MB wait.
  ///   - keepsOldBytes: whether it receives bytes that arrived while this process was stopped: for listeners that
  ///     record bytes, not for those that show the present.
  ///   - takesStandbys: whether the listener also receives what standbys report, if the options say that it is passed on.
  ///   - directly: called first, on the receiver's thread, so that no other thread has to be woken; returns true if it
  ///     has taken the events. It must not block. It is not called while events are waiting, nor between
  ///     ``ReceiverListener/drain()`` and ``ReceiverListener/finished()``, so that events stay in order.
  /// - Throws: ``SystemError`` when the process has no descriptors or threads left.
  package func listen(
    capacity: Int = 256, takesBytes: Bool = false, keepsOldBytes: Bool = true,
    takesStandbys: Bool = false, directly: (@Sendable ([ReceiverEvent]) -> Bool)? = nil
  ) throws(SystemError) -> ReceiverListener {
    let mailbox = try Mailbox(
      capacity: isRecorded ? max(capacity, Self.recordedCapacity) : capacity, directly: directly)
    let observation = try observe(
      takesBytes: takesBytes, keepsOldBytes: keepsOldBytes, takesStandbys: takesStandbys
    ) { mailbox.put($0) }
    return ReceiverListener(observation, mailbox)
  }

  /// How many events of a recording wait: 18 hours at 1 Hz.
  ///
  /// It is read faster than a listener starts. Of a receiver, the newest events are worth most; of a recording, all are.
  private static let recordedCapacity = 1 << 16

  private var isRecorded: Bool {
    if case .source(let source) = selection {
      source.traits.contains(.isRecorded)
    } else {
      false
    }
  }

  /// Whether GeoClue was named as the source, or as one of several.
  package var asksGeoClue: Bool {
    selection.parts.contains { part in
      guard case .source(let source) = part else { return false }
      return source.traits.contains(.isFallback)
    }
  }

  /// Whether what is received are a receiver's own bytes, at the moment at which they arrive.
  package var hasPresentBytes: Bool {
    selection.parts.allSatisfy { part in
      guard case .source(let source) = part else { return true }
      return source.traits.isDisjoint(with: [.isRecorded, .isProgram, .ends])
    }
  }

  /// Starts listening without a mailbox.
  ///
  /// - Parameters:
  ///   - takesBytes: whether the listener also receives ``ReceiverEvent/bytes(_:)``.
  ///   - keepsOldBytes: see ``listen(capacity:takesBytes:keepsOldBytes:directly:)``.
  ///   - takesStandbys: whether the listener also receives what standbys report, if the options say that it is passed on.
  ///   - receive: called on the receiver's thread, one call at a time, and first with the present status if there is one.
  ///     It must return quickly, since the receiver waits for it.
  /// - Throws: ``SystemError`` when the process has no threads left, or too few descriptors to find a receiver.
  package func observe(
    takesBytes: Bool = false, keepsOldBytes: Bool = true, takesStandbys: Bool = false,
    _ receive: @escaping @Sendable ([ReceiverEvent]) -> Void
  ) throws(SystemError) -> ReceiverObservation {
    if resident.withLock({ $0 == nil }) { try checkDescriptors() }
    // The lock also guards the end: a listener that is added meanwhile opens the ports again.
    let number = try resident.withLock { resident throws(SystemError) -> Int in
      let number = audience.withLock { audience in
        defer { publishWishes(of: audience) }
        return audience.add(
          takesBytes: takesBytes, keepsOldBytes: takesBytes && keepsOldBytes,
          takesStandbys: takesStandbys, receive: receive)
      }
      if resident != nil {
        wakeUp.signal()
        return number
      }
      do throws(SystemError) {
        // Read here, since a disk may take its time.
        let memory = rates?.read() ?? RateMemory()
        resident = try reactor.add { _ in SupervisorResident(self, memory) }
      } catch {
        forget(number)
        throw error
      }
      return number
    }
    return ReceiverObservation(self, number)
  }

  /// How many descriptors libudev and the first port need at the same time.
  private static let descriptorsToLook = 8

  /// Makes sure that devices can be found: where libudev cannot open a file, it finds none and reports no error.
  private func checkDescriptors() throws(SystemError) {
    if selection.parts.allSatisfy(\.isSource) { return }
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
    let takesStandbys: Bool
    /// Whether it has yet to receive the status.
    var isNew = true
    /// Whether it only receives what has already been read, and is then removed.
    var isLeaving = false
    let receive: @Sendable ([ReceiverEvent]) -> Void

    func takes(_ event: ReceiverEvent) -> Bool {
      (takesBytes || !event.isBytes) && (takesStandbys || !event.isOfStandby)
    }
  }

  private struct Audience {
    var members: [Member] = []
    /// The event with the status last reported; `nil` before the first one, and when there are no listeners.
    var status: ReceiverEvent?
    var lastNumber = 0

    mutating func add(
      takesBytes: Bool, keepsOldBytes: Bool, takesStandbys: Bool,
      receive: @escaping @Sendable ([ReceiverEvent]) -> Void
    ) -> Int {
      lastNumber += 1
      members.append(
        Member(
          number: lastNumber, takesBytes: takesBytes, keepsOldBytes: keepsOldBytes,
          takesStandbys: takesStandbys, receive: receive))
      return lastNumber
    }

    /// Marks a member as leaving once what has already been read has been passed on.
    mutating func leave(_ number: Int) {
      for index in members.indices where members[index].number == number {
        members[index].isLeaving = true
      }
    }

    /// Returns the members, and the status before these events, if some of them are new and have yet to receive it.
    mutating func meet(_ events: [ReceiverEvent]) -> ([Member], known: ReceiverEvent?) {
      let (present, known) = (members, members.contains(where: \.isNew) ? status : nil)
      for index in present.indices where present[index].isNew { members[index].isNew = false }
      if let latest = events.last(where: \.isStatus) { status = latest }
      return (present, known)
    }

    mutating func remove(_ number: Int) {
      members.removeAll { $0.number == number }
    }
  }

  /// Stops listening; for the last listener, waits until the port is closed.
  func remove(_ number: Int) {
    resident.withLock { resident in
      let isLast = audience.withLock { audience in
        audience.leave(number)
        publishWishes(of: audience)
        return audience.members.allSatisfy(\.isLeaving)
      }
      if isLast, let address = resident {
        address.post { $0.drainInput() }
        reactor.remove(address)
        rates?.finish()
        resident = nil
      }
      forget(number)
    }
  }

  private func forget(_ number: Int) {
    audience.withLock { audience in
      audience.remove(number)
      publishWishes(of: audience)
      if audience.members.isEmpty { audience.status = nil }
    }
  }

  /// Whether any listener takes the received bytes.
  var wantsBytes: Bool { isBytesWanted.load(ordering: .acquiring) }

  /// Whether any listener keeps bytes, however old.
  var wantsEveryByte: Bool { isEveryByteWanted.load(ordering: .acquiring) }

  /// Publishes what the audience wants; the caller holds its lock.
  private func publishWishes(of audience: Audience) {
    isBytesWanted.store(audience.members.contains(where: \.takesBytes), ordering: .releasing)
    isEveryByteWanted.store(
      audience.members.contains(where: \.keepsOldBytes), ordering: .releasing)
  }

  /// Notifies all listeners, under no lock, since they may be of an application.
  ///
  /// Without events, it only reports the present status to those that are new.
  func notify(_ events: [ReceiverEvent] = []) {
    let isForAll = !events.contains { $0.isBytes || $0.isOfStandby }
    let (members, known) = audience.withLock { $0.meet(events) }
    for index in members.indices {
      if members[index].isNew, var known {
        known.arrival = monotonicNow()
        members[index].receive([known])
      }
      let taken = isForAll ? events : events.filter(members[index].takes)
      if !taken.isEmpty { members[index].receive(taken) }
    }
  }
}
