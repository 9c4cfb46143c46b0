// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Decides which candidates are listened to, and which one serves.

import LinuxSystem

extension Supervision {
  /// Decides which candidate serves, opens those worth listening to and closes those not needed.
  mutating func choose(at now: Duration) {
    if holdsForService { chooseService(at: now) } else { chooseReceiver(at: now) }
    considerLastResort(at: now)
  }

  private mutating func chooseReceiver(at now: Duration) {
    if let chosen = chosen(at: now) ?? kept ?? best { active = chosen }
    let isServed = isServed(at: now)
    for index in members.indices
    where members[index].candidate.identity != active && !members[index].isLastResort {
      if !isServed || members[index].isService || isSpare(index) {
        members[index].openIfIdle(at: now, into: &heard[index])
      } else if isOverdue(index, at: now) {
        members[index].retire(at: now, into: &heard[index])
      }
    }
  }

  /// Whether the location service answers, or may be about to.
  private var holdsForService: Bool {
    if isNamed { return false }
    guard let index = members.indices.first(where: { members[$0].isService }) else { return false }
    return members[index].isWorthHearing || service.isWaiting
  }

  /// Lets the service serve: no port is opened, and open ones are closed.
  private mutating func chooseService(at now: Duration) {
    for index in members.indices {
      if members[index].isService {
        if members[index].isWorthHearing { active = members[index].candidate.identity }
        members[index].openIfIdle(at: now, into: &heard[index])
      } else if members[index].isLastResort {
        continue
      } else if !members[index].link.isClosed || members[index].link.retry != nil {
        members[index].retire(at: now, into: &heard[index])
      }
    }
    chooseLastResort()
  }

  /// Records that a link is about to be closed, if it is the service's.
  mutating func serviceClosed(_ member: SupervisedCandidate, at now: Duration) {
    guard member.isService else { return }
    service.closed(hasServed: member.isWorthHearing, at: now)
  }

  /// The identity of the receiver that serves, of several with a fix; `nil` if none has one.
  private mutating func chosen(at now: Duration) -> String? {
    guard members.count > 1 else { return nil }
    let options = members.indices.filter { members[$0].isWorthHearing }.map { index in
      ReceiverChoice.Option(
        identity: members[index].candidate.identity, preference: preference(index),
        isLastResort: members[index].isLastResort)
    }
    return choice.choose(among: options, serving: active, at: now)
  }

  /// The identity of the receiver that served last, while none has a fix; `nil` if it may not serve.
  private var kept: String? {
    guard members.count > 1, let index = activeIndex, members[index].isWorthHearing,
      served?.identity == active, !members.indices.contains(where: { members[$0].hasFix })
    else { return nil }
    return active
  }

  /// The place of a candidate in the order of preference: the user's order, then the likelihood of a receiver.
  private func preference(_ index: Int) -> Int {
    if members[index].isLastResort { return .max }
    let likelihoods = Candidate.Likelihood.service.rawValue + 1
    let candidate = members[index].candidate
    return (candidate.preference + 1) * likelihoods - candidate.likelihood.rawValue
  }

  /// The identity of the best candidate to serve: one that reports positions, or was named and is understood; `nil` if
  /// there is none.
  private var best: String? {
    members.indices.filter { members[$0].isWorthHearing }.max { rank(of: $0) < rank(of: $1) }
      .map { members[$0].candidate.identity }
  }

  /// Ranks a candidate, by the most important criterion first; among equals, the one that already serves is kept.
  private func rank(of index: Int) -> (Int, Int, Int, Int) {
    (
      members[index].hasFix ? 1 : 0, members[index].isReceiver ? 1 : 0, -preference(index),
      members[index].candidate.identity == active ? 1 : 0
    )
  }

  /// Whether the candidate that serves has a fix, or lost it only a short while ago.
  private func isServed(at now: Duration) -> Bool {
    guard let index = activeIndex, members[index].link.isOpen, !members[index].isLastResort
    else { return false }
    switch members[index].state {
    case .fix: return true
    case .lost(_, let since): return now < since + options.patience
    default: return false
    }
  }

  /// Whether a candidate is kept open while another one serves, so that it can take over at once.
  private func isSpare(_ index: Int) -> Bool { isNamed || members[index].wasReceiver }

  /// Whether a candidate is no longer needed while another one serves.
  private func isOverdue(_ index: Int, at now: Duration) -> Bool {
    switch members[index].link.phase {
    case .closed(let retry): retry != nil
    case .opening: !isWorthATrial(index)
    case .open(let since): now >= since + options.trial
    }
  }

  /// Whether a candidate is worth a trial although another one serves: it is likely to be a receiver, or at least more
  /// likely than that one.
  private func isWorthATrial(_ index: Int) -> Bool {
    let likelihood = members[index].candidate.likelihood
    return likelihood >= options.trustedLikelihood
      || activeIndex.map { likelihood > members[$0].candidate.likelihood } ?? true
  }

  /// Whether a candidate that has just appeared should be opened at once.
  func isWanted(_ index: Int, at now: Duration) -> Bool {
    if service.isWaiting
      || members.indices.contains(where: {
        members[$0].isService && members[$0].isWorthHearing
      })
    {
      return members[index].isService
    }
    return !isServed(at: now) || members[index].candidate.identity == active || isSpare(index)
      || isWorthATrial(index)
  }

  /// When to choose again even if nothing happens; `nil` for never.
  var choiceDeadline: Duration? {
    earlier(otherDeadline, lastResortDeadline)
  }

  private var otherDeadline: Duration? {
    if let end = service.end { return end }
    if holdsForService { return nil }
    // Usually there is no other candidate to choose.
    guard members.count > 1, let serving = activeIndex, members[serving].link.isOpen else {
      return nil
    }
    var first: Duration?
    if case .lost(_, let since) = members[serving].state, hasIdle {
      first = since + options.patience
    }
    first = earlier(first, choice.deadline(serving: active))
    guard members[serving].hasFix, !members[serving].isLastResort else { return first }
    for index in members.indices
    where index != serving && !isSpare(index) && !members[index].isService
      && !members[index].isLastResort
    {
      first = earlier(first, members[index].link.openedAt.map { $0 + options.trial })
    }
    return first
  }

  /// Whether there is a candidate that can be opened when the one that serves has lost its fix.
  private var hasIdle: Bool {
    members.indices.contains { members[$0].isIdle && !members[$0].isLastResort }
  }

  private var activeIndex: Int? { active.flatMap(index(of:)) }
}
