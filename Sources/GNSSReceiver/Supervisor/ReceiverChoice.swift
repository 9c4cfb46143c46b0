// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationProtocols

/// Decides which of several receivers is active, so that a lost one is replaced at once and none is flapped between.
///
/// A value: it is given the sessions, with the fixes and losses in their histories, and times. A session is named by its position
/// among them. The rules, for receivers in an order of preference:
///
/// 1. The active one is left when it says that it has no fix, when it is gone, and when two of its epochs are
///    missing.
/// 2. One that is preferred to it takes over after ten seconds in which each of its epochs had a fix. In the first
///    fifteen seconds its first fix is enough, and against a fallback any fix is.
/// 3. Two switches lie ten seconds apart, unless the successor has had a fix throughout the last ten seconds. One
///    earlier switch is allowed, after two epochs without a fix; see ``SwitchAllowance``.
/// 4. One that is farther from two others than five times the accuracies, while these agree, is treated as if it had no
///    fix. If there are only two, this is reported, and nothing is switched.
struct ReceiverChoice: Sendable {
  /// How long each epoch of a preferred receiver must have had a fix before it takes over.
  static let steadyTime: Duration = .seconds(10)
  /// How long after the start the first fix of a preferred receiver is enough.
  static let startTime: Duration = .seconds(15)

  private var allowance = SwitchAllowance()
  private var comparison = FixComparison()
  private var start: Duration?
  /// When to switch to a receiver that was itself lost a short while ago; `nil` if none is waiting.
  private var postponed: Duration?

  // MARK: Input

  /// Takes a fix.
  ///
  /// - Parameter name: the receiver's name, for notices.
  mutating func received(
    _ fix: Fix, of index: Int, name: String, in sessions: inout [Session], at now: Duration,
    into notices: inout [ReceiverNotice]
  ) {
    let period = sessions[index].period
    let isCompared = !sessions[index].isFallback
    sessions[index].history = sessions[index].history ?? FixHistory(isCompared: isCompared)
    sessions[index].history?.received(fix, of: name, period: period, at: now)
    if Self.hasRival(index, in: sessions) { compare(&sessions, at: now, into: &notices) }
  }

  /// Whether another receiver has a fix: then the choice depends on what this one reports.
  static func hasRival(_ index: Int, in sessions: [Session]) -> Bool {
    sessions.indices.contains { $0 != index && sessions[$0].history?.fix != nil }
  }

  /// Compares what the receivers report, and marks an outlier.
  private mutating func compare(
    _ sessions: inout [Session], at now: Duration, into notices: inout [ReceiverNotice]
  ) {
    var present: [(index: Int, history: FixHistory)] = []
    for index in sessions.indices {
      guard let history = sessions[index].history, history.isCompared, history.hasFix(at: now)
      else { continue }
      present.append((index, history))
    }
    guard present.count > 1 else { return }
    let outlier = comparison.compare(present, into: &notices)
    for (index, history) in present {
      sessions[index].history?.judged(isOutlier: outlier == index)
      if outlier == index, !history.isOutlier {
        notices.append(.outlier(history.name, meters: comparison.distance))
      }
    }
  }

  // MARK: Output

  /// Returns which receiver is active from now on.
  ///
  /// - Parameters:
  ///   - eligible: those that may be active.
  ///   - active: the active one.
  ///   - last: the one whose fixes were passed on last, which may have gone meanwhile.
  /// - Returns: `nil` if none of them has a fix, so that there is nothing to decide.
  mutating func choose(
    among eligible: [Int], of sessions: inout [Session], active: Int?, last: Int?, at now: Duration
  ) -> Int? {
    let begin = start ?? now
    (start, postponed) = (begin, nil)
    for index in sessions.indices { sessions[index].history?.elapse(to: now) }
    let usable = eligible.filter { sessions[$0].history?.isUsable(at: now) == true }
      .sorted { sessions[$0].preference < sessions[$1].preference }
    if let active, usable.contains(active) {
      let current = sessions[active].preference
      return usable.first {
        sessions[$0].preference < current
          && mayTakeOver(
            sessions[$0].history, fromFallback: sessions[active].isFallback, begin: begin, at: now)
      } ?? active
    }
    let steady = usable.first { sessions[$0].history?.isSteady(at: now) == true }
    guard let next = steady ?? usable.first else {
      return eligible.first { sessions[$0].history?.hasFix(at: now) == true }
    }
    // To return to the last one is no switch, although another one may be active without a fix meanwhile.
    guard let active, let left = sessions[active].history, left.hasBeenActive, steady == nil,
      next != last
    else { return next }
    let earliest = allowance.earliest(
      overdue: left.isOverdue(at: now) ? now : left.expiry, at: now)
    if now >= earliest { return next }
    postponed = earliest
    return active
  }

  private func mayTakeOver(
    _ history: FixHistory?, fromFallback: Bool, begin: Duration, at now: Duration
  ) -> Bool {
    guard let history else { return false }
    if fromFallback || history.isSteady(at: now) { return true }
    return now < begin + Self.startTime && !history.hasBeenLost
  }

  /// Records that the first fix of this receiver has been passed on, or the first one after that of another receiver.
  mutating func served(
    _ index: Int, after last: Int?, of sessions: inout [Session], at now: Duration,
    into notices: inout [ReceiverNotice]
  ) {
    sessions[index].history?.hasBeenActive = true
    guard let last, let left = sessions[last].history, let next = sessions[index].history else {
      return
    }
    // A start at which the preferred one comes second is not a loss.
    if left.hasBeenLost { allowance.used(at: now) }
    sessions[index].history?.isReplaced = false
    if !left.isUsable(at: now) { sessions[last].history?.isReplaced = true }
    if !left.hasFix(at: now) {
      notices.append(.replaced(left.name, isGone: left.isGone, by: next.name))
    } else if next.isReplaced {
      notices.append(.returned(next.name))
    }
  }

  /// When to choose again although nothing has arrived; `nil` for never.
  func deadline(active: Int, of sessions: [Session]) -> Duration? {
    if let postponed { return postponed }
    guard let history = sessions[active].history, history.fix != nil,
      sessions.indices.contains(where: { $0 != active && sessions[$0].history != nil })
    else { return nil }
    return history.expiry
  }
}

/// How often a lost receiver may be replaced by one that was itself lost a short while ago.
///
/// Two receivers that lose their fix in turn, under a bridge or on a bad cable, would otherwise be switched between at
/// every loss. One switch is allowed every ten seconds, and one in advance, so that an ordinary second loss is bridged.
struct SwitchAllowance: Sendable {
  static let interval: Duration = .seconds(10)

  /// When the switches so far are paid for, at one every ten seconds.
  private var paid: Duration?

  /// Returns from when on to switch.
  ///
  /// - Parameter overdue: when the active receiver has missed two epochs; now if it is gone.
  func earliest(overdue: Duration, at now: Duration) -> Duration {
    guard let paid, paid > now else { return now }
    return min(paid, max(overdue, paid - Self.interval))
  }

  /// Records a switch.
  mutating func used(at now: Duration) { paid = max(paid ?? now, now) + Self.interval }
}
