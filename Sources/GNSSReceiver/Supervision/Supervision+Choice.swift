// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Who is listened to, and who serves.

extension Supervision {
  /// Decides who serves, opens whom it takes and closes who is not needed.
  mutating func choose(at now: Duration) {
    if let best { active = best }
    let isServed = isServed(at: now)
    for index in sessions.indices where sessions[index].candidate.identity != active {
      if !isServed {
        sessions[index].openIfIdle(at: now)
      } else if isOverdue(sessions[index], at: now) {
        sessions[index].retire()
      }
    }
  }

  /// Who serves best of those that talk of positions, or are named and talk; `nil` if nobody does.
  private var best: String? {
    var best: (identity: String, rank: Int)?
    for index in sessions.indices
    where sessions[index].isWorthHearing && sessions[index].line == .open {
      let identity = sessions[index].candidate.identity
      let rank =
        (sessions[index].hasFix ? 1000 : 0) + (sessions[index].isReceiver ? 100 : 0)
        + sessions[index].candidate.likelihood * 2 + (identity == active ? 1 : 0)
      if rank > best?.rank ?? -1 { best = (identity, rank) }
    }
    return best?.identity
  }

  /// Whether the one that serves has a fix, or lost it only a while ago.
  private func isServed(at now: Duration) -> Bool {
    guard let index = activeIndex, sessions[index].line == .open else { return false }
    switch sessions[index].state {
    case .fix: return true
    case .lost(_, let since): return now < since + options.patience
    default: return false
    }
  }

  /// Whether a candidate is not needed any more while another one serves.
  private func isOverdue(_ session: Session, at now: Duration) -> Bool {
    switch session.line {
    case .closed(let retry): retry != nil
    case .opening: !isMoreLikely(session)
    case .open: !isMoreLikely(session) || now >= session.openedAt + options.trial
    }
  }

  /// Whether a candidate is worth a trial although another one serves.
  private func isMoreLikely(_ session: Session) -> Bool {
    activeIndex.map { session.candidate.likelihood > sessions[$0].candidate.likelihood } ?? true
  }

  /// Whether a candidate that has just appeared is to be opened at once.
  func isWanted(_ session: Session, at now: Duration) -> Bool {
    !isServed(at: now) || session.candidate.identity == active || isMoreLikely(session)
  }

  /// When there is something to choose although nothing happens.
  var choiceDeadline: Duration? {
    // As a rule there is no other one to choose.
    guard sessions.count > 1, let serving = activeIndex, sessions[serving].line == .open else {
      return nil
    }
    var first: Duration?
    if case .lost(_, let since) = sessions[serving].state, hasIdle {
      first = since + options.patience
    }
    guard sessions[serving].hasFix else { return first }
    for index in sessions.indices where index != serving && sessions[index].line == .open {
      let end = sessions[index].openedAt + options.trial
      first = first.map { min($0, end) } ?? end
    }
    return first
  }

  private var hasIdle: Bool { sessions.contains(where: \.isIdle) }

  /// By number: a session is large, and would be copied.
  private var activeIndex: Int? { active.flatMap(index(of:)) }

  /// The candidate that is closest to a position.
  var closest: Session? { sessions.max { $0.state.rank < $1.state.rank } }
}
