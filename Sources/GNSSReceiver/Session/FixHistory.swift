// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// The fixes of a session, as far as they decide whether it is chosen among several.
struct FixHistory: Sendable {
  /// The receiver's name, for notices.
  private(set) var name = ""
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
  /// Whether it is an outlier; see ``FixComparison``.
  private(set) var isOutlier = false
  /// Whether a fix of it has been passed on.
  var hasBeenActive = false
  /// Whether it was active until it was lost, and has not been since.
  var isReplaced = false
  /// The satellites that it reported last; `nil` if it reports none.
  var satellites: SatellitesInView?
  /// Speed in meters per second, as reported or between its last two fixes, for comparisons only; `nil` if unknown.
  private(set) var speed: Double?
  /// Since when every epoch had a fix; `nil` without a fix.
  private var steadySince: Duration?
  private(set) var isGone = false

  init(isCompared: Bool) { self.isCompared = isCompared }

  /// Takes a fix.
  ///
  /// - Parameters:
  ///   - name: the receiver's name; one that is plugged in again may have another.
  ///   - period: the time between its epochs; `nil` if it is not known.
  mutating func received(_ fix: Fix, of name: String, period: Duration?, at now: Duration) {
    self.name = name
    if let period { self.period = period }
    let time = fix.time?.nanosecondsSince1970
    var elapsed = now - arrival
    if let last = self.time, let time { elapsed = .nanoseconds(time - last) }
    // Half an epoch more than one has passed since the fix before.
    if self.fix == nil || elapsed * 2 > self.period * 3 {
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

  /// Records that it has no fix any more.
  ///
  /// - Parameter isGone: whether it is closed, so that nothing more is to be expected of it.
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

  /// Records the loss of a fix that is too old.
  mutating func elapse(to now: Duration) {
    if fix != nil, now >= expiry { lost(isGone: false) }
  }

  func hasFix(at now: Duration) -> Bool { fix != nil && now < expiry }

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
