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
/// 4. When the one that serves has gone, or had no fix for a while, all are listened to again.
package struct Supervision: Sendable {
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
  private let isNamed: Bool
  private var memory: RateMemory
  /// In the order in which they were first seen.
  var sessions: [Session] = []
  /// The one that serves.
  var active: String?
  private var reported: String?

  /// Sessions kept of devices that are gone.
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
      if sessions[index].candidate.place != candidate.place {
        // Under another name: what was heard under the old one is gone.
        sessions[index].vanished(at: now)
      }
      sessions[index].candidate = candidate
      if isWanted(sessions[index], at: now) { sessions[index].retry(at: now) }
    } else {
      forgetGone()
      sessions.append(
        Session(
          candidate, isNamed: isNamed, remembered: memory[candidate.identity], options))
    }
    settle(at: now)
  }

  /// A candidate is no longer there.
  package mutating func vanished(_ identity: String, at now: Duration) {
    guard let index = index(of: identity) else { return }
    sessions[index].vanished(at: now)
    settle(at: now)
  }

  /// It was opened.
  ///
  /// - Parameter hasRate: whether there is a rate to be found; a pipe or `/dev/gnss0` has none.
  package mutating func opened(_ identity: String, at now: Duration, hasRate: Bool = true) {
    guard let index = index(of: identity) else { return }
    sessions[index].opened(at: now, hasRate: hasRate)
    settle(at: now)
  }

  /// It could not be opened, could not be set to a rate, or fails.
  package mutating func failed(_ identity: String, _ error: SourceError, at now: Duration) {
    guard let index = index(of: identity) else { return }
    sessions[index].failed(error, at: now)
    settle(at: now)
  }

  /// It was unplugged, its peer closed the connection, or it is at its end.
  package mutating func hungUp(_ identity: String, at now: Duration) {
    guard let index = index(of: identity) else { return }
    sessions[index].hungUp(at: now)
    settle(at: now)
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
    sessions[index].received(bytes, at: now, time: time)
    // As a rule that is all: a piece of a sentence, or one more fix of the one that serves.
    if !sessions[index].hasChanged, sessions[index].wants.isEmpty, reported == active {
      moveEvents(of: index)
    } else {
      settle(at: now)
    }
    // Who wants the bytes wants to know when they came.
    return time == nil ? sessions[index].rest(at: now) : nil
  }

  /// Time has passed.
  package mutating func elapse(to now: Duration) {
    guard let deadline, now >= deadline else { return }
    for index in sessions.indices {
      if let deadline = sessions[index].deadline, now >= deadline {
        sessions[index].elapse(to: now)
      }
    }
    settle(at: now)
  }

  /// When ``elapse(to:)`` has something to do; `nil` while it has not.
  package var deadline: Duration? {
    // Mutating, so that the sessions, which are large, are asked where they are and not copied.
    mutating get {
      var first = choiceDeadline
      for index in sessions.indices {
        guard let deadline = sessions[index].deadline else { continue }
        first = first.map { min($0, deadline) } ?? deadline
      }
      return first
    }
  }

  /// Takes what is to be done.
  package mutating func takeActions() -> [Action] {
    if actions.isEmpty { return [] }
    defer { actions.removeAll(keepingCapacity: true) }
    return actions
  }

  /// Takes what is to be told.
  package mutating func takeEvents() -> [ReceiverEvent] {
    var taken: [ReceiverEvent] = []
    swap(&taken, &events)
    return taken
  }

  /// Takes what is to be told, into an array that is empty and leaves its room in exchange.
  mutating func takeEvents(into taken: inout [ReceiverEvent]) { swap(&taken, &events) }

  // MARK: Steps

  func index(of identity: String) -> Int? {
    sessions.firstIndex { $0.candidate.identity == identity }
  }

  /// Chooses anew, and collects what is to be done and told.
  private mutating func settle(at now: Duration) {
    choose(at: now)
    if reported != active { tell(of: reported, unless: active) }
    for index in sessions.indices {
      if !sessions[index].wants.isEmpty { collectActions(index) }
      moveEvents(of: index)
      sessions[index].hasChanged = false
    }
    reported = active
    report()
  }

  /// Passes on what one has to tell, if it serves; the others' is of no interest.
  private mutating func moveEvents(of index: Int) {
    if sessions[index].events.isEmpty { return }
    if sessions[index].candidate.identity == active {
      sessions[index].moveEvents(to: &events)
    } else {
      sessions[index].events.removeAll(keepingCapacity: true)
    }
  }

  /// Passes on the last words of one that served, unless its successor has a fix: then the fix is not lost.
  private mutating func tell(of identity: String?, unless successor: String?) {
    guard let index = identity.flatMap(index(of:)) else { return }
    if let next = successor.flatMap(self.index(of:)), sessions[next].hasFix { return }
    sessions[index].moveEvents(to: &events)
  }

  private mutating func collectActions(_ index: Int) {
    let identity = sessions[index].candidate.identity
    for want in sessions[index].takeWants() {
      switch want {
      case .open(let rate): actions.append(.open(sessions[index].candidate, rate))
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
    var isChanged = status.candidates.count != sessions.count
    // By their numbers: sessions are large, and a loop over them copies each.
    for index in sessions.indices where !isChanged {
      isChanged =
        status.candidates[index].state != sessions[index].state
        || status.candidates[index].rate != sessions[index].rate
        || status.candidates[index].candidate.place != sessions[index].candidate.place
    }
    let current = active ?? closest?.candidate.identity
    guard isChanged || current != status.current?.candidate.identity else { return }
    status.candidates = sessions.map {
      CandidateStatus(candidate: $0.candidate, state: $0.state, rate: $0.rate)
    }
    status.current = status.candidates.first { $0.candidate.identity == current }
    events.append(.status(status))
  }

  /// Devices that are gone are forgotten, the oldest first, when there are many.
  private mutating func forgetGone() {
    let gone = sessions.indices.filter {
      if case .closed = sessions[$0].line { sessions[$0].state == .unplugged } else { false }
    }
    guard gone.count >= Self.mostGone, let oldest = gone.first else { return }
    if sessions[oldest].candidate.identity != active { sessions.remove(at: oldest) }
  }
}
