// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import LocationFormats

/// What is done to get corrections, over all connections: a value that is given bytes, fixes and times.
///
/// After each call, its owner performs the ``drainActions()``.
struct CorrectionSession {
  enum Action: Hashable {
    /// Connect to the address, and send the request, with this position if there is one.
    case connect(CorrectionAddress, position: String?)
    case close
    case send([UInt8])
    /// Pass this on to the receiver: one frame, or what is between frames.
    case deliver([UInt8])
    /// Ask for the caster's table over a connection of its own.
    case fetchTable(CorrectionAddress)
    case say(String)
  }

  let address: CorrectionAddress
  /// Where the data is now: the address, or where it redirects to.
  private(set) var target: CorrectionAddress
  private(set) var state = CorrectionState.connecting
  private var actions: [Action] = []
  private var dialogue: CasterDialogue?
  private var framer = RTCMFramer()
  private(set) var meter = CorrectionMeter()
  private(set) var schedule: PositionSchedule
  private var rule = ReconnectRule()
  private(set) var table = TableState.unknown
  private var times = ConnectionTimes()
  private var said: String?
  private var redirects = 0
  private var generator: any RandomNumberGenerator & Sendable

  enum TableState {
    case unknown
    /// It was asked for; whether a message about an unknown mountpoint waits for it.
    case requested(isForMessage: Bool)
    case known(SourceTable)
    case missing

    var table: SourceTable? { if case .known(let table) = self { table } else { nil } }
  }

  /// How long nothing may arrive before that is told.
  private static let silence: Duration = .seconds(10)
  /// How long nothing may arrive before another connection is tried.
  private static let longestSilence: Duration = .seconds(45)
  /// How long a connection has to last before its caster's table is asked for.
  private static let tableDelay: Duration = .seconds(2)
  /// How long a silent caster's table is awaited: a position that it wants is to reach it within ten seconds.
  private static let tablePatience: Duration = .seconds(7)
  /// How long a refusal's text is waited for.
  private static let refusalTime: Duration = .seconds(1)
  /// How long nothing may follow an incomplete frame, and how long it may take in all.
  private static let frameTime: Duration = .seconds(1)
  private static let longestFrameTime: Duration = .seconds(3)
  private static let mostRedirects = 3

  init(
    _ address: CorrectionAddress, at now: Duration,
    random generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    (self.address, target, self.generator) = (address, address, generator)
    schedule = PositionSchedule(address.positions)
    connect(at: now)
  }

  mutating func drainActions() -> [Action] {
    defer { actions = [] }
    return actions
  }

  // MARK: The connection

  private mutating func connect(at now: Duration) {
    times = ConnectionTimes()
    times.began = now
    dialogue = nil
    (framer, meter) = (RTCMFramer(), CorrectionMeter())
    schedule.connectionBegan()
    actions.append(.connect(target, position: schedule.header(at: now)))
    if said == nil { tell(.connecting, at: now) } else { state = .connecting }
  }

  /// Records that the connection has been made, and the request sent.
  mutating func connected(at now: Duration) {
    dialogue = CasterDialogue(isCaster: target.isCaster)
    times.opened = now
    if !target.isCaster { accepted(at: now) }
  }

  mutating func received(_ bytes: ArraySlice<UInt8>, at now: Duration) {
    guard let outcomes = dialogue?.received(bytes) else { return }
    process(outcomes, at: now)
    if dialogue?.isRefusing == true, times.refused == nil { times.refused = now }
  }

  mutating func closed(at now: Duration) {
    guard let outcomes = dialogue?.closed() else { return }
    process(outcomes, at: now)
    if times.retry == nil { ended("closed the connection", at: now) }
  }

  mutating func failed(_ reason: String, at now: Duration) {
    if let outcomes = dialogue?.closed() { process(outcomes, at: now) }
    guard times.retry == nil else { return }
    flush()
    if meter.flow == nil {
      disconnect(retryingIn: rule.wait(afterFlow: nil, random: random()), at: now)
      tell(.failed(.unreachable, reason), at: now)
    } else {
      ended("is gone: \(reason)", at: now)
    }
  }

