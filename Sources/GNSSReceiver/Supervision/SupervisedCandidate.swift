// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import SerialLine

/// A candidate under supervision: its link, what is heard on it, and what has to be done with it.
///
/// It opens nothing and reads no clock. After each call, its owner drains ``wants`` and the events.
struct SupervisedCandidate {
  /// An action for the supervisor's thread.
  enum Want: Hashable {
    case open(BaudRate?)
    case close
    case setRate(BaudRate)
    case remember(BaudRate)
  }

  /// The candidate as it was last reported.
  private(set) var candidate: Candidate
  private(set) var link: LinkState
  private(set) var wants: [Want] = []
  /// Whether it has ever reported a position, so that it can serve as a spare.
  private(set) var wasReceiver = false
  private var listening: Boxed<Listening>
  /// Its state while it is not open.
  private var closedState: ReceiverState = .unused
  /// Finds the rate of the link that is being opened; `nil` if it has none.
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
  /// Those of its place.
  private let traits: PlaceTraits

  init(
    _ candidate: Candidate, isNamed: Bool, rememberedRate: BaudRate?, _ options: SupervisionOptions
  ) {
    self.candidate = candidate
    self.options = options
    self.rememberedRate = rememberedRate
    traits = candidate.place.traits
    self.isNamed = isNamed || !traits.isDisjoint(with: [.isService, .isLastResort])
    link = LinkState(traits, options.retries)
    listening = Boxed(
      Listening(candidate, isNamed: isNamed, detector: nil, options, at: .zero))
  }

  // MARK: State

  var state: ReceiverState { link.isOpen ? listening.value.state : closedState }

  /// The present or last rate; `nil` if there is none.
  var rate: BaudRate? { link.openingSince != nil ? detector?.rate : listening.value.rate }

  var hasFix: Bool { listening.value.hasFix }

  /// Whether it has reported a position since it was opened.
  var isReceiver: Bool { listening.value.isReceiver }

  /// Whether it may serve.
  var isWorthHearing: Bool { link.isOpen && listening.value.isWorthHearing }

  /// Whether it is the location service.
  var isService: Bool { traits.contains(.isService) }

  /// Whether it is asked only if nobody else has a position.
  var isLastResort: Bool { traits.contains(.isLastResort) }

  /// Whether it is closed, present, not at its end, and has no retry planned.
  var isIdle: Bool { link.isIdle && closedState != .ended }

  /// Returns when ``elapse(to:)`` has something to do; `nil` for never; mutating like ``Listening/deadline()``.
  mutating func deadline() -> Duration? {
    link.isOpen ? listening.value.deadline() : link.retry ?? connectingDeadline
  }

  /// When to report that connecting takes long; `nil` for never.
  private var connectingDeadline: Duration? {
    guard reportsConnecting, let since = link.openingSince else { return nil }
    return since + options.connectingPatience
  }

  // MARK: Opening and closing

  /// Takes the candidate as reported again, perhaps with more known about it: it is present, and may be opened without delay.
  mutating func reported(as candidate: Candidate, at now: Duration) {
    // In another place, what was heard in the old one no longer applies.
    if !candidate.place.isSame(as: self.candidate.place) { vanished(at: now) }
    self.candidate = candidate
    link.returned()
    isMute = false
    if link.isClosed, closedState == .unplugged { closedState = restingState }
  }

  /// Opens it, unless it is open or being opened.
  mutating func open(at now: Duration) {
    guard link.willOpen(at: now) else { return }
    if !keepsState {
      // A server that cannot be reached is reported once, not at every attempt.
      reportsConnecting = traits.contains(.isRemote) && !closedState.isFailure && !isMute
      closedState = .opening
    }
    detector =
      traits.contains(.hasRate)
      ? BaudRateDetector(
        fixed: options.rate, remembered: rememberedRate, skipping: dumbRates, at: now) : nil
    wants.append(.open(detector?.rate))
  }

  /// Whether opening it does not change its state until a byte arrives.
  private var keepsState: Bool { if case .silent = closedState { true } else { isMute } }

  /// Opens it if it is idle.
  mutating func openIfIdle(at now: Duration) {
    if isIdle { open(at: now) }
  }

  /// Records that it has been opened.
  ///
  /// - Parameter hasRate: whether there is a rate to find; a pipe or `/dev/gnss0` has none.
  mutating func opened(at now: Duration, hasRate: Bool) {
    guard link.opened(at: now) else { return }
    listening = Boxed(
      Listening(
        candidate, isNamed: isNamed, detector: hasRate ? detector : nil, silences: silences,
        keptState: keepsState ? closedState : nil, options, at: now))
  }

  /// Records that it could not be opened, or has failed.
  mutating func failed(_ error: SourceError, at now: Duration) {
    if case .port(let error) = error, case .unsupportedRate = error.cause, options.rate == nil {
      // The driver does not support this one of the usual rates.
      if link.isOpen { return conclude(listening.value.refusedRate(at: now), at: now) }
      dumbRates += 1
    }
    let wasUnplugged = state == .unplugged
    listening.value.lose(at: now)
    if link.failed(at: now) { wants.append(.close) }
    closedState = error.isAbsence && (wasReceiver || wasUnplugged) ? .unplugged : .failed(error)
  }

  /// Records that the link has hung up: it was unplugged, closed by the peer, or is at its end.
  mutating func hungUp(at now: Duration) {
    if link.isClosed, closedState == .unplugged { return }
    isMute = link.isOpen && listening.value.line.lastBytes == nil
    if link.isOpen { listening.value.finish(at: now) }
    listening.value.lose(at: now)
    if traits.contains(.ends) {
      close(as: .ended)
    } else {
      if link.failed(at: now) { wants.append(.close) }
      closedState = .unplugged
    }
  }

