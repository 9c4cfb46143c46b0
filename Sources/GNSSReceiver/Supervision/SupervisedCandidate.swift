// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import SerialLine

/// A candidate under supervision: its link, what is heard on it, and what is to be done about it.
///
/// It opens nothing and reads no clock. Its owner drains ``wants`` and the events after each call.
struct SupervisedCandidate {
  /// What is to be done at the edge.
  enum Want: Hashable {
    case open(BaudRate?)
    case close
    case setRate(BaudRate)
    case remember(BaudRate)
  }

  /// Where it is now, and what it is.
  private(set) var candidate: Candidate
  private(set) var link: LinkState
  private(set) var wants: [Want] = []
  /// Whether it has ever reported a position, so that it is one to fall back on.
  private(set) var wasReceiver = false
  private var listening: Boxed<Listening>
  /// How it stands while it is not open.
  private var closedState: ReceiverState = .unused
  /// Finds the rate of the link that is being opened; `nil` if it has none.
  private var detector: BaudRateDetector?
  private var rememberedRate: BaudRate?
  /// How many times in a row it fell silent; a byte ends that.
  private var silences = 0
  /// How many of these times not a byte had come since it was opened, so that another rate is tried.
  private var dumbRates = 0
  /// Whether it hung up without a byte when it was last open: how it stands does not change until one comes, or
  /// every new attempt would be news.
  private var isMute = false
  /// Whether it is news when connecting takes long.
  private var reportsConnecting = false
  private var exclusions = Backoff(first: .seconds(60), longest: .seconds(600))
  private let options: SupervisionOptions
  /// Whether a person named it: it is kept open whatever it sends.
  private let isNamed: Bool

  init(
    _ candidate: Candidate, isNamed: Bool, rememberedRate: BaudRate?, _ options: SupervisionOptions
  ) {
    self.candidate = candidate
    self.options = options
    self.rememberedRate = rememberedRate
    let traits = candidate.place.traits
    self.isNamed = isNamed || traits.contains(.isService)
    link = LinkState(traits, options)
    listening = Boxed(
      Listening(candidate, isNamed: isNamed, detector: nil, options, at: .zero))
  }

  // MARK: How it stands

  var state: ReceiverState { link.isOpen ? listening.value.state : closedState }

  /// The rate that is set, or was; `nil` if there is none.
  var rate: BaudRate? { link.openingSince != nil ? detector?.rate : listening.value.rate }

  var hasFix: Bool { listening.value.hasFix }

  /// Whether it has reported a position since it was opened.
  var isReceiver: Bool { listening.value.isReceiver }

  /// Whether it may serve.
  var isWorthHearing: Bool { link.isOpen && listening.value.isWorthHearing }

  /// Whether it is the location service.
  var isService: Bool { candidate.place.traits.contains(.isService) }

  /// Whether it is closed, there, not at its end, and nothing is planned with it.
  var isIdle: Bool { link.isIdle && closedState != .ended }

  /// When ``elapse(to:)`` has something to do; `nil` while it has not.
  var deadline: Duration? {
    if link.isOpen { return listening.value.deadline }
    return link.retry ?? connectingDeadline
  }

  /// When it is to be reported that connecting takes long.
  private var connectingDeadline: Duration? {
    guard reportsConnecting, let since = link.openingSince else { return nil }
    return since + options.connectingPatience
  }

  // MARK: Opening and closing

  /// It was reported again, perhaps with more known about it.
  mutating func reported(as candidate: Candidate, at now: Duration) {
    // In another place, what was heard in the old one is gone.
    if !candidate.place.isSame(as: self.candidate.place) { vanished(at: now) }
    self.candidate = candidate
  }

  /// Opens it, unless that has been done.
  mutating func open(at now: Duration) {
    guard link.willOpen(at: now) else { return }
    if !keepsState {
      // A server that cannot be reached is reported once, not each time it is tried.
      reportsConnecting =
        candidate.place.traits.contains(.isRemote) && !closedState.isFailure && !isMute
      closedState = .opening
    }
    detector =
      candidate.place.traits.contains(.hasRate)
      ? BaudRateDetector(
        fixed: options.rate, remembered: rememberedRate, skipping: dumbRates, at: now) : nil
    wants.append(.open(detector?.rate))
  }

  /// Whether opening it is no news until a byte comes.
  private var keepsState: Bool { if case .silent = closedState { true } else { isMute } }

  /// Opens it if nothing else is planned with it.
  mutating func openIfIdle(at now: Duration) {
    if isIdle { open(at: now) }
  }

  /// It has been opened.
  ///
  /// - Parameter hasRate: whether there is a rate to be found; a pipe or `/dev/gnss0` has none.
  mutating func opened(at now: Duration, hasRate: Bool) {
    guard link.opened(at: now) else { return }
    listening = Boxed(
      Listening(
        candidate, isNamed: isNamed, detector: hasRate ? detector : nil, silences: silences,
        keptState: keepsState ? closedState : nil, options, at: now))
  }

