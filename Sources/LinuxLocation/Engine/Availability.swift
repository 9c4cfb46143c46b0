// Core Location for Linux. SPDX-License-Identifier: MIT

/// Whether a position is to be had, by what the source reports and for how long it has.
struct Availability: Sendable {
  /// How long a receiver that talks may take to find its first position before clients are notified.
  static let patience = Duration.seconds(15)
  /// How long there may be no receiver: a port may just be about to be opened.
  static let grace = Duration.seconds(2)

  /// What follows from something that the source reports, or from time that has passed.
  struct Verdict: Hashable, Sendable {
    /// Whether clients have to be notified that no position is to be had.
    var isNews: Bool
    /// A line for the log.
    var notice: String?
  }

  /// Whether the source had a position when it last spoke of it.
  private(set) var hasFix = false
  /// Whether clients were notified that no position is to be had, since there last was one.
  private(set) var isUnavailable = false
  /// A state that is reported if it lasts.
  private var pending: (state: PositionSourceState, deadline: Duration)?
  /// Whether it was logged that a receiver has no first position.
  private var hasReportedWaiting = false

  /// When ``elapse(to:)`` has something to do; `nil` while it has not.
  var deadline: Duration? { pending?.deadline }

  mutating func receivedFix() { self = Availability(hasFix: true) }

  private init(hasFix: Bool) { self.hasFix = hasFix }

  init() {}

  /// The position is lost, or there is no source.
  mutating func lost() -> Verdict {
    hasFix = false
    return fail(notice: nil)
  }

  /// The source is in a state.
  mutating func received(_ state: PositionSourceState, at now: Duration) -> Verdict? {
    switch state.code {
    case .noReceiver: wait(for: Self.grace, in: state, at: now)
    case .waitingForFix: if !hasReportedWaiting { wait(for: Self.patience, in: state, at: now) }
    case .trouble, .denied: return fail(notice: state.text)
    case .ended: return fail(notice: nil)
    case .starting, .fix: pending = nil
    }
    return nil
  }

  /// Time has passed: a state may have lasted long enough.
  mutating func elapse(to now: Duration) -> Verdict? {
    guard let pending, pending.deadline <= now else { return nil }
    if pending.state.code == .waitingForFix { hasReportedWaiting = true }
    return fail(notice: pending.state.text)
  }

  /// Listening to the source begins or ends: what it reported before does not count any more.
  mutating func forget() { self = Availability(hasFix: hasFix) }

  private mutating func wait(
    for patience: Duration, in state: PositionSourceState, at now: Duration
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
