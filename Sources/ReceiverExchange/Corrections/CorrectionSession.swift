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
  /// The present connection, or what came over the last one.
  private var connection = CorrectionStream()
  /// When to connect again; `nil` while there is a connection.
  private var retry: Duration?
  private(set) var schedule: PositionSchedule
  private var rule = ReconnectRule()
  private(set) var table = TableState.unknown
  private var said: String?
  private var redirects = 0
  private var generator: any RandomNumberGenerator & Sendable

  /// How long nothing may arrive before that is told.
  private static let silence: Duration = .seconds(10)
  /// How long nothing may arrive before another connection is tried.
  private static let longestSilence: Duration = .seconds(45)
  /// How long a connection has to last before its caster's table is asked for.
  private static let tableDelay: Duration = .seconds(2)
  /// How long a silent caster's table is awaited: a position that it wants is to reach it within ten seconds.
  private static let tablePatience: Duration = .seconds(7)
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
    (connection, retry) = (CorrectionStream(), nil)
    schedule.connectionBegan()
    actions.append(.connect(target, position: schedule.header(at: now)))
    if said == nil { tell(.connecting, at: now) } else { state = .connecting }
  }

  /// Records that the connection has been made, and the request sent.
  mutating func connected(at now: Duration) {
    connection.opened = now
    connection.dialogue = CasterDialogue(isCaster: target.isCaster)
    if !target.isCaster { accepted(at: now) }
  }

  mutating func received(_ bytes: ArraySlice<UInt8>, at now: Duration) {
    process(connection.read(bytes, at: now) ?? [], at: now)
  }

  mutating func closed(at now: Duration) {
    guard let outcomes = connection.dialogue?.closed() else { return }
    process(outcomes, at: now)
    if retry == nil { ended("closed the connection", at: now) }
  }

  mutating func failed(_ reason: String, at now: Duration) {
    process(connection.dialogue?.closed() ?? [], at: now)
    guard retry == nil else { return }
    if meter.flow == nil {
      disconnect(at: now)
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
    connection.accepted = now
    (state, redirects) = (.connected, 0)
    sendPosition(at: now)
  }

  private mutating func deliver(_ bytes: [UInt8], at now: Duration) {
    actions += connection.received(bytes, at: now).map { .deliver($0) }
    if state != .receiving { (state, connection.receiving) = (.receiving, now) }
  }

  /// Passes on what waits for the rest of its frame.
  private mutating func flush() { actions += connection.flush().map { .deliver($0) } }

  /// Ends a connection that the caster had granted.
  private mutating func ended(_ how: String, at now: Duration) {
    disconnect(at: now)
    guard meter.flow != nil else {
      return tell(.failed(.refused, "it \(how) without sending anything"), at: now)
    }
    state = .connecting
    say("\(target) \(how); connecting again")
  }

  private mutating func disconnect(retryingIn wait: Duration? = nil, at now: Duration) {
    flush()
    actions.append(.close)
    connection.end()
    retry = now + (wait ?? rule.wait(afterFlow: meter.flow, random: random()))
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
    if case .unknownMountpoint(let found) = verdict {
      if let found { table = .known(found) }
      unknownMountpoint(at: now)
    } else if let (failure, text) = Words.rejection(verdict, by: address) {
      fail(failure, text, at: now)
    }
  }

  private mutating func fail(_ failure: CorrectionState.Failure, _ text: String, at now: Duration) {
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
    guard connection.accepted != nil, target.isCaster,
      let sentence = schedule.sentence(isSilent: isSilentWithoutTable(at: now), at: now)
    else { return }
    connection.positionSent = connection.positionSent ?? now
    if state == .waitingForPosition { state = .connected }
    actions.append(.send(Array((sentence + "\r\n").utf8)))
  }

  /// Whether silence is all that is known: the caster's table has been asked for in vain, or does not list the mountpoint.
  private func isSilentWithoutTable(at now: Duration) -> Bool {
    guard let accepted = connection.accepted, meter.lastData == nil else { return false }
    return switch table {
    case .missing, .known: true
    case .requested: now >= accepted + Self.tablePatience
    case .unknown: false
    }
  }

  // MARK: Time

  /// When ``elapse(to:)`` has something to do; `nil` for never.
  var deadline: Duration? {
    var first = earlier(retry, earlier(connection.partialDue, connection.refusalDue))
    guard let opened = connection.opened, let quiet = connection.quietSince else { return first }
    first = earlier(first, quiet + (isTold ? Self.longestSilence : Self.silence))
    // Patience ends at a fix, which comes every second.
    if connection.accepted != nil,
      let due = schedule.due(isSilent: isSilentWithoutTable(at: opened))
    {
      // A position that is too old waits for the next fix.
      first = earlier(first, max(due, opened))
    }
    return earlier(first, earlier(tableDue, connection.reportDue))
  }

  var meter: CorrectionMeter { connection.meter }
  var isGranted: Bool { connection.accepted != nil }

  private var isTold: Bool { state == .silent || state == .waitingForPosition }

  /// When to ask for the table; `nil` if it is not needed.
  private var tableDue: Duration? {
    guard let accepted = connection.accepted, schedule.needsTable, case .unknown = table,
      target.isCaster
    else { return nil }
    return accepted + Self.tableDelay
  }

  mutating func elapse(to now: Duration) {
    schedule.expire(at: now)
    if let retry {
      if now >= retry { connect(at: now) }
      return
    }
    if let due = connection.partialDue, now >= due { flush() }
    if let due = connection.refusalDue, now >= due {
      return process(connection.dialogue?.closed() ?? [], at: now)
    }
    if let tableDue, now >= tableDue {
      table = .requested(isForMessage: false)
      actions.append(.fetchTable(address.table))
    }
    sendPosition(at: now)
    if let due = connection.reportDue, now >= due {
      connection.receiving = nil
      tell(.receiving, at: now)
    }
    checkSilence(at: now)
  }

  private mutating func checkSilence(at now: Duration) {
    guard let quiet = connection.quietSince.map({ now - $0 }) else { return }
    if quiet >= Self.longestSilence { return disconnect(at: now) }
    guard quiet >= Self.silence else { return }
    let waits =
      meter.lastData == nil && connection.accepted != nil && !schedule.hasPosition(at: now)
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