  /// It could not be opened, or fails.
  mutating func failed(_ error: SourceError, at now: Duration) {
    if case .port(let error) = error, case .unsupportedRate = error.cause, options.rate == nil,
      link.isOpen
    {
      // One of the usual rates that this driver does not do.
      return conclude(listening.value.refusedRate(at: now), at: now)
    }
    let wasUnplugged = state == .unplugged
    listening.value.lose()
    if link.failed(at: now) { wants.append(.close) }
    closedState = error.isAbsence && (wasReceiver || wasUnplugged) ? .unplugged : .failed(error)
  }

  /// The link has hung up: unplugged, closed by the peer, or at its end.
  mutating func hungUp(at now: Duration) {
    if link.isClosed, closedState == .unplugged { return }
    isMute = link.isOpen && listening.value.lastBytes == nil
    if link.isOpen { listening.value.finish(at: now) }
    listening.value.lose()
    if candidate.place.traits.contains(.ends) {
      close(as: .ended)
    } else {
      if link.failed(at: now) { wants.append(.close) }
      closedState = .unplugged
    }
  }

  /// It has been removed: nothing to try until it is back.
  mutating func vanished(at now: Duration) {
    hungUp(at: now)
    if link.vanished() { wants.append(.close) }
  }

  /// It is back, or may be opened now: no waiting.
  mutating func retry(at now: Duration) {
    link.returned()
    isMute = false
    open(at: now)
  }

  /// Closes it because another one serves.
  mutating func retire() {
    listening.value.lose()
    switch state {
    case .failed, .notAReceiver, .unplugged, .ended: close(as: state)
    default: close(as: wasReceiver ? .spare : .unused)
    }
  }

  private mutating func close(as state: ReceiverState, retry: Duration? = nil) {
    if link.close(retry: retry) { wants.append(.close) }
    closedState = state
  }

  // MARK: What is heard

  /// Bytes came.
  ///
  /// - Parameter time: nanoseconds since 1970, if they are to be passed on as they are.
  /// - Returns: whether anything changed by which others are chosen, or that is reported.
  mutating func received(_ bytes: RawSpan, at now: Duration, time: Int64?) -> Bool {
    guard link.isOpen else { return false }
    (silences, dumbRates, isMute) = (0, 0, false)
    let (state, isReceiver) = (listening.value.state, listening.value.isReceiver)
    let conclusion = listening.value.received(bytes, at: now, time: time)
    if listening.value.isReceiver { wasReceiver = true }
    if let conclusion { conclude(conclusion, at: now) }
    return conclusion != nil || listening.value.isReceiver != isReceiver
      || listening.value.state != state
  }

  /// Until when what follows the bytes that have just been received may gather; `nil` if it is to be read at once.
  func pauseEnd(after bytes: RawSpan, at now: Duration) -> Duration? {
    link.isOpen ? listening.value.pauseEnd(after: bytes, at: now) : nil
  }

  /// Time has passed.
  mutating func elapse(to now: Duration) {
    if link.isOpen {
      conclude(listening.value.elapse(to: now), at: now)
    } else if let retry = link.retry, now >= retry {
      open(at: now)
    } else if let connectingDeadline, now >= connectingDeadline {
      closedState = .connecting
      reportsConnecting = false
    }
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

  /// Not a byte has come for long: it is opened again, which brings some drivers and receivers back.
  ///
  /// A link that never sent a byte gets another rate, too.
  private mutating func fellSilent(since: Duration, at now: Duration) {
    let hasTalked = listening.value.lastBytes != nil
    listening.value.lose()
    exclude(as: .silent(since: since), at: now)
    guard link.isOpen, !candidate.place.traits.contains(.isConnectionless) else { return }
    silences = hasTalked ? 1 : silences + 1
    dumbRates = hasTalked ? 0 : dumbRates + 1
    reopen(as: .silent(since: since), at: now)
  }

  /// Begins anew, with the search for the rate.
  private mutating func reopen(as state: ReceiverState, at now: Duration) {
    listening.value.lose()
    close(as: state)
    open(at: now)
  }

  /// It is no receiver, or none that can be heard.
  ///
  /// Unless a person named it, and unless it is merely silent although the catalog knows it, it is closed and looked at
  /// again much later.
  private mutating func exclude(as state: ReceiverState, at now: Duration) {
    listening.value.state = state
    if isNamed { return }
    switch state {
    case .notAReceiver(.binary), .notAReceiver(.noPosition): break
    default: if candidate.likelihood >= options.trustedLikelihood || wasReceiver { return }
    }
    close(as: state, retry: now + exclusions.next())
  }

  // MARK: What its owner drains

  mutating func drainWants() -> [Want] {
    defer { wants.removeAll() }
    return wants
  }

  /// Whether there are events to be moved.
  var hasEvents: Bool { !listening.value.events.isEmpty }

  /// Moves its events behind those that are there.
  mutating func moveEvents(to others: inout [ReceiverEvent]) {
    if others.isEmpty {
      // As a rule: not one is copied, and both keep their room.
      swap(&others, &listening.value.events)
    } else {
      others += listening.value.events
      discardEvents()
    }
  }

  mutating func discardEvents() { listening.value.events.removeAll(keepingCapacity: true) }
}
