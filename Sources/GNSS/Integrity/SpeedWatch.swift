// Core Location for Linux. SPDX-License-Identifier: MIT

/// Compares positions with the speeds that are reported with them.
///
/// Only what begins is suspicious. Speeds of some devices never fit: they come from a log in the water, are in the wrong
/// unit, or always 0; others repeat a position for some seconds. So speeds are trusted after they have fitted for a while,
/// and positions are expected to change after they have. A speed that changes may lag behind the positions.
struct SpeedWatch: Sendable {
  private typealias Limits = IntegrityThresholds

  /// The marks of the last seconds, oldest first, about a second apart.
  private var marks: [MotionMark] = []
  /// For how long positions and speeds have fitted, seconds.
  private var fitted = (moving: 0.0, still: 0.0)
  /// For how long they have not, seconds.
  private var mismatched = 0.0
  /// Whether they have not fitted for so long that it may be the device.
  private var isDoubtful = false
  /// For how much longer positions have changed than not, at speed, seconds.
  private var changing = 0.0
  /// The first of the positions that are equal to the last one, their number, and whether they were changing before.
  private var equal: (first: MotionMark, count: Int, isSudden: Bool)?

  /// Forgets what cannot be compared with the next fix.
  mutating func interrupt() {
    marks.removeAll(keepingCapacity: true)
    equal = nil
  }

  mutating func received(
    _ new: MotionMark, _ last: MotionMark, speed: Double, isConverging: Bool
  ) -> FixWarnings {
    var warnings: FixWarnings = []
    if isMismatch(new, after: new.time - last.time, isConverging: isConverging) {
      warnings.insert(FixWarnings(.speedMismatch))
    }
    if isFrozen(new, last, speed: speed) { warnings.insert(FixWarnings(.frozen)) }
    return warnings
  }

  // MARK: Faster than they should be

  private mutating func isMismatch(
    _ new: MotionMark, after seconds: Double, isConverging: Bool
  ) -> Bool {
    let window = Limits.comparison
    if let oldest = marks.first, new.time - oldest.time > window.upperBound {
      marks.removeAll { new.time - $0.time > window.upperBound }
    }
    defer {
      if marks.last.map({ new.time - $0.time >= 0.95 }) ?? true { marks.append(new) }
    }
    guard let first = marks.first, new.time - first.time >= window.lowerBound else { return false }
    let outruns = marks.contains { mark in
      let elapsed = new.time - mark.time
      guard elapsed >= window.lowerBound else { return false }
      let path = new.path - mark.path + mark.stalePath + lag(from: mark.speed, to: new.speed)
      return mark.distance(to: new) > path + Limits.mismatchAccuracies * mark.accuracy(with: new)
        + Limits.mismatchSpeed * elapsed
    }
    guard outruns else {
      learn(new, since: first, seconds)
      return false
    }
    if isConverging {
      marks.removeAll(keepingCapacity: true)
      return false
    }
    mismatched += seconds
    return isDoubtful
      ? fitted.moving >= Limits.renewedTrust
      : fitted.moving >= Limits.trustMoving || fitted.still >= Limits.trustStill
  }

  /// Returns how much of the way is missing in the path, or still in it, because the receiver smooths its speed, meters.
  private func lag(from speed: Double?, to last: Double?) -> Double {
    guard let speed, let last else { return 0 }
    return Limits.speedLag * abs(last - speed)
  }

  private mutating func learn(_ new: MotionMark, since first: MotionMark, _ seconds: Double) {
    if mismatched > Limits.doubtful { (fitted, isDoubtful) = ((0, 0), true) }
    mismatched = 0
    let elapsed = new.time - first.time
    let (distance, path) = (first.distance(to: new), new.path - first.path)
    if distance > Limits.movingSpeed * elapsed {
      fitted.moving += path > 0.6 * distance ? seconds : -seconds
      fitted.moving = min(max(fitted.moving, 0), 2 * Limits.renewedTrust)
    } else if path < Limits.movingSpeed * elapsed {
      fitted.still = min(fitted.still + seconds, Limits.trustStill)
    }
  }

  // MARK: Not at all

  /// Whether the position has been repeated to the last digit, although the receiver moves.
  private mutating func isFrozen(_ new: MotionMark, _ last: MotionMark, speed: Double) -> Bool {
    let isChanged = !last.isAt(new)
    if isChanged { equal = nil }
    if speed > Limits.movingSpeed {
      let seconds = new.time - last.time
      let isSudden = changing >= Limits.trustMoving
      changing = min(max(changing + (isChanged ? seconds : -seconds), 0), 2 * Limits.trustMoving)
      if !isChanged { equal = equal ?? (last, 1, isSudden) }
    }
    guard !isChanged, let (first, count, isSudden) = equal else { return false }
    equal?.count += 1
    let seconds = new.time - first.time
    let path = new.path - first.path - lag(from: first.speed, to: new.speed)
    return isSudden && count + 1 >= Limits.equalFixes
      && seconds >= Limits.comparison.lowerBound
      && path > Limits.movingSpeed * seconds && path > 3 * new.resolution
      && new.accuracy < Limits.uselessAccuracy
  }
}
