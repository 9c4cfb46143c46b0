// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Decides which candidates are listened to, and which one serves.

extension Supervision {
  /// Decides which candidate serves, opens those worth listening to and closes those not needed.
  mutating func choose(at now: Duration) {
    if holdsForService(at: now) { return chooseService(at: now) }
    if let best { active = best }
    let isServed = isServed(at: now)
    for index in members.indices where members[index].candidate.identity != active {
      if !isServed || members[index].isService {
        members[index].openIfIdle(at: now)
      } else if isOverdue(members[index], at: now) {
        members[index].retire(at: now)
      }
    }
  }

  /// Whether the location service answers, or may be about to.
  private func holdsForService(at now: Duration) -> Bool {
    guard let member = members.first(where: \.isService), !isNamed else { return false }
    return member.isWorthHearing || service.isWaiting
  }

  /// Lets the service serve: no port is opened, and open ones are closed.
  private mutating func chooseService(at now: Duration) {
    for index in members.indices {
      if members[index].isService {
        if members[index].isWorthHearing { active = members[index].candidate.identity }
        members[index].openIfIdle(at: now)
      } else if !members[index].link.isClosed || members[index].link.retry != nil {
        members[index].retire(at: now)
      }
    }
  }

  /// Records that a link is about to be closed, if it is the service's.
  mutating func serviceClosed(_ member: SupervisedCandidate, at now: Duration) {
    guard member.isService else { return }
    service.closed(hasServed: member.isWorthHearing, at: now, options)
  }

  /// The identity of the best candidate to serve: one that reports positions, or was named and is understood; `nil` if
  /// there is none.
  private var best: String? {
    members.indices.lazy.filter { members[$0].isWorthHearing }
      .max { rank(of: members[$0]) < rank(of: members[$1]) }
      .map { members[$0].candidate.identity }
  }

  /// Ranks a candidate, by the most important criterion first; among equals, the one that already serves is kept.
  private func rank(of member: SupervisedCandidate) -> (Int, Int, Candidate.Likelihood, Int) {
    (
      member.hasFix ? 1 : 0, member.isReceiver ? 1 : 0, member.candidate.likelihood,
      member.candidate.identity == active ? 1 : 0
    )
  }

  /// Whether the candidate that serves has a fix, or lost it only a short while ago.
  private func isServed(at now: Duration) -> Bool {
    guard let index = activeIndex, members[index].link.isOpen else { return false }
    switch members[index].state {
    case .fix: return true
    case .lost(_, let since): return now < since + options.patience
    default: return false
    }
  }

  /// Whether a candidate is no longer needed while another one serves.
  private func isOverdue(_ member: SupervisedCandidate, at now: Duration) -> Bool {
    switch member.link.phase {
    case .closed(let retry): retry != nil
    case .opening: !isMoreLikely(member)
    case .open(let since): !isMoreLikely(member) || now >= since + options.trial
    }
  }

  /// Whether a candidate is worth a trial although another one serves.
  private func isMoreLikely(_ member: SupervisedCandidate) -> Bool {
    activeIndex.map { member.candidate.likelihood > members[$0].candidate.likelihood } ?? true
  }

  /// Whether a candidate that has just appeared should be opened at once.
  func isWanted(_ member: SupervisedCandidate, at now: Duration) -> Bool {
    if service.isWaiting || members.contains(where: { $0.isService && $0.isWorthHearing }) {
      return member.isService
    }
    return !isServed(at: now) || member.candidate.identity == active || isMoreLikely(member)
  }

  /// When to choose again even if nothing happens; `nil` for never.
  var choiceDeadline: Duration? {
    if let end = service.end { return end }
    // Usually there is no other candidate to choose.
    guard members.count > 1, let serving = activeIndex, members[serving].link.isOpen else {
      return nil
    }
    var first: Duration?
    if case .lost(_, let since) = members[serving].state, hasIdle {
      first = since + options.patience
    }
    guard members[serving].hasFix else { return first }
    for index in members.indices where index != serving {
      guard let openedAt = members[index].link.openedAt else { continue }
      let end = openedAt + options.trial
      first = first.map { min($0, end) } ?? end
    }
    return first
  }

  private var hasIdle: Bool { members.contains(where: \.isIdle) }

  private var activeIndex: Int? { active.flatMap(index(of:)) }
}
