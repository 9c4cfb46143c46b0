// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import LocationProtocols
package import SerialLine

/// Decides which sources are listened to, and which of them is active.
///
/// A value: every call adds what follows from it to the ``Effects`` that the owner passes in.
/// The rules, in order of precedence:
///
/// 1. Until a source has a fix, all of them are listened to.
/// 2. A source with a fix takes precedence over one without, then one that has reported positions, then the one more
///    likely to be a receiver, then the one that is active already.
/// 3. Once a source has a fix, those others that have reported positions, or were named, are standbys: they stay open,
///    and ``ReceiverChoice`` decides when one of them takes over. The others are closed when their trial ends.
/// 4. While the location service answers, it is active and all others are closed: see ``ServiceWait``.
/// 5. The fallback is opened when nobody else has had a position for five seconds, and closed as soon as somebody has.
/// 6. When the active source has gone, or had no fix for a while, all are listened to again.
package struct Supervisor {
  /// An action for the thread that opens and closes connections.
  package enum Action: Hashable, Sendable {
    /// Open it, at this rate if it has one, and report ``opened(_:hasRate:at:into:)`` or
    /// ``failed(_:_:at:into:)``.
    case open(Source, BaudRate?)
    /// Close it.
    case close(identity: String)
    /// Set its rate; report only a failure.
    case setRate(identity: String, BaudRate)
    /// Remember its rate for the next run.
    case remember(identity: String, BaudRate)
  }

  /// What follows from a call; the owner performs it, empties it, and passes it in again, which reuses its memory.
  package struct Effects: Sendable {
    /// The actions to perform, in this order.
    package var actions: [Action] = []
    /// The events to pass on to the listeners, in this order.
    package var events: [ReceiverEvent] = []

    package init() {}
  }

  /// The state of all sources.
  package private(set) var status = ReceiverStatus()
  /// When ``elapse(to:into:)`` has something to do; `nil` for never.
  package private(set) var deadline: Duration?

  let options: SupervisionOptions
  let isNamed: Bool
  private var memory: RateMemory
  /// The sessions, in the order in which their sources were first seen; below, each is named by its position here.
  var sessions: [Session] = []
  /// What has followed for each of them, until ``settle(at:into:)`` has vetted it; empty between two calls.
  var unvetted: [Session.Effects] = []
  /// The active session; `nil` while there is none.
  var active: Int?
  /// Whether to wait for the location service.
  var service = ServiceWait()
  /// Whether to ask the fallback.
  var fallback = FallbackWait()
  /// Which of several receivers is active.
  var choice = ReceiverChoice()
  /// What is to be reported about the choice.
  var choiceNotices: [ReceiverNotice] = []
  /// The session whose fixes are passed on, and its last one; `nil` before the first.
  var lastPassed: PassedFix?
  /// The session whose reports were passed on last.
  var reported: Int?
  /// When to choose again even if nothing happens, as of the last choice; `nil` for never.
  var choiceDue: Duration?

  /// The identity of the source that may be written to: it is active, and what it sends was understood since it was opened.
  var writable: String? {
    active.flatMap { sessions[$0].isEligible ? sessions[$0].source.identity : nil }
  }

  /// The most devices that are kept after they have gone.
  private static let mostGone = 32

  /// - Parameters:
  ///   - isNamed: whether the user named the sources, so that none is given up.
  ///   - memory: the rates at which devices were last understood.
  package init(
    isNamed: Bool, memory: RateMemory = RateMemory(),
    options: SupervisionOptions = SupervisionOptions()
  ) {
    self.isNamed = isNamed
    self.memory = memory
    self.options = options
  }

  // MARK: Input

  /// Takes a source that is present at the start, was plugged in, or has changed.
  package mutating func appeared(
    _ source: Source, at now: Duration, into effects: inout Effects
  ) {
    if let index = index(of: source.identity) {
      sessions[index].reported(as: source, at: now, into: &unvetted[index])
      if isWanted(index, at: now) {
        sessions[index].open(at: now, into: &unvetted[index])
      }
    } else {
      forgetGone()
      if source.traits.contains(.isService) {
        service.appeared(at: now)
      }
      sessions.append(
        Session(
          source, isNamed: isNamed, rememberedRate: memory[source.identity], options))
      unvetted.append(Session.Effects())
    }
    settle(at: now, into: &effects)
  }

  /// Records that a source has been removed.
  package mutating func vanished(
    _ identity: String, at now: Duration, into effects: inout Effects
  ) {
    guard let index = index(of: identity) else { return }
    sessions[index].vanished(at: now, into: &unvetted[index])
    settle(at: now, into: &effects)
  }

  /// Records that a source has been opened.
  ///
  /// - Parameter hasRate: whether there is a rate to find; a pipe or `/dev/gnss0` has none.
  package mutating func opened(
    _ identity: String, hasRate: Bool = true, at now: Duration, into effects: inout Effects
  ) {
    guard let index = index(of: identity) else { return }
    sessions[index].opened(hasRate: hasRate, at: now)
    settle(at: now, into: &effects)
  }

  /// Records that a source could not be opened, could not be set to a rate, or has failed.
  package mutating func failed(
    _ identity: String, _ error: SourceError, at now: Duration, into effects: inout Effects
  ) {
    guard let index = index(of: identity) else { return }
    serviceClosed(sessions[index], at: now)
    let notice = notice(of: error, from: sessions[index])
    sessions[index].failed(error, at: now, into: &unvetted[index])
    settle(at: now, into: &effects)
    // After the status, by which listeners judge it.
    if let notice { effects.events.append(ReceiverEvent(.notice(notice), at: now)) }
  }

  /// Records that a source was unplugged, its peer closed the connection, or it is at its end.
  package mutating func hungUp(
    _ identity: String, at now: Duration, into effects: inout Effects
  ) {
    guard let index = index(of: identity) else { return }
    serviceClosed(sessions[index], at: now)
    sessions[index].hungUp(at: now, into: &unvetted[index])
    settle(at: now, into: &effects)
  }

  /// Whether a source is a program that reports positions in a protocol of its own.
  package func readsReports(_ identity: String) -> Bool {
    index(of: identity).map { sessions[$0].source.traits.contains(.isProgram) } ?? false
  }

  /// Takes bytes that have arrived.
  ///
  /// - Parameter time: nanoseconds since 1970 if a listener takes the bytes; else `nil`.
  /// - Returns: until when the bytes that follow may gather, if a line arrives slowly; `nil` if they have to be read at
  ///   once.
  @discardableResult
  package mutating func received(
    _ identity: String, _ bytes: RawSpan, time: Int64? = nil, at now: Duration,
    into effects: inout Effects
  ) -> Duration? {
    guard let index = index(of: identity) else { return nil }
    let (hasChanged, gatherEnd) = sessions[index].received(
      bytes, time: time, at: now, into: &unvetted[index])
    if hasChanged || needsChoice(index) {
      settle(at: now, into: &effects)
    } else {
      // The usual case: part of a sentence, or another fix of the active source.
      passOnReports(of: index, at: now, into: &effects)
      plan()
    }
    // A listener that takes the bytes needs to know when they arrived.
    return time == nil ? gatherEnd : nil
  }

  /// Advances to a time.
  package mutating func elapse(to now: Duration, into effects: inout Effects) {
    guard let deadline, now >= deadline else { return }
    service.elapse(to: now)
    var needsChoice = choiceDue.map { now >= $0 } ?? false
    for index in sessions.indices {
      guard let deadline = sessions[index].deadline, now >= deadline else { continue }
      if sessions[index].elapse(to: now, into: &unvetted[index]) || self.needsChoice(index) {
        needsChoice = true
      }
    }
    if needsChoice { return settle(at: now, into: &effects) }
    for index in sessions.indices { passOnReports(of: index, at: now, into: &effects) }
    plan()
  }

  /// Whether what a source has reported may change the choice.
  private func needsChoice(_ index: Int) -> Bool {
    reported != active
      || sessions.count > 1 && !unvetted[index].events.isEmpty
        && isContested(by: index)
  }

  /// Passes on what a source has reported, if that does not affect the choice.
  private mutating func passOnReports(
    of index: Int, at now: Duration, into effects: inout Effects
  ) {
    if unvetted[index].events.isEmpty { return }
    if sessions.count > 1 {
      informChoice(of: index)
    }
    vet(index, at: now, into: &effects)
  }

  /// Determines ``deadline``, at the end of every input.
  mutating func plan() {
    deadline = choiceDue
    for index in sessions.indices { deadline = earlier(deadline, sessions[index].deadline) }
  }

  // MARK: Steps

  func index(of identity: String) -> Int? {
    // A closure would be passed a copy of each member, whenever bytes arrive.
    for index in sessions.indices where sessions[index].source.identity == identity {
      return index
    }
    return nil
  }

  /// Turns what a source needs into actions.
  mutating func act(on index: Int, into effects: inout Effects) {
    let identity = sessions[index].source.identity
    for action in unvetted[index].actions {
      switch action {
      case .open(let rate): effects.actions.append(.open(sessions[index].source, rate))
      case .close: effects.actions.append(.close(identity: identity))
      case .setRate(let rate): effects.actions.append(.setRate(identity: identity, rate))
      case .remember(let rate):
        if memory.remember(rate, of: identity) {
          effects.actions.append(.remember(identity: identity, rate))
        }
      }
    }
    unvetted[index].actions = []
  }

  /// Reports the status if it has changed.
  mutating func report(at now: Duration, into effects: inout Effects) {
    let shown = sessions.indices.filter(isShown)
    var isChanged = status.sources.count != shown.count
    for (known, index) in zip(status.sources, shown) where !isChanged {
      isChanged =
        known.state != sessions[index].state || known.rate != sessions[index].rate
        || !known.source.kind.isSame(as: sessions[index].source.kind)
    }
    let closest =
      shown.first { $0 == active }
      ?? shown.max { sessions[$0].state.rank < sessions[$1].state.rank }
    let current = closest.map { sessions[$0].source.identity }
    guard isChanged || current != status.current?.source.identity else { return }
    status.sources = shown.map {
      SourceStatus(
        source: sessions[$0].source, state: sessions[$0].state, rate: sessions[$0].rate)
    }
    status.current = status.sources.first { $0.source.identity == current }
    effects.events.append(ReceiverEvent(.status(status), at: now))
  }

  /// Forgets the oldest device that has gone, when there are many.
  private mutating func forgetGone() {
    let gone = sessions.indices.filter {
      sessions[$0].connection.isClosed && sessions[$0].state == .unplugged && $0 != active
        && $0 != lastPassed?.index
    }
    guard gone.count >= Self.mostGone, let oldest = gone.first else { return }
    sessions.remove(at: oldest)
    unvetted.remove(at: oldest)
    // Those after it have moved up.
    active = active.map { $0 > oldest ? $0 - 1 : $0 }
    reported = active
    if let passed = lastPassed, passed.index > oldest { lastPassed?.index -= 1 }
  }
}
