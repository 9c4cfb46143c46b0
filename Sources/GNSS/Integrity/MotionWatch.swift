// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Compares each position with the one before.
struct MotionWatch: Sendable {
  private typealias Limits = IntegrityThresholds

  private var last: (fix: Fix, mark: MotionMark)?
  private var speeds = SpeedWatch()
  /// The speeds at which the last two positions lie apart, for receivers that report none.
  private var implied: (horizontal: Double?, vertical: Double?)
  /// When the first fix came, or the first after a gap, in the time of the marks.
  private var acquired = 0.0

  /// Forgets what cannot be compared with the next fix.
  mutating func lostFix() { speeds.interrupt() }

  /// Processes the next fix.
  ///
  /// - Parameter seconds: the time since the last one; `nil` for the first, and if it is unknown.
  mutating func received(_ fix: Fix, after seconds: Double?) -> FixWarnings {
    guard let last, let seconds else {
      speeds.interrupt()
      implied = (nil, nil)
      acquired = 0
      self.last = (fix, MotionMark(fix, time: 0, path: 0))
      return []
    }
    // Where only one of the two is known, it stands for both.
    let (one, two) = (last.fix.speed ?? fix.speed, fix.speed ?? last.fix.speed)
    let mean = ((one ?? 0) + (two ?? 0)) / 2
    var new = MotionMark(
      fix, time: last.mark.time + seconds, path: last.mark.path + mean * seconds)
    if new.isAt(last.mark) { new.stalePath = last.mark.stalePath + mean * seconds }
    defer { self.last = (fix, new) }
    var warnings: FixWarnings = []
    if jumps(to: fix, new, after: seconds, one.map { max($0, two ?? $0) }) {
      warnings.insert(FixWarnings(.positionJump))
    }
    if seconds > Limits.longestStep || fix.isGuess { speeds.interrupt() }
    if let speed = fix.speed, !fix.isGuess {
      let isConverging = new.time - acquired < Limits.convergence
      warnings.formUnion(
        speeds.received(new, last.mark, speed: speed, isConverging: isConverging))
    }
    return warnings
  }

  private mutating func jumps(
    to fix: Fix, _ new: MotionMark, after seconds: Double, _ speed: Double?
  ) -> Bool {
    guard let last else { return false }
    let distance = last.mark.distance(to: new)
    let climb = fix.altitude.flatMap { altitude in last.fix.altitude.map { altitude - $0 } }
    let before = implied
    implied = (distance / max(seconds, 0.05), climb.map { abs($0) / max(seconds, 0.05) })
    if seconds > Limits.longestStep { acquired = new.time }
    // Receivers are carried while they are off, and first positions converge.
    if seconds > Limits.longestStep || new.time - acquired < Limits.convergence || last.fix.isGuess
      || fix.isGuess
    {
      return distance > Limits.impossibleSpeed * seconds + Limits.impossibleMargin
    }
    let path =
      (speed ?? before.horizontal ?? Limits.impossibleSpeed) * seconds
      + Limits.acceleration * seconds * seconds
    let allowed =
      path + Limits.jumpAccuracies * last.mark.accuracy(with: new) + Limits.jumpMargin
    if distance > allowed, distance > allowed + 2 * new.resolution { return true }
    // In two dimensions, the altitude is an assumption.
    guard let climb, fix.mode != .twoDimensional, last.fix.mode != .twoDimensional else {
      return false
    }
    let accuracy = max(
      fix.verticalAccuracy ?? Limits.unknownAccuracy,
      last.fix.verticalAccuracy ?? Limits.unknownAccuracy)
    let fastest = max(
      Limits.climb, (before.vertical ?? 0) + 2 * Limits.acceleration * seconds)
    return abs(climb) > fastest * seconds
      + Limits.jumpAccuracies * (accuracy + Limits.altitudeMargin)
  }
}

extension Fix {
  /// Whether the position does not come from satellites, or from too few for a solution: receivers continue as they
  /// moved, and the next position that does come from satellites may be anywhere.
  fileprivate var isGuess: Bool {
    quality == .estimated || quality == .manual
      || (1...IntegrityThresholds.tooFew).contains(satellitesUsed ?? 0)
  }
}
