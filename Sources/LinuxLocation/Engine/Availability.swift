// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationProtocols

/// Whether a position is available, judging by the source's reports and how long they have lasted.
struct Availability: Sendable {
  /// How long a receiver that sends data may take to find its first position before clients are notified.
  static let patience = Duration.seconds(15)
  /// How long there may be no receiver before clients are notified, since a port may be about to be opened.
  static let grace = Duration.seconds(2)

  /// The consequence of a report by the source, or of the passage of time.
  struct Verdict: Hashable, Sendable {
    /// Whether clients have to be notified that no position is available.
    var isNews: Bool
    var notice: String?
  }

  /// Whether the source had a position according to its last report about that.
  private(set) var hasFix = false
  /// Whether clients have been notified that no position is available, since there last was one.
  private(set) var isUnavailable = false
  /// A state that is reported if it lasts.
  private var pending: (state: StateReport, deadline: Duration)?
  private var hasReportedWaiting = false

  /// When ``elapse(to:)`` has something to do; `nil` if it has nothing to do.
  var deadline: Duration? { pending?.deadline }

  mutating func receivedFix() { self = Availability(hasFix: true) }

  private init(hasFix: Bool) { self.hasFix = hasFix }

  init() {}

  /// Responds to the loss of the position, or of the source.
  mutating func lost() -> Verdict {
    hasFix = false
    return fail(notice: nil)
  }

  mutating func received(_ state: StateReport, at now: Duration) -> Verdict? {
    switch state.code {
    case .noReceiver: wait(for: Self.grace, in: state, at: now)
    case .waitingForFix: if !hasReportedWaiting { wait(for: Self.patience, in: state, at: now) }
    case .trouble, .denied: return fail(notice: state.explanation)
    case .ended: return fail(notice: nil)
    case .starting, .fix: pending = nil
    }
    return nil
  }

  /// Responds to the passage of time: a state may have lasted long enough.
  mutating func elapse(to now: Duration) -> Verdict? {
    guard let pending, pending.deadline <= now else { return nil }
    if pending.state.code == .waitingForFix { hasReportedWaiting = true }
    return fail(notice: pending.state.explanation)
  }

  /// Forgets earlier reports, because listening to the source begins or ends.
  mutating func forget() { self = Availability(hasFix: hasFix) }

  private mutating func wait(
    for patience: Duration, in state: StateReport, at now: Duration
  ) {
    let isSame = pending?.state.code == state.code
    pending = (state, isSame ? pending?.deadline ?? now + patience : now + patience)
  }

  private mutating func fail(notice: String?) -> Verdict {
    pending = nil
    defer { isUnavailable = true }
    return Verdict(isNews: !isUnavailable, notice: notice)
  }
}
