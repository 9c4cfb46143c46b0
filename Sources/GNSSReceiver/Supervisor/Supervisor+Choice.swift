// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Decides which sources are listened to, and which one is active.

import LinuxSystem

extension Supervisor {
  /// Decides which source is active, opens those worth listening to and closes those not needed.
  mutating func choose(at now: Duration) {
    if holdsForService { chooseService(at: now) } else { chooseReceiver(at: now) }
    considerFallback(at: now)
  }

  private mutating func chooseReceiver(at now: Duration) {
    if let chosen = chosen(at: now) ?? kept ?? best { active = chosen }
    let hasActivePosition = hasActivePosition(at: now)
    for index in sessions.indices
    where index != active && !sessions[index].isFallback {
      if !hasActivePosition || sessions[index].isService || isStandby(index) {
        sessions[index].openIfIdle(at: now, into: &unvetted[index])
      } else if isOverdue(index, at: now) {
        sessions[index].retire(at: now, into: &unvetted[index])
      }
    }
  }

  /// Whether the location service answers, or may be about to.
  private var holdsForService: Bool {
    if isNamed { return false }
    guard let index = sessions.indices.first(where: { sessions[$0].isService }) else {
      return false
    }
    return sessions[index].isEligible || service.isWaiting
  }

  /// Lets the service serve: no port is opened, and open ones are closed.
  private mutating func chooseService(at now: Duration) {
    for index in sessions.indices {
      if sessions[index].isService {
        if sessions[index].isEligible { active = index }
        sessions[index].openIfIdle(at: now, into: &unvetted[index])
      } else if sessions[index].isFallback {
        continue
      } else if !sessions[index].connection.isClosed || sessions[index].connection.retry != nil {
        sessions[index].retire(at: now, into: &unvetted[index])
      }
    }
    chooseFallback()
  }

  /// Records that a connection is about to be closed, if it is the service's.
  mutating func serviceClosed(_ session: Session, at now: Duration) {
    guard session.isService else { return }
    service.closed(hasBeenActive: session.isEligible, at: now)
  }

  /// The receiver to use, of several with a fix; `nil` if none has one.
  private mutating func chosen(at now: Duration) -> Int? {
    guard sessions.count > 1 else { return nil }
    let eligible = sessions.indices.filter { sessions[$0].isEligible }
    return choice.choose(
      among: eligible, of: &sessions, active: active, last: lastPassed?.index, at: now)
  }

  /// The receiver that was active last, while none has a fix; `nil` if it may not be used.
  private var kept: Int? {
    guard sessions.count > 1, let active, sessions[active].isEligible,
      lastPassed?.index == active,
      !sessions.indices.contains(where: { sessions[$0].hasFix })
    else { return nil }
    return active
  }

  /// The best source: one that reports positions, or was named and is understood; `nil` if there is none.
  private var best: Int? {
    sessions.indices.filter { sessions[$0].isEligible }.max { rank(of: $0) < rank(of: $1) }
  }

  /// Ranks a source, by the most important criterion first; among equals, the active one is kept.
  private func rank(of index: Int) -> (Int, Int, Int, Int) {
    (
      sessions[index].hasFix ? 1 : 0, sessions[index].isReceiver ? 1 : 0,
      -sessions[index].preference, index == active ? 1 : 0
    )
  }

  /// Whether the active source has a fix, or lost it only a short while ago.
  private func hasActivePosition(at now: Duration) -> Bool {
    guard let active, sessions[active].connection.isOpen, !sessions[active].isFallback
    else { return false }
    switch sessions[active].state {
    case .fix: return true
    case .lost(_, let since): return now < since + options.patience
    default: return false
    }
  }

  /// Whether a source is kept open while another one is active, so that it can take over at once.
  private func isStandby(_ index: Int) -> Bool { isNamed || sessions[index].wasReceiver }

  /// Whether a source is no longer needed while another one is active.
  private func isOverdue(_ index: Int, at now: Duration) -> Bool {
    switch sessions[index].connection.phase {
    case .closed(let retry): retry != nil
    case .opening: !isWorthATrial(index)
    case .open(let since): now >= since + options.trial
    }
  }

  /// Whether a source is worth a trial although another one is active: it is likely to be a receiver, or at least more
  /// likely than that one.
  private func isWorthATrial(_ index: Int) -> Bool {
    let likelihood = sessions[index].source.likelihood
    return likelihood >= options.trustedLikelihood
      || active.map { likelihood > sessions[$0].source.likelihood } ?? true
  }

  /// Whether a source that has just appeared should be opened at once.
  func isWanted(_ index: Int, at now: Duration) -> Bool {
    if service.isWaiting
      || sessions.indices.contains(where: {
        sessions[$0].isService && sessions[$0].isEligible
      })
    {
      return sessions[index].isService
    }
    return !hasActivePosition(at: now) || index == active || isStandby(index)
      || isWorthATrial(index)
  }

  /// When to choose again even if nothing happens; `nil` for never.
  var choiceDeadline: Duration? {
    earlier(otherDeadline, fallbackDeadline)
  }

  private var otherDeadline: Duration? {
    if let end = service.end { return end }
    if holdsForService { return nil }
    // Usually there is no other source to choose.
    guard sessions.count > 1, let active, sessions[active].connection.isOpen else {
      return nil
    }
    var first: Duration?
    if case .lost(_, let since) = sessions[active].state, hasIdle {
      first = since + options.patience
    }
    first = earlier(first, choice.deadline(active: active, of: sessions))
    guard sessions[active].hasFix, !sessions[active].isFallback else { return first }
    for index in sessions.indices
    where index != active && !isStandby(index) && !sessions[index].isService
      && !sessions[index].isFallback
    {
      first = earlier(first, sessions[index].connection.openedAt.map { $0 + options.trial })
    }
    return first
  }

  /// Whether there is a source that can be opened when the active one has lost its fix.
  private var hasIdle: Bool {
    sessions.indices.contains { sessions[$0].isIdle && !sessions[$0].isFallback }
  }

  /// The identity of the active source.
  var activeIdentity: String? { active.map { sessions[$0].source.identity } }
}
