// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import SerialLine

/// All that is known of one receiver: its source, whether its connection is open, what has been received on it, and the state
/// that follows.
///
/// It opens nothing and reads no clock; what follows from a call is added to its ``Effects``. The parts are values of their own:
/// ``ConnectionState``, and ``Reception`` with what belongs to it, which starts anew each time the connection is opened.
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
  /// Whether it has ever reported a position, so that it can be a standby.
  private(set) var wasReceiver = false
  private var reception: Reception
  /// Its state while it is not open.
  private var closedState: ReceiverState = .unused
  /// Finds the rate of the connection that is being opened; `nil` if it has none.
  private var detector: BaudRateDetector?
  private var rememberedRate: BaudRate?
  /// How many times in a row it fell silent; reset by any byte.
  private var silences = 0
  /// How many of these times no byte had arrived since it was opened, so that another rate is tried.
  private var dumbRates = 0
  /// Whether it hung up without sending a byte when it was last open: its state is then kept until a byte arrives,
  /// since otherwise each new attempt would be reported.
  private var isMute = false
  /// Whether to report that connecting takes long.
  private var reportsConnecting = false
  private var exclusions = Backoff(first: .seconds(60), longest: .seconds(600))
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
    self.rememberedRate = rememberedRate
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

  /// The time between its epochs; `nil` if it is not known.
  var period: Duration? { reception.progress.period }

  /// Whether it is the location service.
  var isService: Bool { traits.contains(.isService) }

  /// Whether it is asked only if nobody else has a position.
  var isFallback: Bool { traits.contains(.isFallback) }

  /// Whether it is closed, present, not at its end, and has no retry planned.
  var isIdle: Bool { connection.isIdle && closedState != .ended }

  /// When to report that connecting takes long; `nil` for never.
  private var connectingDeadline: Duration? {
    guard reportsConnecting, let since = connection.openingSince else { return nil }
    return since + options.connectingPatience
  }

  /// Determines ``deadline``, at the end of every call.
  private mutating func plan() {
    deadline = connection.isOpen ? reception.deadline : connection.retry ?? connectingDeadline
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
    isMute = false
    if connection.isClosed, closedState == .unplugged { closedState = restingState }
  }

  /// Opens it, unless it is open or being opened.
  mutating func open(at now: Duration, into effects: inout Effects) {
    defer { plan() }
    guard connection.willOpen(at: now) else { return }
    if !keepsState {
      // A server that cannot be reached is reported once, not at every attempt.
      reportsConnecting = traits.contains(.isRemote) && !closedState.isFailure && !isMute
      closedState = .opening
    }
    detector =
      traits.contains(.hasRate)
      ? BaudRateDetector(
        fixed: options.rate, remembered: rememberedRate, skipping: dumbRates, at: now) : nil
    effects.actions.append(.open(detector?.rate))
  }

  /// Whether opening it does not change its state until a byte arrives.
  private var keepsState: Bool { if case .silent = closedState { true } else { isMute } }

  /// Opens it if it is idle.
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
      source, isNamed: isNamed, detector: hasRate ? detector : nil, silences: silences,
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
      dumbRates += 1
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
    isMute = connection.isOpen && reception.line.lastBytes == nil
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
    default: close(as: restingState, into: &effects)
    }
  }

  /// Its state while it is present, but not needed.
  private var restingState: ReceiverState { wasReceiver ? .standby : .unused }

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
    (silences, dumbRates, isMute) = (0, 0, false)
    let outcome = reception.received(bytes, time: time, at: now, into: &effects.events)
    guard outcome.hasChanged else { return (false, outcome.gatherEnd) }
    if reception.isReceiver { wasReceiver = true }
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
    } else if let connectingDeadline, now >= connectingDeadline {
      closedState = .connecting
      reportsConnecting = false
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
      rememberedRate = rate
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
    silences = hasTalked ? 1 : silences + 1
    dumbRates = hasTalked ? 0 : dumbRates + 1
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

  /// Marks it as silent, or as not a receiver.
  ///
  /// It is closed and tried again much later, unless the user named it. One that is likely to be a receiver, or was
  /// one, is closed only if it sends a binary protocol, or sentences that never contain a position.
  private mutating func exclude(
    as state: ReceiverState, at now: Duration, into effects: inout Effects
  ) {
    reception.exclude(as: state)
    if isNamed { return }
    switch state {
    case .notAReceiver(.binary), .notAReceiver(.noPosition): break
    default: if source.likelihood >= options.trustedLikelihood || wasReceiver { return }
    }
    close(as: state, retry: now + exclusions.next(), into: &effects)
  }
}
