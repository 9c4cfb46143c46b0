// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// What lives on a ``Reactor``: the edge around a machine, which asks the machine for its deadline and performs its effects.
///
/// Only the reactor's thread uses it, so it needs no lock. It must not wait for anything itself: while it is served, the other
/// residents are not.
package protocol Resident: AnyObject, SendableMetatype {
  /// What ``serve(_:)`` throws ends the run of the reactor.
  associatedtype Failure: Error = Never

  /// When to be served although no descriptor is ready; `nil` for never. Asked before each wait.
  var deadline: Duration? { get }
  /// Adds the descriptors to wait for. Asked before each wait.
  func watch(_ watched: inout Reactor.Watched)
  /// Called when at least one of its descriptors is ready, or its deadline has passed.
  func serve(_ ready: Reactor.Ready) throws(Failure)
}

extension Resident {
  package var deadline: Duration? { nil }
  package func watch(_ watched: inout Reactor.Watched) {}
}

/// Waits on one thread for the descriptors and deadlines of its residents, and for work from other threads.
///
/// In each round, work from the ``inbox`` comes first, then each resident that is ready or due, in the order in which they were
/// added. A machine is a value, and its resident performs what it decides:
///
/// ```swift
/// final class Greeter: Resident {
///   private var machine = GreetingMachine()
///   private let socket: CInt
///
///   var deadline: Duration? { machine.deadline }
///   func watch(_ watched: inout Reactor.Watched) { watched.add(socket) }
///   func serve(_ ready: Reactor.Ready) {
///     var effects: GreetingMachine.Effects = []
///     if ready[0] != 0 { machine.received(bytes(), at: ready.now, into: &effects) }
///     machine.elapse(to: ready.now, into: &effects)
///     for effect in effects { perform(effect) }
///   }
/// }
/// ```
///
/// A command runs it on its own thread, and needs no types of its own for that:
///
/// ```swift
/// let reactor = try Reactor(endingBy: interruption)
/// reactor.whenReady(listener.descriptor) { try print(listener.drain()) }
/// reactor.whenDue(line.due) { now in line.show(at: now) }
/// try reactor.run()
/// ```
///
/// A ``ReactorThread`` is one that other threads use.
package final class Reactor {
  package enum Ending: Hashable {
    /// The descriptor of an interruption was readable, or there is no reader any more.
    case interrupted
    case timeIsUp
    /// A resident has achieved what the reactor was run for.
    case done
  }

  /// Where other threads hand in work.
  package let inbox: Inbox
  private var entries: [Entry] = []
  /// Kept between rounds to reuse its memory.
  private var watched = Watched()
  /// How this run ends; `nil` while it goes on.
  private var ending: Ending?

  private struct Entry {
    let address: AnyObject
    /// `nil` once it was removed.
    var resident: (any Resident)?
    /// Where its descriptors are among those of all residents; empty if it was added in this round.
    var range = 0..<0
  }

  /// - Throws: ``SystemError`` when the process has no descriptors left.
  package convenience init() throws(SystemError) { self.init(try Inbox()) }

  init(_ inbox: Inbox) { self.inbox = inbox }

  // What still waits may refer to the inbox.
  deinit { _ = inbox.close() }

  // MARK: Residents

  /// Adds a resident, which is served from the next round on.
  @discardableResult
  package func add<R: Resident>(_ resident: R) -> Address<R> {
    let address = Address<R>(inbox)
    add(resident, at: address)
    return address
  }

  func add<R: Resident>(_ resident: R, at address: Address<R>) {
    entries.append(Entry(address: address, resident: resident))
  }

  /// Removes and releases a resident, which is not served any more, not even in this round.
  package func remove<R>(_ address: Address<R>) {
    guard let index = entries.firstIndex(where: { $0.address === address }) else { return }
    // The other entries keep their positions until the next round.
    entries[index].resident = nil
  }

  /// Returns the resident with this address; `nil` if it was removed.
  package func resident<R>(_ address: Address<R>) -> R? {
    entries.first { $0.address === address }?.resident as? R
  }

  // MARK: Running

  /// Ends the run as soon as the resident that is being served returns, or, before a run, the next one.
  package func stop(_ ending: Ending = .done) { self.ending = self.ending ?? ending }

  /// Waits and serves residents until something ends it.
  ///
  /// - Parameters:
  ///   - end: when the time is up; `nil` for never.
  ///   - isDone: whether to end; asked before each wait, and each time that a resident was served.
  /// - Throws: what a resident throws, or ``SystemError`` if the system does not let it wait.
  @discardableResult
  package func run(
    until end: Duration? = nil, isDone: () throws -> Bool = { false }
  ) throws -> Ending {
    defer { ending = nil }
    var last = monotonicNow()
    while true {
      if let ending = try currentEnding(isDone) { return ending }
      let deadline = prepare(until: end)
      if !wait(for: &watched.descriptors, until: deadline), deadline == nil {
        throw SystemError("wait for", "events", errno: errno)
      }
      let now = monotonicNow()
      // A deadline that had passed when the last wait ended asks to be served at once, and is late only by this round.
      let lateness = deadline.map { max(now - max($0, last), .zero) } ?? .zero
      last = now
      if watched.descriptors[0].revents != 0 {
        for work in inbox.drain() { work(self) }
        if let ending = try currentEnding(isDone) { return ending }
      }
      for index in entries.indices where try serve(index, lateness) {
        if let ending = try currentEnding(isDone) { return ending }
      }
      if let end, monotonicNow() >= end { return .timeIsUp }
    }
  }

  private func currentEnding(_ isDone: () throws -> Bool) rethrows -> Ending? {
    if let ending { return ending }
    return try isDone() ? .done : nil
  }

  /// Asks all residents what they wait for, and returns until when.
  private func prepare(until end: Duration?) -> Duration? {
    entries.removeAll { $0.resident == nil }
    var deadline = end
    watched.descriptors.removeAll(keepingCapacity: true)
    watched.add(inbox.wakeUp.descriptor)
    for index in entries.indices {
      guard let resident = entries[index].resident else { continue }
      deadline = earlier(deadline, resident.deadline)
      let start = watched.descriptors.count
      resident.watch(&watched)
      entries[index].range = start..<watched.descriptors.count
    }
    return deadline
  }

  /// Serves a resident if it is ready or due, and returns whether it was.
  private func serve(_ index: Int, _ lateness: Duration) throws -> Bool {
    // One that was added in this round has not said yet what it waits for; the inbox has the first position.
    guard let resident = entries[index].resident, entries[index].range.lowerBound > 0 else {
      return false
    }
    let descriptors = watched.descriptors[entries[index].range]
    let now = monotonicNow()
    let isDue = resident.deadline.map { now >= $0 } ?? false
    guard isDue || descriptors.contains(where: { $0.revents != 0 }) else { return false }
    try resident.serve(Ready(now: now, lateness: lateness, descriptors: descriptors))
    return true
  }

  // MARK: Vocabulary

  /// The descriptors to wait for.
  package struct Watched {
    package fileprivate(set) var descriptors: [pollfd] = []

    package init() {}

    /// - Parameters:
    ///   - descriptor: `nil` takes up a position, too, so that those after it keep theirs.
    ///   - events: `POLLIN` if it is ready when it can be read, `POLLOUT` when it can be written to, 0 only when the other end
    ///     has gone.
    package mutating func add(_ descriptor: CInt?, for events: CInt = POLLIN) {
      descriptors.append(pollfd(fd: descriptor ?? -1, events: Int16(events), revents: 0))
    }
  }

  /// Why a resident is served.
  package struct Ready {
    package let now: Duration
    /// By how much the last wait ended too late, because the process was stopped, or a resident took its time.
    package let lateness: Duration
    private let descriptors: ArraySlice<pollfd>

    package init(
      now: Duration, lateness: Duration = .zero, descriptors: ArraySlice<pollfd> = []
    ) {
      (self.now, self.lateness, self.descriptors) = (now, lateness, descriptors)
    }

    /// How many descriptors were added.
    package var count: Int { descriptors.count }

    /// What `poll` reports of the descriptor that was added at this position, the first being 0.
    package subscript(position: Int) -> Int16 {
      descriptors[descriptors.startIndex + position].revents
    }
  }
}

