// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// A watch over a boat at anchor: whether it lies in a circle around the anchor, drags, or cannot be watched.
///
/// The boat drags once it has been beyond the circle for 45 s, in which a single fix that is not beyond does not count, and two
/// in a row do. Both alarms latch: they last until their cause is gone and a person has acknowledged them.
/// docs/notes/anchor.md has the simulation by which the rule was chosen.
package struct AnchorWatch: Hashable, Sendable {
  package enum State: String, Hashable, Sendable {
    /// The boat is in the circle.
    case watching
    /// Three fixes in a row were beyond the circle.
    case outside
    /// The boat drags, or has dragged and nobody has acknowledged it.
    case dragging
    /// There has been no fix that counts for a minute.
    case blind
  }

  /// What has begun or ended.
  package enum Effect: Hashable, Sendable {
    case outside
    case dragging
    /// The boat is in the circle again.
    case inside
    case blind
    /// There is a fix that counts again.
    case sighted
  }

  package typealias Effects = [Effect]

  package let circle: Circle
  /// The last fix that counts; `nil` before the first.
  package private(set) var last: Fix?
  /// The distance of that fix from the anchor, meters.
  package private(set) var distance: Double?
  /// The greatest distance in which two fixes in a row were beyond the circle, meters; `nil` if the boat has not been outside.
  package private(set) var worst: Double?
  package private(set) var dragging: LatchedAlarm
  package private(set) var blindness: LatchedAlarm
  private var tracker: CircleTracker
  /// Fixes in a row on the same side of the circle.
  private var streak = Streak()
  private var isOutside: Bool
  /// When the last fix came that counts, or the watch began, on the monotonic clock.
  private var lastArrival: Duration

  private struct Streak: Hashable {
    var beyond = 0
    var within = 0
  }

  /// How long the boat must be beyond the circle, seconds.
  package static let dwell = 45.0
  /// How long there must have been no fix that counts.
  package static let patience: Duration = .seconds(60)
  /// Of fixes that come more often, one in this time counts, so that the rule is the same for every receiver.
  private static let period: Duration = .milliseconds(900)
  /// A single fix beyond the circle means nothing for the fixes after a gap of this length.
  private static let longestGap: Duration = .seconds(15)

  /// - Parameters:
  ///   - dragging: the alarm as it was before a restart.
  ///   - worst: the greatest distance before a restart, meters.
  package init(
    _ circle: Circle, dragging: LatchedAlarm = LatchedAlarm(),
    blindness: LatchedAlarm = LatchedAlarm(), worst: Double? = nil, at now: Duration
  ) {
    (self.circle, self.dragging, self.blindness, self.worst) = (circle, dragging, blindness, worst)
    isOutside = dragging.isPresent
    tracker = CircleTracker(
      circle, side: dragging.isPresent ? .outside : .inside, rules: .beyondAtAll(for: Self.dwell))
    lastArrival = now
  }

  package var state: State {
    if blindness.isPresent { return .blind }
    if dragging.isOn { return .dragging }
    return isOutside ? .outside : .watching
  }

  /// Whether a fix says on which side of the circle the boat is.
  private func counts(_ fix: Fix) -> Bool {
    fix.warnings.isEmpty && fix.horizontalAccuracy ?? 0 <= max(circle.radius, Self.worstAccuracy)
  }

  /// The worst accuracy of a fix that counts, meters; the radius if that is larger.
  private static var worstAccuracy: Double { CircleTracker.worstAccuracy }

  /// When ``elapse(to:into:)`` has something to do; `nil` for never.
  package var deadline: Duration? { blindness.isPresent ? nil : lastArrival + Self.patience }

  // MARK: Input

  /// - Parameter now: its arrival, on the monotonic clock.
  package mutating func received(_ fix: Fix, at now: Duration, into effects: inout Effects) {
    guard counts(fix) else { return elapse(to: now, into: &effects) }
    let current = circle.distance(to: fix)
    guard current.isFinite else { return elapse(to: now, into: &effects) }
    let gap = now - lastArrival
    if last != nil, gap >= .zero, gap < Self.period { return }
    if gap > Self.longestGap, !isOutside {
      tracker.settle(on: .inside)
      streak = Streak()
    }
    (lastArrival, last) = (now, fix)
    if blindness.isPresent {
      blindness.causeEnded()
      effects.append(.sighted)
    }
    let before = distance
    distance = current
    count(isBeyond: current > circle.radius)
    let changes = tracker.received(fix, at: now / .seconds(1))
    if changes, tracker.side == .outside {
      return drag(by: min(before ?? current, current), into: &effects)
    }
    if changes { return comeBack(into: &effects) }
    judgeOutside(into: &effects)
    if isOutside, let before, min(before, current) > worst ?? circle.radius {
      worst = min(before, current)
    }
  }

  /// Processes that time has passed without a fix.
  package mutating func elapse(to now: Duration, into effects: inout Effects) {
    guard let deadline, now >= deadline else { return }
    blindness.causeBegan()
    effects.append(.blind)
  }

  /// Records that a person knows of the alarm that the boat drags.
  package mutating func acknowledgeDragging() {
    dragging.acknowledge()
    if !dragging.isOn, !isOutside { worst = nil }
  }

  /// Records that a person knows that the watch is blind.
  package mutating func acknowledgeBlindness() { blindness.acknowledge() }

  // MARK: The rule

  private mutating func count(isBeyond: Bool) {
    streak = isBeyond ? Streak(beyond: streak.beyond + 1) : Streak(within: streak.within + 1)
  }

  private mutating func drag(by distance: Double, into effects: inout Effects) {
    isOutside = true
    dragging.causeBegan()
    worst = max(worst ?? 0, distance)
    effects.append(.dragging)
  }

  private mutating func comeBack(into effects: inout Effects) {
    isOutside = false
    dragging.causeEnded()
    if !dragging.isOn { worst = nil }
    effects.append(.inside)
  }

  /// Notices that the boat is outside, or in again, before that is an alarm.
  private mutating func judgeOutside(into effects: inout Effects) {
    guard tracker.side == .inside else { return }
    if !isOutside, streak.beyond >= 3 {
      isOutside = true
      effects.append(.outside)
    } else if isOutside, streak.within >= 2 {
      isOutside = false
      if !dragging.isOn { worst = nil }
      effects.append(.inside)
    }
  }
}

/// An alarm that lasts until its cause is gone and a person has acknowledged it.
package struct LatchedAlarm: Hashable, Sendable {
  /// Whether its cause is there.
  package private(set) var isPresent: Bool
  package private(set) var isAcknowledged: Bool
  /// Whether there is an alarm.
  package private(set) var isOn: Bool

  /// - Parameters:
  ///   - isOn: whether there is an alarm, such as before a restart.
  package init(isOn: Bool = false, isPresent: Bool = false, isAcknowledged: Bool = false) {
    (self.isOn, self.isPresent, self.isAcknowledged) = (isOn, isPresent, isAcknowledged)
  }

  package mutating func causeBegan() {
    // One that nobody has acknowledged goes on.
    if !isOn { isAcknowledged = false }
    (isOn, isPresent) = (true, true)
  }

  package mutating func causeEnded() {
    isPresent = false
    if isAcknowledged { isOn = false }
  }

  package mutating func acknowledge() {
    guard isOn else { return }
    isAcknowledged = true
    if !isPresent { isOn = false }
  }
}