  private mutating func process(_ outcomes: [CasterDialogue.Outcome], at now: Duration) {
    for outcome in outcomes {
      switch outcome {
      case .accepted: accepted(at: now)
      case .data(let bytes): deliver(bytes, at: now)
      case .finished: ended("ended the data", at: now)
      case .ended(let verdict): rejected(verdict, at: now)
      }
    }
  }

  private mutating func accepted(at now: Duration) {
    times.accepted = now
    state = .connected
    redirects = 0
    sendPosition(at: now)
  }

  private mutating func deliver(_ bytes: [UInt8], at now: Duration) {
    meter.received(bytes, at: now)
    let pieces = framer.push(bytes)
    for piece in pieces { if let frame = piece.frame { meter.received(frame) } }
    actions += pieces.map { .deliver($0.bytes) }
    times.partial = framer.isWaiting ? times.partial ?? now : nil
    if state != .receiving { (state, times.receiving) = (.receiving, now) }
  }

  /// Passes on what waits for the rest of its frame.
  private mutating func flush() {
    actions += framer.flush().map { .deliver($0.bytes) }
    times.partial = nil
  }

  /// Ends a connection that the caster had granted.
  private mutating func ended(_ how: String, at now: Duration) {
    flush()
    let wait = rule.wait(afterFlow: meter.flow, random: random())
    disconnect(retryingIn: wait, at: now)
    guard meter.flow != nil else {
      return tell(.failed(.refused, "it \(how) without sending anything"), at: now)
    }
    state = .connecting
    say("\(target) \(how); connecting again")
  }

  private mutating func disconnect(retryingIn wait: Duration, at now: Duration) {
    actions.append(.close)
    dialogue = nil
    times = ConnectionTimes()
    times.retry = now + wait
  }

  private mutating func rejected(_ verdict: CasterVerdict, at now: Duration) {
    flush()
    if case .redirect(let place) = verdict, redirects < Self.mostRedirects,
      let next = target.redirected(to: place)
    {
      redirects += 1
      actions.append(.close)
      target = next
      return connect(at: now)
    }
    target = address
    disconnect(retryingIn: rule.wait(after: verdict, random: random()), at: now)
    switch verdict {
    case .wrongPassword:
      fail(.wrongPassword, Words.wrongPassword(address), at: now)
    case .unknownMountpoint(let table):
      if let table { self.table = .known(table) }
      unknownMountpoint(at: now)
    case .table: break
    case .notACaster(let text):
      fail(.notACaster, "it is not a caster, but sent \"\(text.escapedForTerminal)\"", at: now)
    case .banned(let text):
      fail(
        .banned,
        "this address is banned for a while: \"\(text.escapedForTerminal)\"; next try in an hour",
        at: now)
    case .refused(let text): fail(.refused, "it refused: \"\(text.escapedForTerminal)\"", at: now)
    case .redirect(let place):
      fail(
        .refused, "it redirects to \(place.escapedForTerminal); name that address if you trust it",
        at: now)
    case .nothing: fail(.refused, "it closed the connection without an answer", at: now)
    }
  }

  private mutating func fail(
    _ failure: CorrectionState.Failure, _ text: String, at now: Duration
  ) {
    tell(.failed(failure, "cannot get corrections from \(address): \(text)"), at: now)
  }

  // MARK: The table

  private mutating func unknownMountpoint(at now: Duration) {
    guard case .unknown = table else {
      return fail(
        .unknownMountpoint,
        Words.unknownMountpoint(address, table.table, near: schedule.fix), at: now)
    }
    // The line waits for the table.
    state = .failed(.unknownMountpoint, "")
    table = .requested(isForMessage: true)
    actions.append(.fetchTable(address.table))
  }

  /// Takes the caster's table; `nil` if it has none.
  mutating func received(_ found: SourceTable?, at now: Duration) {
    var isForMessage = false
    if case .requested(true) = table { isForMessage = true }
    table = found.map { .known($0) } ?? .missing
    if let stream = found?.stream(address.mountpoint) {
      schedule.isWantedByTable = stream.wantsPosition
    }
    if isForMessage { unknownMountpoint(at: now) }
    sendPosition(at: now)
  }

  // MARK: Positions

  mutating func received(_ fix: Fix, at now: Duration) {
    schedule.received(fix, at: now)
    sendPosition(at: now)
  }

  mutating func fixLost() { schedule.fixLost() }