  /// Records that it has been removed; nothing is tried until it returns.
  mutating func vanished(at now: Duration) {
    hungUp(at: now)
    if link.vanished() { wants.append(.close) }
  }

  /// Closes it because another one serves.
  mutating func retire(at now: Duration) {
    listening.value.lose(at: now)
    switch state {
    case .failed, .notAReceiver, .unplugged, .ended: close(as: state)
    default: close(as: restingState)
    }
  }

  /// Its state while it is present, but not needed.
  private var restingState: ReceiverState { wasReceiver ? .spare : .unused }

  private mutating func close(as state: ReceiverState, retry: Duration? = nil) {
    if link.close(retry: retry) { wants.append(.close) }
    closedState = state
  }

  // MARK: Listening

  /// Takes bytes that have arrived.
  ///
  /// - Parameter time: nanoseconds since 1970 if the bytes are passed on to listeners, too; else `nil`.
  /// - Returns: whether anything has changed that affects the choice of a receiver, or that is reported; and until when
  ///   the bytes that follow may gather.
  mutating func received(
    _ bytes: RawSpan, at now: Duration, time: Int64?
  ) -> (hasChanged: Bool, gatherEnd: Duration?) {
    guard link.isOpen else { return (false, nil) }
    (silences, dumbRates, isMute) = (0, 0, false)
    let reception = listening.value.received(bytes, at: now, time: time)
    guard reception.hasChanged else { return (false, reception.gatherEnd) }
    if listening.value.isReceiver { wasReceiver = true }
    conclude(reception.conclusion, at: now)
    return (true, link.isOpen ? reception.gatherEnd : nil)
  }

  /// Advances to a time.
  ///
  /// - Returns: whether anything has changed that affects the choice of a receiver, or that is reported.
  mutating func elapse(to now: Duration) -> Bool {
    if link.isOpen {
      let reception = listening.value.elapse(to: now)
      conclude(reception.conclusion, at: now)
      return reception.hasChanged
    } else if let retry = link.retry, now >= retry {
      open(at: now)
    } else if let connectingDeadline, now >= connectingDeadline {
      closedState = .connecting
      reportsConnecting = false
    }
    return true
  }

  private mutating func conclude(_ conclusion: Listening.Conclusion?, at now: Duration) {
    switch conclusion {
    case nil: break
    case .understood(let rate):
      link.understood(at: now)
      guard let rate else { return }
      rememberedRate = rate
      wants.append(.remember(rate))
    case .changedRate(let rate): wants.append(.setRate(rate))
    case .notAReceiver(let reason, let next):
      exclude(as: .notAReceiver(reason), at: now)
      guard link.isOpen, let next else { return }
      listening.value.changeRate(to: next)
      wants.append(.setRate(next))
    case .silent(let since): fellSilent(since: since, at: now)
    case .garbled: reopen(as: state, at: now)
    }
  }

  /// Opens it again after a long silence, which revives some drivers and receivers.
  ///
  /// A link that never sent a byte is also set to another rate.
  private mutating func fellSilent(since: Duration, at now: Duration) {
    let hasTalked = listening.value.line.lastBytes != nil
    listening.value.lose(at: now)
    exclude(as: .silent(since: since), at: now)
    guard link.isOpen, !traits.contains(.isConnectionless) else { return }
    silences = hasTalked ? 1 : silences + 1
    dumbRates = hasTalked ? 0 : dumbRates + 1
    reopen(as: .silent(since: since), at: now)
  }

  /// Opens it again, and restarts the search for the rate.
  private mutating func reopen(as state: ReceiverState, at now: Duration) {
    listening.value.lose(at: now)
    close(as: state)
    open(at: now)
  }

  /// Marks it as silent, or as not a receiver.
  ///
  /// It is closed and tried again much later, unless the user named it. One that is likely to be a receiver, or was
  /// one, is closed only if it sends a binary protocol, or sentences that never contain a position.
  private mutating func exclude(as state: ReceiverState, at now: Duration) {
    listening.value.state = state
    if isNamed { return }
    switch state {
    case .notAReceiver(.binary), .notAReceiver(.noPosition): break
    default: if candidate.likelihood >= options.trustedLikelihood || wasReceiver { return }
    }
    close(as: state, retry: now + exclusions.next())
  }

  // MARK: Output

  mutating func drainWants() -> [Want] {
    defer { wants.removeAll() }
    return wants
  }

  /// What it has reported since its events were moved or discarded.
  var events: [ReceiverEvent] { listening.value.reports.events }

  /// Whether it has reported anything since then; mutating like ``deadline()``.
  mutating func hasEvents() -> Bool { !listening.value.reports.events.isEmpty }

  /// Passes what it has reported on to the choice among receivers; mutating like ``deadline()``.
  mutating func report(to choice: inout ReceiverChoice, into notices: inout [ReceiverNotice]) {
    let identity = candidate.identity
    for event in events {
      switch event.content {
      case .report(.fix(let fix)):
        choice.received(
          fix, of: identity, name: event.receiver ?? candidate.name,
          period: listening.value.progress.period, isCompared: !isLastResort, at: event.arrival,
          into: &notices)
      case .report(.fixLost): choice.lost(identity, isGone: !link.isOpen)
      case .report(.satellites(let satellites)): choice.received(satellites, of: identity)
      default: break
      }
    }
  }

  /// Moves its events to the end of others.
  mutating func moveEvents(to others: inout [ReceiverEvent]) {
    // The usual case: nothing is copied, and both arrays keep their memory.
    if others.isEmpty { return listening.value.swapEvents(&others) }
    others += events
    discardEvents()
  }

  mutating func discardEvents() { listening.value.discardEvents() }
}
