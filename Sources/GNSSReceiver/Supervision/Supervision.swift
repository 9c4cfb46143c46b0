// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
package import SerialLine

/// Which candidates are listened to, and which of them serves.
///
/// A value: it is told what happened and when, and answers with ``actions`` for the edge and ``events`` for
/// the listeners. The rules, in the order of their weight:
///
/// 1. As long as nobody has a fix, every candidate is listened to.
/// 2. Who has a fix goes before who has none, then who is more likely a receiver, then who was heard first.
/// 3. Once one has a fix, the others are closed: those that talk are spares. One that is more likely may
///    finish its trial.
/// 4. As long as the location service answers, it serves and all others are closed: see ``ServiceWait``.
/// 5. When the one that serves has gone, or had no fix for a while, all are listened to again.
package struct Supervision {
  /// What the edge has to do.
  package enum Action: Hashable, Sendable {
    /// Open it, at this rate if it has one, and answer with ``opened(_:at:hasRate:)`` or ``failed(_:_:at:)``.
    case open(Candidate, BaudRate?)
    /// Close it.
    case close(identity: String)
    /// Set its rate; answer only if that fails.
    case setRate(identity: String, BaudRate)
    /// Remember the rate for the next time.
    case remember(identity: String, BaudRate)
  }

  /// What is to be done, in this order.
  package private(set) var actions: [Action] = []
  /// What is to be told, in this order.
  package private(set) var events: [ReceiverEvent] = []
  /// How it stands.
  package private(set) var status = ReceiverStatus()

  let options: SupervisionOptions
  let isNamed: Bool
  private var memory: RateMemory
  /// In the order in which they were first seen.
  var members: [SupervisedCandidate] = []
  /// The one that serves.
  var active: String?
  /// Whether the location service is waited for.
  var service = ServiceWait()
  private var reported: String?

  /// How many devices that are gone are kept.
  private static let mostGone = 32

  /// - Parameters:
  ///   - isNamed: whether the user named what candidates there are, so that none is given up.
  ///   - memory: the rates at which devices were last understood.
  package init(
    isNamed: Bool, memory: RateMemory = RateMemory(),
    options: SupervisionOptions = SupervisionOptions()
  ) {
    self.isNamed = isNamed
    self.memory = memory
    self.options = options
  }

  // MARK: What happened

  /// A candidate is there: from the start, plugged in, or changed in some way.
  package mutating func appeared(_ candidate: Candidate, at now: Duration) {
    if let index = index(of: candidate.identity) {
      members[index].reported(as: candidate, at: now)
      if isWanted(members[index], at: now) { members[index].retry(at: now) }
    } else {
      forgetGone()
      if candidate.place.traits.contains(.isService) {
        service.appeared(at: now, options)
      }
      members.append(
        SupervisedCandidate(
          candidate, isNamed: isNamed, rememberedRate: memory[candidate.identity], options))
    }
    settle(at: now)
  }

  /// A candidate is no longer there.
  package mutating func vanished(_ identity: String, at now: Duration) {
    guard let index = index(of: identity) else { return }
    members[index].vanished(at: now)
    settle(at: now)
  }

  /// It was opened.
  ///
  /// - Parameter hasRate: whether there is a rate to be found; a pipe or `/dev/gnss0` has none.
  package mutating func opened(_ identity: String, at now: Duration, hasRate: Bool = true) {
    guard let index = index(of: identity) else { return }
    members[index].opened(at: now, hasRate: hasRate)
    settle(at: now)
  }

  /// It could not be opened, could not be set to a rate, or fails.
  package mutating func failed(_ identity: String, _ error: SourceError, at now: Duration) {
    guard let index = index(of: identity) else { return }
    serviceClosed(members[index], at: now)
    members[index].failed(error, at: now)
    settle(at: now)
  }

  /// It was unplugged, its peer closed the connection, or it is at its end.
  package mutating func hungUp(_ identity: String, at now: Duration) {
    guard let index = index(of: identity) else { return }
    serviceClosed(members[index], at: now)
    members[index].hungUp(at: now)
    settle(at: now)
  }

  /// Whether a candidate is a program that says how its receiver is doing.
  package func readsReports(_ identity: String) -> Bool {
    index(of: identity).map { members[$0].candidate.place.decoder != nil } ?? false
  }

  /// Bytes came.
  ///
  /// - Parameter time: nanoseconds since 1970, if somebody wants them as they are.
  /// - Returns: until when nothing need be read that comes after them, if only a line trickles; `nil` if it is to be
  ///   read at once.
  @discardableResult
  package mutating func received(
    _ identity: String, _ bytes: RawSpan, at now: Duration, time: Int64? = nil
  ) -> Duration? {
    guard let index = index(of: identity) else { return nil }
    let hasChanged = members[index].received(bytes, at: now, time: time)
    // As a rule that is all: a piece of a sentence, or one more fix of the one that serves.
    if !hasChanged, reported == active { moveEvents(of: index) } else { settle(at: now) }
    // Whoever asked for the bytes needs to know when they came.
    return time == nil ? members[index].pauseEnd(after: bytes, at: now) : nil
  }

  /// Time has passed.
  package mutating func elapse(to now: Duration) {
    guard let deadline, now >= deadline else { return }
    service.elapse(to: now)
    for index in members.indices {
      if let deadline = members[index].deadline, now >= deadline {
        members[index].elapse(to: now)
      }
    }
    settle(at: now)
  }

  /// When ``elapse(to:)`` has something to do; `nil` while it has not.
  package var deadline: Duration? {
    var first = choiceDeadline
    for index in members.indices {
      guard let deadline = members[index].deadline else { continue }
      first = first.map { min($0, deadline) } ?? deadline
    }
    return first
  }

  /// Removes what is to be done.
  package mutating func drainActions() -> [Action] {
    if actions.isEmpty { return [] }
    defer { actions.removeAll(keepingCapacity: true) }
    return actions
  }

  /// Removes what is to be told.
  package mutating func drainEvents() -> [ReceiverEvent] {
    var drained: [ReceiverEvent] = []
    swap(&drained, &events)
    return drained
  }

  /// Moves what is to be told into an array that is empty and leaves its room in exchange.
  mutating func drainEvents(into drained: inout [ReceiverEvent]) { swap(&drained, &events) }

  // MARK: Steps

  func index(of identity: String) -> Int? {
    members.firstIndex { $0.candidate.identity == identity }
  }

  /// Chooses anew, and collects what is to be done and told.
  private mutating func settle(at now: Duration) {
    choose(at: now)
    if reported != active { passOnLastEvents(of: reported, unless: active) }
    for index in members.indices {
      if !members[index].wants.isEmpty { collectActions(index) }
      moveEvents(of: index)
    }
    reported = active
    report()
  }

  /// Passes on what one has to tell, if it serves; the others' is of no interest.
  private mutating func moveEvents(of index: Int) {
    guard members[index].hasEvents else { return }
    if members[index].candidate.identity == active {
      members[index].moveEvents(to: &events)
    } else {
      members[index].discardEvents()
    }
  }

  /// Passes on the last words of one that served, unless its successor has a fix: then the fix is not lost.
  private mutating func passOnLastEvents(of identity: String?, unless successor: String?) {
    guard let index = identity.flatMap(index(of:)) else { return }
    if let next = successor.flatMap(self.index(of:)), members[next].hasFix { return }
    members[index].moveEvents(to: &events)
  }

  private mutating func collectActions(_ index: Int) {
    let identity = members[index].candidate.identity
    for want in members[index].drainWants() {
      switch want {
      case .open(let rate): actions.append(.open(members[index].candidate, rate))
      case .close: actions.append(.close(identity: identity))
      case .setRate(let rate): actions.append(.setRate(identity: identity, rate))
      case .remember(let rate):
        if memory.remember(rate, of: identity) {
          actions.append(.remember(identity: identity, rate))
        }
      }
    }
  }

  /// Tells how it stands, if it stands differently.
  private mutating func report() {
    // That there is no service is no news.
    let places = members.indices.filter {
      !members[$0].isService || members[$0].link.isOpen || service.isGrace || isNamed
    }
    var isChanged = status.candidates.count != places.count
    for (known, index) in zip(status.candidates, places) where !isChanged {
      isChanged =
        known.state != members[index].state || known.rate != members[index].rate
        || !known.candidate.place.isSame(as: members[index].candidate.place)
    }
    let shown = places.map { members[$0] }
    let isActiveShown = shown.contains { $0.candidate.identity == active }
    let closest = shown.max { $0.state.rank < $1.state.rank }
    let current = isActiveShown ? active : closest?.candidate.identity
    guard isChanged || current != status.current?.candidate.identity else { return }
    status.candidates = shown.map {
      CandidateStatus(candidate: $0.candidate, state: $0.state, rate: $0.rate)
    }
    status.current = status.candidates.first { $0.candidate.identity == current }
    events.append(.status(status))
  }

  /// Devices that are gone are forgotten, the oldest first, when there are many.
  private mutating func forgetGone() {
    let gone = members.indices.filter {
      members[$0].link.isClosed && members[$0].state == .unplugged
    }
    guard gone.count >= Self.mostGone, let oldest = gone.first else { return }
    if members[oldest].candidate.identity != active { members.remove(at: oldest) }
  }
}
