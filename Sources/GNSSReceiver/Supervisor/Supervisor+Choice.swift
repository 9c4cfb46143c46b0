// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Decides which sources are listened to, and which one serves.

import LinuxSystem

extension Supervisor {
  /// Decides which source serves, opens those worth listening to and closes those not needed.
  mutating func choose(at now: Duration) {
    if holdsForService { chooseService(at: now) } else { chooseReceiver(at: now) }
    considerFallback(at: now)
  }

  private mutating func chooseReceiver(at now: Duration) {
    if let chosen = chosen(at: now) ?? kept ?? best { active = chosen }
    let isServed = isServed(at: now)
    for index in sessions.indices
    where sessions[index].source.identity != active && !sessions[index].isFallback {
      if !isServed || sessions[index].isService || isSpare(index) {
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
        if sessions[index].isEligible { active = sessions[index].source.identity }
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
  mutating func serviceClosed(_ member: Session, at now: Duration) {
    guard member.isService else { return }
    service.closed(hasBeenActive: member.isEligible, at: now)
  }

  /// The identity of the receiver that serves, of several with a fix; `nil` if none has one.
  private mutating func chosen(at now: Duration) -> String? {
    guard sessions.count > 1 else { return nil }
    let options = sessions.indices.filter { sessions[$0].isEligible }.map { index in
      ReceiverChoice.Option(
        identity: sessions[index].source.identity, preference: preference(index),
        isFallback: sessions[index].isFallback)
    }
    return choice.choose(among: options, serving: active, at: now)
  }

  /// The identity of the receiver that served last, while none has a fix; `nil` if it may not serve.
  private var kept: String? {
    guard sessions.count > 1, let index = activeIndex, sessions[index].isEligible,
      served?.identity == active, !sessions.indices.contains(where: { sessions[$0].hasFix })
    else { return nil }
    return active
  }

  /// The place of a source in the order of preference: the user's order, then the likelihood of a receiver.
  private func preference(_ index: Int) -> Int {
    if sessions[index].isFallback { return .max }
    let likelihoods = Source.Likelihood.service.rawValue + 1
    let source = sessions[index].source
    return (source.preference + 1) * likelihoods - source.likelihood.rawValue
  }

  /// The identity of the best source to serve: one that reports positions, or was named and is understood; `nil` if
  /// there is none.
  private var best: String? {
    sessions.indices.filter { sessions[$0].isEligible }.max { rank(of: $0) < rank(of: $1) }
      .map { sessions[$0].source.identity }
  }

  /// Ranks a source, by the most important criterion first; among equals, the one that already serves is kept.
  private func rank(of index: Int) -> (Int, Int, Int, Int) {
    (
      sessions[index].hasFix ? 1 : 0, sessions[index].isReceiver ? 1 : 0, -preference(index),
      sessions[index].source.identity == active ? 1 : 0
    )
  }

  /// Whether the source that serves has a fix, or lost it only a short while ago.
  private func isServed(at now: Duration) -> Bool {
    guard let index = activeIndex, sessions[index].connection.isOpen, !sessions[index].isFallback
    else { return false }
    switch sessions[index].state {
    case .fix: return true
    case .lost(_, let since): return now < since + options.patience
    default: return false
    }
  }

  /// Whether a source is kept open while another one serves, so that it can take over at once.
  private func isSpare(_ index: Int) -> Bool { isNamed || sessions[index].wasReceiver }

  /// Whether a source is no longer needed while another one serves.
  private func isOverdue(_ index: Int, at now: Duration) -> Bool {
    switch sessions[index].connection.phase {
    case .closed(let retry): retry != nil
    case .opening: !isWorthATrial(index)
    case .open(let since): now >= since + options.trial
    }
  }

  /// Whether a source is worth a trial although another one serves: it is likely to be a receiver, or at least more
  /// likely than that one.
  private func isWorthATrial(_ index: Int) -> Bool {
    let likelihood = sessions[index].source.likelihood
    return likelihood >= options.trustedLikelihood
      || activeIndex.map { likelihood > sessions[$0].source.likelihood } ?? true
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
    return !isServed(at: now) || sessions[index].source.identity == active || isSpare(index)
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
    guard sessions.count > 1, let serving = activeIndex, sessions[serving].connection.isOpen else {
      return nil
    }
    var first: Duration?
    if case .lost(_, let since) = sessions[serving].state, hasIdle {
      first = since + options.patience
    }
    first = earlier(first, choice.deadline(serving: active))
    guard sessions[serving].hasFix, !sessions[serving].isFallback else { return first }
    for index in sessions.indices
    where index != serving && !isSpare(index) && !sessions[index].isService
      && !sessions[index].isFallback
    {
      first = earlier(first, sessions[index].connection.openedAt.map { $0 + options.trial })
    }
    return first
  }

  /// Whether there is a source that can be opened when the one that serves has lost its fix.
  private var hasIdle: Bool {
    sessions.indices.contains { sessions[$0].isIdle && !sessions[$0].isFallback }
  }

  private var activeIndex: Int? { active.flatMap(index(of:)) }
}
