// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import NMEA0183

/// Compares positions with each other, and with the speeds that the receiver reports.
struct MotionWatch: Sendable {
  private typealias Limits = IntegrityThresholds

  /// A fix with which later ones are compared.
  private struct Mark: Sendable {
    let latitude: Double
    let longitude: Double
    let accuracy: Double
    /// Seconds, and meters of path by the reported speeds, since the beginning.
    let time: Double
    let path: Double

    /// Meters to another place, exact to a percent.
    func distance(to other: Mark) -> Double {
      let perDegree = 6_378_137 * Double.pi / 180
      var east = other.longitude - longitude
      if east > 180 { east -= 360 } else if east < -180 { east += 360 }
      east *= perDegree * cos(latitude * .pi / 180)
      let north = (other.latitude - latitude) * perDegree
      return (east * east + north * north).squareRoot()
    }
  }

  private var last: (fix: Fix, mark: Mark)?
  /// The marks of the last seconds, oldest first, about a second apart; all with speeds.
  private var marks: [Mark] = []
  /// The first of the fixes that are equal to the last one, and their number.
  private var firstEqual: Mark?
  private var equals = 1
  /// The speed at which the last two positions lie apart, for receivers that report none.
  private var impliedSpeed: Double?

  /// Forgets what cannot be compared with the next fix.
  mutating func lostFix() {
    marks.removeAll(keepingCapacity: true)
    firstEqual = nil
  }

  /// Processes the next fix.
  ///
  /// - Parameter seconds: the time since the last one; `nil` for the first, and if it is unknown.
  mutating func received(_ fix: Fix, after seconds: Double?) -> FixWarnings {
    guard let last, let seconds else {
      lostFix()
      impliedSpeed = nil
      self.last = (fix, mark(fix, 0, 0))
      return []
    }
    // Where only one of the two is known, it stands for both.
    let speeds = (last.fix.speed ?? fix.speed, fix.speed ?? last.fix.speed)
    let mean = ((speeds.0 ?? 0) + (speeds.1 ?? 0)) / 2
    let new = mark(fix, last.mark.time + seconds, last.mark.path + mean * seconds)
    defer { self.last = (fix, new) }
    var warnings: FixWarnings = []
    if jumps(fix, new, after: seconds, speeds.0.map { max($0, speeds.1 ?? $0) }) {
      warnings.insert(FixWarnings(.positionJump))
    }
    if seconds > Limits.longestStep || fix.speed == nil || isGuessed(fix) { lostFix() }
    if fix.speed != nil, !isGuessed(fix) {
      if outruns(new) { warnings.insert(FixWarnings(.speedMismatch)) }
      if isFrozen(fix, new) { warnings.insert(FixWarnings(.frozen)) }
    }
    return warnings
  }

  private func mark(_ fix: Fix, _ time: Double, _ path: Double) -> Mark {
    Mark(
      latitude: fix.latitude, longitude: fix.longitude,
      accuracy: fix.horizontalAccuracy ?? Limits.unknownAccuracy, time: time, path: path)
  }

  /// Whether the position does not come from satellites: the first one that does may be anywhere.
  private func isGuessed(_ fix: Fix) -> Bool {
    fix.quality == .estimated || fix.quality == .manual
  }

  private mutating func jumps(
    _ fix: Fix, _ new: Mark, after seconds: Double, _ speed: Double?
  ) -> Bool {
    guard let last else { return false }
    let distance = last.mark.distance(to: new)
    defer { impliedSpeed = distance / max(seconds, 0.05) }
    if seconds > Limits.longestStep || isGuessed(last.fix) || isGuessed(fix) {
      return distance > Limits.impossibleSpeed * seconds + Limits.impossibleMargin
    }
    let (one, two) = (last.mark.accuracy, new.accuracy)
    let allowed =
      (speed ?? impliedSpeed ?? Limits.impossibleSpeed) * seconds
      + Limits.acceleration * seconds * seconds
      + Limits.jumpAccuracies * (one * one + two * two).squareRoot() + Limits.jumpMargin
    if distance > allowed { return true }
    // In two dimensions, the altitude is an assumption.
    guard let altitude = fix.altitude, let before = last.fix.altitude, fix.mode != .twoDimensional,
      last.fix.mode != .twoDimensional
    else { return false }
    let accuracy = max(
      fix.verticalAccuracy ?? Limits.unknownAccuracy,
      last.fix.verticalAccuracy ?? Limits.unknownAccuracy)
    return abs(altitude - before) > Limits.climb * seconds
      + Limits.jumpAccuracies * (accuracy + Limits.altitudeMargin)
  }

  /// Whether the way of the last seconds is longer than the path by the reported speeds.
  private mutating func outruns(_ new: Mark) -> Bool {
    let window = Limits.comparison
    marks.removeAll { new.time - $0.time > window.upperBound }
    defer {
      if marks.last.map({ new.time - $0.time >= 0.95 }) ?? true { marks.append(new) }
    }
    return marks.contains { mark in
      let seconds = new.time - mark.time
      guard seconds >= window.lowerBound else { return false }
      let (one, two) = (mark.accuracy, new.accuracy)
      return mark.distance(to: new) > new.path - mark.path
        + Limits.mismatchAccuracies * (one * one + two * two).squareRoot()
        + Limits.mismatchSpeed * seconds
    }
  }

  /// Whether the position has been repeated to the last digit, although the receiver moves.
  private mutating func isFrozen(_ fix: Fix, _ new: Mark) -> Bool {
    guard let last, last.fix.latitude == fix.latitude, last.fix.longitude == fix.longitude else {
      (firstEqual, equals) = (nil, 1)
      return false
    }
    let first = firstEqual ?? last.mark
    firstEqual = first
    equals += 1
    let (seconds, path) = (new.time - first.time, new.path - first.path)
    return equals >= Limits.equalFixes && seconds >= Limits.comparison.lowerBound
      && path > Limits.movingSpeed * seconds && path > 3 * Self.resolution(of: fix)
  }

  /// Returns the meters between two positions that a receiver with so few digits can tell apart.
  private static func resolution(of fix: Fix) -> Double {
    let minutes = [fix.latitude, fix.longitude].map { abs($0) * 60 }
    var (unit, meters) = (1.0, 1852.0)
    while meters > 1,
      minutes.contains(where: { abs($0 * unit - ($0 * unit).rounded()) > 1e-6 * unit })
    {
      unit *= 10
      meters /= 10
    }
    return meters
  }
}
