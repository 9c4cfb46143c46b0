// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// Decides which of several receivers is active, so that a lost one is replaced at once and none is flapped between.
///
/// A value: it is given fixes, losses and their times. The rules, for receivers in an order of preference:
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
  /// A receiver that may be active now.
  struct Option {
    let identity: String
    /// Its place in the order of preference, the most preferred first; equal ones are not preferred to each other.
    var preference = 0
    /// Whether it is used only while no other one has a fix.
    var isFallback = false
  }

  /// How long each epoch of a preferred receiver must have had a fix before it takes over.
  static let steadyTime: Duration = .seconds(10)
  /// How long after the start the first fix of a preferred receiver is enough.
  static let startTime: Duration = .seconds(15)

  private var histories: [String: FixHistory] = [:]
  private var allowance = SwitchAllowance()
  private var comparison = FixComparison()
  private var start: Duration?
  /// When to switch to a receiver that was itself lost a short while ago; `nil` if none is waiting.
  private var postponed: Duration?

  // MARK: Input

  /// Takes a fix.
  ///
  /// - Parameters:
  ///   - name: the receiver's name, for notices.
  ///   - period: the time between its epochs; `nil` if it is not known.
  ///   - isCompared: whether it may contradict others.
  mutating func received(
    _ fix: Fix, of identity: String, name: String, period: Duration?, isCompared: Bool = true,
    at now: Duration, into notices: inout [ReceiverNotice]
  ) {
    histories[identity, default: FixHistory(name: name, isCompared: isCompared)]
      .received(fix, period: period, at: now)
    // One that is plugged in again may have another name.
    histories[identity]?.name = name
    if hasRival(of: identity) { compare(at: now, into: &notices) }
  }

  /// Records that a receiver has no fix any more.
  ///
  /// - Parameter isGone: whether it is closed, so that nothing more is to be expected of it.
  mutating func lost(_ identity: String, isGone: Bool = false) {
    histories[identity]?.lost(isGone: isGone)
  }

  /// Takes the satellites that a receiver sees.
  mutating func received(_ satellites: SatellitesInView, of identity: String) {
    histories[identity]?.satellites = satellites
  }

  /// Whether another receiver has a fix: then the choice depends on what this one reports.
  func hasRival(of identity: String) -> Bool {
    histories.count > 1 && histories.contains { $0.key != identity && $0.value.fix != nil }
  }

  /// Compares what the receivers report, and marks one that is alone with its position.
  private mutating func compare(at now: Duration, into notices: inout [ReceiverNotice]) {
    let present = histories.filter { $0.value.isCompared && $0.value.hasFix(at: now) }
    guard present.count > 1 else { return }
    let outlier = comparison.compare(present, &notices)
    for (identity, history) in present {
      histories[identity]?.judged(isOutlier: outlier == identity)
      if outlier == identity, !history.isOutlier {
        notices.append(.outlier(history.name, meters: comparison.distance))
      }
    }
  }

  // MARK: Output

  /// Returns which receiver is active from now on.
  ///
  /// - Parameters:
  ///   - options: those that may be active.
  ///   - active: the active one.
  /// - Returns: `nil` if none of them has a fix, so that there is nothing to decide.
  mutating func choose(
    among options: [Option], active: String?, at now: Duration
  ) -> String? {
    let begin = start ?? now
    (start, postponed) = (begin, nil)
    for (identity, history) in histories where history.isExpired(at: now) {
      histories[identity]?.lost(isGone: false)
    }
    let able = options.filter { histories[$0.identity]?.isUsable(at: now) == true }
    let current = able.first { $0.identity == active }
    if let current {
      let better = able.filter { isPreferred($0, to: current) }
        .filter { mayTakeOver($0, from: current, begin: begin, at: now) }
      return (better.min { $0.order < $1.order } ?? current).identity
    }
    let steady = able.filter { histories[$0.identity]?.isSteady(at: now) == true }
    guard let next = (steady.isEmpty ? able : steady).min(by: { $0.order < $1.order }) else {
      return options.first { histories[$0.identity]?.hasFix(at: now) == true }?.identity
    }
    guard let active, let left = histories[active], left.hasBeenActive, steady.isEmpty else {
      return next.identity
    }
    let earliest = allowance.earliest(
      overdue: left.isOverdue(at: now) ? now : left.expiry, at: now)
    if now >= earliest { return next.identity }
    postponed = earliest
    return active
  }

  private func isPreferred(_ option: Option, to current: Option) -> Bool {
    option.isFallback != current.isFallback
      ? current.isFallback : option.preference < current.preference
  }

  private func mayTakeOver(
    _ option: Option, from current: Option, begin: Duration, at now: Duration
  ) -> Bool {
    guard let history = histories[option.identity] else { return false }
    if current.isFallback || history.isSteady(at: now) { return true }
    return now < begin + Self.startTime && !history.hasBeenLost
  }

  /// Records that the first fix of this receiver has been passed on, or the first one after that of another receiver.
  mutating func served(
    _ identity: String, after last: String?, at now: Duration,
    into notices: inout [ReceiverNotice]
  ) {
    histories[identity]?.hasBeenActive = true
    guard let last else { return }
    // A start at which the preferred one comes second is not a loss.
    if histories[last]?.hasBeenLost == true { allowance.used(at: now) }
    noteChange(from: last, to: identity, at: now, into: &notices)
  }

  /// Reports that a receiver was lost while another one takes over, or that a lost one is used again.
  private mutating func noteChange(
    from last: String, to identity: String, at now: Duration, into notices: inout [ReceiverNotice]
  ) {
    guard let left = histories[last], let next = histories[identity] else { return }
    histories[identity]?.isReplaced = false
    if !left.isUsable(at: now) { histories[last]?.isReplaced = true }
    if !left.hasFix(at: now) {
      notices.append(.replaced(left.name, isGone: left.isGone, by: next.name))
    } else if next.isReplaced {
      notices.append(.returned(next.name))
    }
  }

  /// When to choose again although nothing has arrived; `nil` for never.
  func deadline(active: String?) -> Duration? {
    if let postponed { return postponed }
    guard histories.count > 1, let active, let history = histories[active],
      history.fix != nil
    else { return nil }
    return history.expiry
  }

  /// Returns what is known of a receiver; `nil` before its first fix.
  func history(_ identity: String) -> FixHistory? { histories[identity] }

  /// Reports a jump between the last fix of one receiver and the first one of another, if it is one.
  func jumped(
    from last: Fix, to fix: Fix, of identity: String, into notices: inout [ReceiverNotice]
  ) {
    guard let name = histories[identity]?.name,
      let meters = FixComparison.jump(from: last, to: fix)
    else { return }
    notices.append(.jump(to: name, meters: meters))
  }
}

extension ReceiverChoice.Option {
  fileprivate var order: (Int, Int) { (isFallback ? 1 : 0, preference) }
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
