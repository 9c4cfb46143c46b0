// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// What is known of one receiver when it is chosen among several.
struct FixHistory: Sendable {
  var name: String
  /// The last fix; `nil` once it is lost.
  private(set) var fix: Fix?
  /// The receiver's time of the last fix, nanoseconds since 1970; `nil` if it has no date.
  private var time: Int64?
  /// When the last fix arrived, lost or not.
  private(set) var arrival: Duration = .zero
  private(set) var period: Duration = FixAge.usualPeriod
  /// Whether it has been without a fix since its first one.
  private(set) var hasBeenLost = false
  /// Whether its positions are compared with those of others.
  let isCompared: Bool
  /// Whether it is alone with its position; see ``FixComparison``.
  private(set) var isOutlier = false
  /// Whether a fix of it has been passed on.
  var hasBeenActive = false
  /// Whether it served until it was lost, and has not served since.
  var isReplaced = false
  /// The satellites that it reported last; `nil` if it reports none.
  var satellites: SatellitesInView?
  /// Speed in meters per second, as reported or between its last two fixes, for comparisons only; `nil` if unknown.
  private(set) var speed: Double?
  /// Since when every epoch had a fix; `nil` without a fix.
  private var steadySince: Duration?
  private(set) var isGone = false

  init(name: String, isCompared: Bool) { (self.name, self.isCompared) = (name, isCompared) }

  mutating func received(_ fix: Fix, period: Duration?, at now: Duration) {
    if let period { self.period = period }
    let time = fix.time?.nanosecondsSince1970
    var elapsed = now - arrival
    if let last = self.time, let time { elapsed = .nanoseconds(time - last) }
    // Half an epoch more than one has passed since the fix before; division is generic.
    if self.fix == nil || elapsed + elapsed > self.period + self.period + self.period {
      hasBeenLost = hasBeenLost || steadySince != nil
      steadySince = now
    }
    speed = fix.speed ?? self.fix.flatMap { Self.speed(from: $0, to: fix, in: elapsed) }
    self.fix = fix
    (self.time, arrival, isGone) = (time, now, false)
  }

  private static func speed(from last: Fix, to fix: Fix, in time: Duration) -> Double? {
    time > .zero ? FixComparison.distance(last, fix) / (time / .seconds(1)) : nil
  }

  mutating func lost(isGone: Bool) {
    if fix != nil { hasBeenLost = true }
    (fix, steadySince) = (nil, nil)
    self.isGone = self.isGone || isGone
  }

  /// Takes the result of a comparison with others: an epoch with a wrong position is one without a fix.
  mutating func judged(isOutlier: Bool) {
    if isOutlier {
      (hasBeenLost, steadySince) = (true, nil)
    } else if self.isOutlier {
      steadySince = arrival
    }
    self.isOutlier = isOutlier
  }

  /// When its last fix is too old: two epochs later, and as much more as epochs vary.
  var expiry: Duration { arrival + period + period + max(period / 5, .milliseconds(50)) }

  func hasFix(at now: Duration) -> Bool { fix != nil && now < expiry }

  /// Whether its last fix is too old, and this has not been recorded.
  func isExpired(at now: Duration) -> Bool { fix != nil && now >= expiry }

  /// Whether it has a fix that nothing speaks against.
  func isUsable(at now: Duration) -> Bool { hasFix(at: now) && !isOutlier }

  /// Whether every epoch has had a fix for long enough to return to it.
  func isSteady(at now: Duration) -> Bool {
    guard isUsable(at: now), let steadySince else { return false }
    return now >= steadySince + ReceiverChoice.steadyTime
  }

  /// Whether it has gone, or two of its epochs are missing.
  func isOverdue(at now: Duration) -> Bool {
    isGone || isOutlier || now >= expiry
  }
}
