// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import SerialLine

/// All that is known of one receiver: its source, whether its connection is open, what has been received on it, and the state
/// that follows.
///
/// It opens nothing and reads no clock; what follows from a call is added to its ``Effects``. The parts are values of their own:
/// ``ConnectionState``, ``PastConnections``, and ``Reception`` with what belongs to it, which starts anew each time the connection
/// is opened.
struct Session {
  /// What has to be done with its connection.
  enum Action: Hashable {
    case open(BaudRate?)
    case close
    case setRate(BaudRate)
    case remember(BaudRate)
  }

  /// What follows from a call, for a ``Supervisor`` to vet.
  struct Effects {
    /// What has to be done, in this order.
    var actions: [Action] = []
    /// What it has reported, in this order.
    var events: [ReceiverEvent] = []
  }

  /// As it was last reported.
  private(set) var source: Source
  private(set) var connection: ConnectionState
  /// When ``elapse(to:into:)`` has something to do; `nil` for never.
  private(set) var deadline: Duration?
  /// Its fixes, for the choice among several receivers; `nil` before the first.
  var history: FixHistory?
  private var past: PastConnections
  private var reception: Reception
  /// Its state while it is not open.
  private var closedState: ReceiverState = .unused
  /// Finds the rate of the connection that is being opened; `nil` if it has none.
  private var detector: BaudRateDetector?
  private let options: SupervisionOptions
  /// Whether the user named it: it is then kept open whatever it sends.
  private let isNamed: Bool
  /// Those of its source.
  private let traits: SourceTraits

  init(
    _ source: Source, isNamed: Bool, rememberedRate: BaudRate?, _ options: SupervisionOptions
  ) {
    self.source = source
    self.options = options
    past = PastConnections(rate: rememberedRate)
    traits = source.traits
    self.isNamed = isNamed || !traits.isDisjoint(with: [.isService, .isFallback])
    connection = ConnectionState(traits, options.retries)
    reception = Reception(source, isNamed: isNamed, detector: nil, options, at: .zero)
  }

  // MARK: State

  var state: ReceiverState { connection.isOpen ? reception.state : closedState }

  /// The present or last rate; `nil` if there is none.
  var rate: BaudRate? { connection.openingSince != nil ? detector?.rate : reception.rate }

  var hasFix: Bool { reception.hasFix }

  /// Whether it has reported a position since it was opened.
  var isReceiver: Bool { reception.isReceiver }

  /// Whether it may be active.
  var isEligible: Bool { connection.isOpen && reception.isEligible }

  /// Whether it has ever reported a position, so that it can be a standby.
  var wasReceiver: Bool { past.wasReceiver }

  /// Its rank in the order of preference, the most preferred first; every other one is preferred to a fallback.
  var preference: Int { isFallback ? .max : source.rank }

  /// The time between its epochs; `nil` if it is not known.
  var period: Duration? { reception.progress.period }

  /// Whether it is the location service.
  var isService: Bool { traits.contains(.isService) }

  /// Whether it is asked only if nobody else has a position.
  var isFallback: Bool { traits.contains(.isFallback) }

  /// Whether it is closed, present, not at its end, and has no retry planned.
  var isIdle: Bool { connection.isIdle && closedState != .ended }

  /// Determines ``deadline``, at the end of every call.
  private mutating func plan() {
    deadline =
      connection.isOpen
      ? reception.deadline
      : connection.retry ?? connection.newsDeadline(after: options.connectingPatience)
  }

  // MARK: Opening and closing

  /// Takes the source as reported again, perhaps with more known about it: it is present, and may be opened without delay.
  mutating func reported(
    as source: Source, at now: Duration, into effects: inout Effects
  ) {
    defer { plan() }
    // At another path or address, what was received at the old one no longer applies.
    if !source.kind.isSame(as: self.source.kind) {
      vanished(at: now, into: &effects)
    }
    self.source = source
    connection.returned()
    past.isMute = false
    if connection.isClosed, closedState == .unplugged { closedState = past.restingState }
  }

  /// Opens it, unless it is open or being opened.
  mutating func open(at now: Duration, into effects: inout Effects) {
    defer { plan() }
    guard connection.willOpen(at: now) else { return }
    if !keepsState {
      // A server that cannot be reached is reported once, not at every attempt.
      connection.isNews = traits.contains(.isRemote) && !closedState.isFailure && !past.isMute
      closedState = .opening
    }
    detector = traits.contains(.hasRate) ? past.detector(fixed: options.rate, at: now) : nil
    effects.actions.append(.open(detector?.rate))
  }

  /// Whether opening it does not change its state until a byte arrives.
  private var keepsState: Bool { if case .silent = closedState { true } else { past.isMute } }

  mutating func openIfIdle(at now: Duration, into effects: inout Effects) {
    if isIdle { open(at: now, into: &effects) }
  }

  /// Records that it has been opened.
  ///
  /// - Parameter hasRate: whether there is a rate to find; a pipe or `/dev/gnss0` has none.
  mutating func opened(hasRate: Bool, at now: Duration) {
    defer { plan() }
    guard connection.opened(at: now) else { return }
    reception = Reception(
      source, isNamed: isNamed, detector: hasRate ? detector : nil, silences: past.silences,
      keptState: keepsState ? closedState : nil, options, at: now)
  }

