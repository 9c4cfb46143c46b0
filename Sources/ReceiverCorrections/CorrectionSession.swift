// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem

/// What is done to get corrections, over all connections: a value that is given bytes, fixes and times.
///
/// Effects are performed in order; what follows from one of them comes after those that are already there.
struct CorrectionSession {
  enum Effect: Hashable {
    case connect(CorrectionAddress)
    /// Send the request, with this position if there is one.
    case request(position: String?)
    case close
    case send([UInt8])
    /// Pass this on to the receiver: one frame, or what is between frames.
    case deliver([UInt8])
    /// Ask for the caster's table over a connection of its own.
    case fetchTable(CorrectionAddress)
    case say(String)
  }
  typealias Effects = [Effect]

  let address: CorrectionAddress
  /// Where the data is now: the address, or where it redirects to.
  private(set) var target: CorrectionAddress
  private(set) var state = CorrectionState.connecting
  /// The present connection, or what came over the last one.
  private var connection = CorrectionStream()
  /// When to connect again; `nil` while there is a connection.
  private var retry: Duration?
  private(set) var schedule: PositionSchedule
  /// Where the receiver is, or was, as far as the user or the track says; for messages before there is a fix.
  private let place: Fix?
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
    _ address: CorrectionAddress, near place: Fix? = nil,
    random generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    (self.address, target, self.place, self.generator) = (address, address, place, generator)
    schedule = PositionSchedule(address.positions)
  }

  // MARK: The connection

  /// Makes the first connection; every other one follows from the last.
  mutating func connect(at now: Duration, into effects: inout Effects) {
    (connection, retry) = (CorrectionStream(), nil)
    schedule.connectionBegan()
    effects.append(.connect(target))
    if said == nil { tell(.connecting, at: now, into: &effects) } else { state = .connecting }
  }

  /// Sends the request over the connection that has been made.
  mutating func connected(at now: Duration, into effects: inout Effects) {
    connection.opened = now
    effects.append(.request(position: schedule.header(at: now)))
    connection.dialogue = CasterDialogue(isCaster: target.isCaster)
    if !target.isCaster { accepted(at: now, into: &effects) }
  }

  mutating func received(_ bytes: ArraySlice<UInt8>, at now: Duration, into effects: inout Effects)
  {
    process(connection.read(bytes, at: now) ?? [], at: now, into: &effects)
  }

  mutating func closed(at now: Duration, into effects: inout Effects) {
    guard let outcomes = connection.dialogue?.closed() else { return }
    process(outcomes, at: now, into: &effects)
    if retry == nil { ended("closed the connection", at: now, into: &effects) }
  }

  mutating func failed(_ reason: String, at now: Duration, into effects: inout Effects) {
    process(connection.dialogue?.closed() ?? [], at: now, into: &effects)
    guard retry == nil else { return }
    if meter.flow == nil {
      disconnect(at: now, into: &effects)
      tell(.failed(.unreachable, reason), at: now, into: &effects)
    } else {
      ended("is gone: \(reason)", at: now, into: &effects)
    }
  }

  private mutating func process(
    _ outcomes: [CasterDialogue.Outcome], at now: Duration, into effects: inout Effects
  ) {
    for outcome in outcomes {
      switch outcome {
      case .accepted: accepted(at: now, into: &effects)
      case .data(let bytes):
        effects += connection.received(bytes, at: now).map { .deliver($0) }
        if state != .receiving { (state, connection.receiving) = (.receiving, now) }
      case .finished: ended("ended the data", at: now, into: &effects)
      case .ended(let verdict): rejected(verdict, at: now, into: &effects)
      }
    }
  }

  private mutating func accepted(at now: Duration, into effects: inout Effects) {
    connection.accepted = now
    (state, redirects) = (.connected, 0)
    sendPosition(at: now, into: &effects)
  }

  /// Ends a connection that the caster had granted.
  private mutating func ended(_ how: String, at now: Duration, into effects: inout Effects) {
    disconnect(at: now, into: &effects)
    guard meter.flow != nil else {
      return tell(.failed(.refused, "it \(how) without sending anything"), at: now, into: &effects)
    }
    state = .connecting
    say("\(target) \(how); connecting again", into: &effects)
  }

  private mutating func disconnect(
    retryingIn wait: Duration? = nil, at now: Duration, into effects: inout Effects
  ) {
    effects += connection.flush().map { .deliver($0) }
    effects.append(.close)
    connection.end()
    retry = now + (wait ?? rule.wait(afterFlow: meter.flow, random: random()))
  }

  private mutating func rejected(
    _ verdict: CasterVerdict, at now: Duration, into effects: inout Effects
  ) {
    effects += connection.flush().map { .deliver($0) }
    if case .redirect(let place) = verdict, redirects < Self.mostRedirects,
      let next = target.redirected(to: place)
    {
      redirects += 1
      effects.append(.close)
      target = next
      return connect(at: now, into: &effects)
    }
    target = address
    disconnect(retryingIn: rule.wait(after: verdict, random: random()), at: now, into: &effects)
    if case .unknownMountpoint(let found) = verdict {
      if let found { table = .known(found) }
      unknownMountpoint(at: now, into: &effects)
    } else if let (failure, text) = CorrectionMessages.rejection(verdict, by: address) {
      tell(rejection(failure, text), at: now, into: &effects)
    }
  }

  private func rejection(_ failure: CorrectionState.Failure, _ text: String) -> CorrectionState {
    .failed(failure, "cannot get corrections from \(address): \(text)")
  }

  // MARK: The table

  private mutating func unknownMountpoint(at now: Duration, into effects: inout Effects) {
    guard case .unknown = table else {
      let text = CorrectionMessages.unknownMountpoint(
        address, table.table, near: schedule.fix ?? place)
      return tell(rejection(.unknownMountpoint, text), at: now, into: &effects)
    }
    // The line waits for the table.
    state = .failed(.unknownMountpoint, "")
    table = .requested(isForMessage: true)
    effects.append(.fetchTable(address.table))
  }

  /// Takes the caster's table; `nil` if it has none.
  mutating func received(_ found: SourceTable?, at now: Duration, into effects: inout Effects) {
    var isForMessage = false
    if case .requested(true) = table { isForMessage = true }
    table = found.map { .known($0) } ?? .missing
    if let stream = found?.stream(address.mountpoint) {
      schedule.isWantedByTable = stream.wantsPosition
    }
    if isForMessage { unknownMountpoint(at: now, into: &effects) }
    sendPosition(at: now, into: &effects)
  }

  // MARK: Positions

  mutating func received(_ fix: Fix, at now: Duration, into effects: inout Effects) {
    schedule.received(fix, at: now)
    sendPosition(at: now, into: &effects)
  }

  mutating func fixLost() { schedule.fixLost() }

  private mutating func sendPosition(at now: Duration, into effects: inout Effects) {
    guard connection.accepted != nil, target.isCaster,
      let sentence = schedule.sentence(isSilent: isSilentWithoutTable(at: now), at: now)
    else { return }
    connection.positionSent = connection.positionSent ?? now
    if state == .waitingForPosition { state = .connected }
    effects.append(.send(Array((sentence + "\r\n").utf8)))
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
    guard let quiet = connection.quietSince else { return first }
    first = earlier(first, quiet + (isTold ? Self.longestSilence : Self.silence))
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

  mutating func elapse(to now: Duration, into effects: inout Effects) {
    if let retry {
      if now >= retry { connect(at: now, into: &effects) }
      return
    }
    if let due = connection.partialDue, now >= due {
      effects += connection.flush().map { .deliver($0) }
    }
    if let due = connection.refusalDue, now >= due {
      return process(connection.dialogue?.closed() ?? [], at: now, into: &effects)
    }
    if let tableDue, now >= tableDue {
      table = .requested(isForMessage: false)
      effects.append(.fetchTable(address.table))
    }
    if let due = connection.reportDue, now >= due {
      connection.receiving = nil
      tell(.receiving, at: now, into: &effects)
    }
    checkSilence(at: now, into: &effects)
  }

  private mutating func checkSilence(at now: Duration, into effects: inout Effects) {
    guard let quiet = connection.quietSince.map({ now - $0 }) else { return }
    if quiet >= Self.longestSilence { return disconnect(at: now, into: &effects) }
    guard quiet >= Self.silence else { return }
    let waits =
      meter.lastData == nil && connection.accepted != nil && !schedule.hasPosition(at: now)
      && schedule.isWanted(isSilent: isSilentWithoutTable(at: now))
    if state != (waits ? .waitingForPosition : .silent) {
      tell(waits ? .waitingForPosition : .silent, at: now, into: &effects)
    }
  }

  private mutating func random() -> Double { Double.random(in: 0..<1, using: &generator) }

  // MARK: Words

  private mutating func tell(
    _ state: CorrectionState, at now: Duration, into effects: inout Effects
  ) {
    self.state = state
    say(explanation(at: now), into: &effects)
  }

  private mutating func say(_ text: String, into effects: inout Effects) {
    guard text != said else { return }
    said = text
    effects.append(.say(text))
  }
}
