// Core Location for Linux. SPDX-License-Identifier: MIT

/// Compares each position with the one before.
struct MotionWatch: Sendable {
  private typealias Limits = IntegrityThresholds

  private var last: MotionMark?
  private var speeds = SpeedWatch()
  /// The speeds at which the last two positions lie apart, for receivers that report none.
  private var implied: (horizontal: Double?, vertical: Double?)
  /// When the first fix came, or the first after a gap, in the time of the marks.
  private var acquired = 0.0

  /// Forgets what cannot be compared with the next fix.
  mutating func lostFix() { speeds.interrupt() }

  /// - Parameter seconds: the time since the last one; `nil` for the first, and if it is unknown.
  mutating func received(_ fix: Fix, after seconds: Double?) -> FixWarnings {
    guard let last, let seconds else {
      speeds.interrupt()
      implied = (nil, nil)
      acquired = 0
      self.last = MotionMark(fix, after: nil, time: 0, path: 0)
      return []
    }
    // Where only one of the two is known, it stands for both.
    let (one, two) = (last.speed ?? fix.speed, fix.speed ?? last.speed)
    let mean = ((one ?? 0) + (two ?? 0)) / 2
    var new = MotionMark(
      fix, after: last, time: last.time + seconds, path: last.path + mean * seconds)
    if new.isAt(last) { new.stalePath = last.stalePath + mean * seconds }
    self.last = new
    var warnings: FixWarnings = []
    if jumps(from: last, to: new, after: seconds, one.map { max($0, two ?? $0) }) {
      warnings.insert(FixWarnings(.positionJump))
    }
    if seconds > Limits.longestStep || new.isGuess { speeds.interrupt() }
    if let speed = fix.speed, !new.isGuess {
      let isConverging = new.time - acquired < Limits.convergence
      warnings.formUnion(speeds.received(new, last, speed: speed, isConverging: isConverging))
    }
    return warnings
  }

  private mutating func jumps(
    from last: MotionMark, to new: MotionMark, after seconds: Double, _ speed: Double?
  ) -> Bool {
    let distance = last.distance(to: new)
    let climb = new.altitude.flatMap { altitude in last.altitude.map { altitude - $0 } }
    let before = implied
    implied = (distance / max(seconds, 0.05), climb.map { abs($0) / max(seconds, 0.05) })
    if seconds > Limits.longestStep { acquired = new.time }
    // Receivers are carried while they are off, and first positions converge.
    if seconds > Limits.longestStep || new.time - acquired < Limits.convergence || last.isGuess
      || new.isGuess
    {
      return distance > Limits.impossibleSpeed * seconds + Limits.impossibleMargin
    }
    let path =
      (speed ?? before.horizontal ?? Limits.impossibleSpeed) * seconds
      + Limits.acceleration * seconds * seconds
    let allowed = path + Limits.jumpAccuracies * last.accuracy(with: new) + Limits.jumpMargin
    if distance > allowed, distance > allowed + 2 * new.resolution { return true }
    guard let climb else { return false }
    let accuracy = max(new.verticalAccuracy, last.verticalAccuracy)
    let fastest = max(
      Limits.climb, (before.vertical ?? 0) + 2 * Limits.acceleration * seconds)
    return abs(climb) > fastest * seconds
      + Limits.jumpAccuracies * (accuracy + Limits.altitudeMargin)
  }
}