  private mutating func sendPosition(at now: Duration) {
    guard times.accepted != nil, target.isCaster,
      let sentence = schedule.sentence(isSilent: isSilentWithoutTable(at: now), at: now)
    else { return }
    times.positionSent = times.positionSent ?? now
    if state == .waitingForPosition { state = .connected }
    actions.append(.send(Array((sentence + "\r\n").utf8)))
  }

  /// Whether silence is all that is known: the caster's table has been asked for in vain, or does not list the mountpoint.
  private func isSilentWithoutTable(at now: Duration) -> Bool {
    guard let accepted = times.accepted, meter.lastData == nil else { return false }
    return switch table {
    case .missing, .known: true
    case .requested: now >= accepted + Self.tablePatience
    case .unknown: false
    }
  }

  // MARK: Time

  /// When ``elapse(to:)`` has something to do; `nil` for never.
  var deadline: Duration? {
    var first = earlier(times.retry, partialDue)
    first = earlier(first, times.refused.map { $0 + Self.refusalTime })
    guard let opened = times.opened else { return first }
    first = earlier(first, quietSince(opened) + (isTold ? Self.longestSilence : Self.silence))
    // Patience ends at a fix, which comes every second.
    if times.accepted != nil, let due = schedule.due(isSilent: isSilentWithoutTable(at: opened)) {
      // A position that is too old waits for the next fix.
      first = earlier(first, max(due, opened))
    }
    return earlier(first, earlier(tableDue, reportDue))
  }

  /// Since when nothing has come that could have.
  private func quietSince(_ opened: Duration) -> Duration {
    meter.lastData ?? times.positionSent ?? opened
  }

  private var isTold: Bool { state == .silent || state == .waitingForPosition }

  /// A stream that is not known to be RTCM does not wait long for what may look like the end of a frame.
  private var frameTime: Duration { framer.hasFrames ? Self.frameTime : .milliseconds(200) }

  /// When to pass on an incomplete frame; `nil` if none waits.
  private var partialDue: Duration? {
    times.partial.map { begun in
      min((meter.lastData ?? begun) + frameTime, begun + Self.longestFrameTime)
    }
  }

  /// When to ask for the table; `nil` if it is not needed.
  private var tableDue: Duration? {
    guard let accepted = times.accepted, schedule.needsTable, case .unknown = table,
      target.isCaster
    else { return nil }
    return accepted + Self.tableDelay
  }

  /// When to tell that data arrives: once its rate is known.
  private var reportDue: Duration? { times.receiving.map { $0 + .seconds(2) } }

  mutating func elapse(to now: Duration) {
    schedule.expire(at: now)
    if let retry = times.retry {
      if now >= retry { connect(at: now) }
      return
    }
    if let partialDue, now >= partialDue { flush() }
    if let refused = times.refused, now >= refused + Self.refusalTime {
      process(dialogue?.closed() ?? [], at: now)
      return
    }
    if let tableDue, now >= tableDue {
      table = .requested(isForMessage: false)
      actions.append(.fetchTable(address.table))
    }
    sendPosition(at: now)
    if let reportDue, now >= reportDue {
      times.receiving = nil
      tell(.receiving, at: now)
    }
    checkSilence(at: now)
  }

  private mutating func checkSilence(at now: Duration) {
    guard let opened = times.opened else { return }
    let quiet = now - quietSince(opened)
    if quiet >= Self.longestSilence {
      let wait = rule.wait(afterFlow: meter.flow, random: random())
      flush()
      return disconnect(retryingIn: wait, at: now)
    }
    guard quiet >= Self.silence else { return }
    let waits =
      meter.lastData == nil && times.accepted != nil && !schedule.hasPosition(at: now)
      && schedule.isWanted(isSilent: isSilentWithoutTable(at: now))
    if state != (waits ? .waitingForPosition : .silent) {
      tell(waits ? .waitingForPosition : .silent, at: now)
    }
  }

  private mutating func random() -> Double { Double.random(in: 0..<1, using: &generator) }

  // MARK: Words

  private mutating func tell(_ state: CorrectionState, at now: Duration) {
    self.state = state
    say(explanation(at: now))
  }

  private mutating func say(_ text: String) {
    guard text != said else { return }
    said = text
    actions.append(.say(text))
  }
}