// MARK: Without a type

extension Reactor {
  /// - Parameter interruption: a descriptor that ends the run when it can be read.
  package convenience init(endingBy interruption: CInt) throws(SystemError) {
    try self.init()
    whenReady(interruption) { [unowned self] in stop(.interrupted) }
  }

  /// Ends the run when nobody reads any more what is written to a descriptor.
  package func endWithReader(of descriptor: CInt) {
    // No event is requested: poll always reports that the reader has gone.
    whenReady(descriptor, for: 0) { [unowned self] in stop(.interrupted) }
  }

  /// Calls a handler whenever a descriptor, which is asked for in each round, is ready, or its other end has gone.
  package func whenReady(
    _ descriptor: @autoclosure @escaping () -> CInt?, for events: CInt = POLLIN,
    _ handle: @escaping () throws -> Void
  ) {
    add(
      Handler(descriptor: descriptor, events: events, due: { nil }, handle: { _ in try handle() }))
  }

  /// Calls a handler, with the present time, whenever a deadline on ``monotonicNow()``'s clock has passed.
  package func whenDue(
    _ deadline: @autoclosure @escaping () -> Duration?,
    _ handle: @escaping (Duration) throws -> Void
  ) {
    add(Handler(descriptor: { nil }, events: 0, due: deadline, handle: handle))
  }

  /// A closure that waits for a descriptor or for a deadline.
  private final class Handler: Resident {
    private let descriptor: () -> CInt?
    private let events: CInt
    private let due: () -> Duration?
    private let handle: (Duration) throws -> Void

    init(
      descriptor: @escaping () -> CInt?, events: CInt, due: @escaping () -> Duration?,
      handle: @escaping (Duration) throws -> Void
    ) {
      (self.descriptor, self.events, self.due, self.handle) = (descriptor, events, due, handle)
    }

    var deadline: Duration? { due() }
    func watch(_ watched: inout Watched) { watched.add(descriptor(), for: events) }
    func serve(_ ready: Ready) throws { try handle(ready.now) }
  }
}
