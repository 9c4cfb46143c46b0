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
    for session in sessions where session.isWorthHearing && session.line == .open {
      let identity = session.candidate.identity
      let rank =
        (session.hasFix ? 1000 : 0) + (session.isReceiver ? 100 : 0) + session.candidate.likelihood
        * 2
        + (identity == active ? 1 : 0)
      if rank > best?.rank ?? -1 { best = (identity, rank) }
    }
    return best?.identity
  }

  /// Whether the one that serves has a fix, or lost it only a while ago.
  private func isServed(at now: Duration) -> Bool {
    guard let session = activeSession, session.line == .open else { return false }
    switch session.state {
    case .fix: return true
    case .lost(let since): return now < since + options.patience
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
    activeSession.map { session.candidate.likelihood > $0.candidate.likelihood } ?? true
  }

  /// Whether a candidate that has just appeared is to be opened at once.
  func isWanted(_ session: Session, at now: Duration) -> Bool {
    !isServed(at: now) || session.candidate.identity == active || isMoreLikely(session)
  }

  /// When there is something to choose although nothing happens.
  var choiceDeadline: Duration? {
    guard let serving = activeSession, serving.line == .open else { return nil }
    var first: Duration?
    if case .lost(let since) = serving.state, hasIdle { first = since + options.patience }
    guard serving.hasFix else { return first }
    for session in sessions where session.line == .open && session.candidate.identity != active {
      let end = session.openedAt + options.trial
      first = first.map { min($0, end) } ?? end
    }
    return first
  }

  private var hasIdle: Bool { sessions.contains(where: \.isIdle) }

  private var activeSession: Session? { active.flatMap(index(of:)).map { sessions[$0] } }

  /// The candidate that is closest to a position.
  var closest: Session? { sessions.max { $0.state.rank < $1.state.rank } }
}