  /// Records that it could not be opened, or has failed.
  mutating func failed(
    _ error: SourceError, at now: Duration, into effects: inout Effects
  ) {
    defer { plan() }
    if case .port(let error) = error, case .unsupportedRate = error.cause, options.rate == nil {
      // The driver does not support this one of the usual rates.
      if connection.isOpen {
        let conclusion = reception.refusedRate(at: now, into: &effects.events)
        return conclude(conclusion, at: now, into: &effects)
      }
      past.refusedRate()
    }
    let wasUnplugged = state == .unplugged
    reception.lose(at: now, into: &effects.events)
    if connection.failed(at: now) { effects.actions.append(.close) }
    closedState = error.isAbsence && (wasReceiver || wasUnplugged) ? .unplugged : .failed(error)
  }

  /// Records that the connection has hung up: it was unplugged, closed by the peer, or is at its end.
  mutating func hungUp(at now: Duration, into effects: inout Effects) {
    defer { plan() }
    if connection.isClosed, closedState == .unplugged { return }
    past.isMute = connection.isOpen && reception.line.lastBytes == nil
    if connection.isOpen { reception.finish(at: now, into: &effects.events) }
    reception.lose(at: now, into: &effects.events)
    if traits.contains(.ends) {
      close(as: .ended, into: &effects)
    } else {
      if connection.failed(at: now) { effects.actions.append(.close) }
      closedState = .unplugged
    }
  }

  /// Records that it has been removed; nothing is tried until it returns.
  mutating func vanished(at now: Duration, into effects: inout Effects) {
    defer { plan() }
    hungUp(at: now, into: &effects)
    if connection.vanished() { effects.actions.append(.close) }
  }

  /// Closes it because another one is active.
  mutating func retire(at now: Duration, into effects: inout Effects) {
    defer { plan() }
    reception.lose(at: now, into: &effects.events)
    switch state {
    case .failed, .notAReceiver, .unplugged, .ended: close(as: state, into: &effects)
    default: close(as: past.restingState, into: &effects)
    }
  }

  private mutating func close(
    as state: ReceiverState, retry: Duration? = nil, into effects: inout Effects
  ) {
    if connection.close(retry: retry) { effects.actions.append(.close) }
    closedState = state
  }

  // MARK: Reception

  /// Takes bytes that have arrived.
  ///
  /// - Parameter time: nanoseconds since 1970 if the bytes are passed on to listeners, too; else `nil`.
  /// - Returns: whether anything has changed that affects the choice of a receiver, or that is reported; and until when
  ///   the bytes that follow may gather.
  mutating func received(
    _ bytes: RawSpan, time: Int64?, at now: Duration, into effects: inout Effects
  ) -> (hasChanged: Bool, gatherEnd: Duration?) {
    defer { plan() }
    guard connection.isOpen else { return (false, nil) }
    past.receivedBytes()
    let outcome = reception.received(bytes, time: time, at: now, into: &effects.events)
    guard outcome.hasChanged else { return (false, outcome.gatherEnd) }
    if reception.isReceiver { past.wasReceiver = true }
    conclude(outcome.conclusion, at: now, into: &effects)
    return (true, connection.isOpen ? outcome.gatherEnd : nil)
  }

  /// Advances to a time.
  ///
  /// - Returns: whether anything has changed that affects the choice of a receiver, or that is reported.
  mutating func elapse(to now: Duration, into effects: inout Effects) -> Bool {
    defer { plan() }
    if connection.isOpen {
      let outcome = reception.elapse(to: now, into: &effects.events)
      conclude(outcome.conclusion, at: now, into: &effects)
      return outcome.hasChanged
    } else if let retry = connection.retry, now >= retry {
      open(at: now, into: &effects)
    } else if let deadline, now >= deadline {
      closedState = .connecting
      connection.isNews = false
    }
    return true
  }

  private mutating func conclude(
    _ conclusion: Reception.Conclusion?, at now: Duration, into effects: inout Effects
  ) {
    switch conclusion {
    case nil: break
    case .understood(let rate):
      connection.understood(at: now)
      guard let rate else { return }
      past.rate = rate
      effects.actions.append(.remember(rate))
    case .changedRate(let rate): effects.actions.append(.setRate(rate))
    case .notAReceiver(let reason, let next):
      exclude(as: .notAReceiver(reason), at: now, into: &effects)
      guard connection.isOpen, let next else { return }
      reception.changeRate(to: next)
      effects.actions.append(.setRate(next))
    case .silent(let since): fellSilent(since: since, at: now, into: &effects)
    case .garbled: reopen(as: state, at: now, into: &effects)
    }
  }

  /// Opens it again after a long silence, which revives some drivers and receivers.
  ///
  /// A connection that never sent a byte is also set to another rate.
  private mutating func fellSilent(
    since: Duration, at now: Duration, into effects: inout Effects
  ) {
    let hasTalked = reception.line.lastBytes != nil
    reception.lose(at: now, into: &effects.events)
    exclude(as: .silent(since: since), at: now, into: &effects)
    guard connection.isOpen, !traits.contains(.isConnectionless) else { return }
    past.fellSilent(hasTalked: hasTalked)
    reopen(as: .silent(since: since), at: now, into: &effects)
  }

  /// Opens it again, and restarts the search for the rate.
  private mutating func reopen(
    as state: ReceiverState, at now: Duration, into effects: inout Effects
  ) {
    reception.lose(at: now, into: &effects.events)
    close(as: state, into: &effects)
    open(at: now, into: &effects)
  }

  /// Marks it as silent, or as not a receiver, and closes it for long unless it is worth keeping open.
  private mutating func exclude(
    as state: ReceiverState, at now: Duration, into effects: inout Effects
  ) {
    reception.exclude(as: state)
    let isTrusted = source.likelihood >= options.trustedLikelihood
    guard !isNamed, let wait = past.exclusion(as: state, isTrusted: isTrusted) else { return }
    close(as: state, retry: now + wait, into: &effects)
  }
}
