// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

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

struct MotionMark: Sendable {
  let latitude: Double
  let longitude: Double
  /// The same as sines and cosines.
  private let north, east: Turn
  /// Meters.
  let accuracy: Double
  /// Seconds, and meters of path by the reported speeds, since the beginning.
  let time: Double
  let path: Double
  /// Meters per second, if the receiver has reported it.
  let speed: Double?
  /// Meters, if it was determined: in two dimensions, it is an assumption.
  let altitude: Double?
  /// Meters.
  let verticalAccuracy: Double
  /// Whether the position does not come from satellites, or from too few for a solution: receivers continue as they
  /// moved, and the next position that does come from satellites may be anywhere.
  let isGuess: Bool
  /// Meters of path since the position has changed: it may be that old.
  var stalePath = 0.0

  /// - Parameter last: the mark before it; `nil` for the first.
  init(_ fix: Fix, after last: MotionMark?, time: Double, path: Double) {
    (latitude, longitude) = (fix.latitude, fix.longitude)
    north = Turn(to: latitude, from: last.map { ($0.latitude, $0.north) })
    east = Turn(to: longitude, from: last.map { ($0.longitude, $0.east) })
    // In two dimensions, the error of the assumed altitude moves the position, too.
    let isFlat = fix.mode == .twoDimensional
    accuracy =
      Self.counted(fix.horizontalAccuracy, fix.horizontalAccuracySource)
      * (isFlat ? IntegrityThresholds.twoDimensions : 1)
    (self.time, self.path, speed) = (time, path, fix.speed)
    altitude = isFlat ? nil : fix.altitude
    verticalAccuracy = Self.counted(fix.verticalAccuracy, fix.verticalAccuracySource)
    isGuess =
      fix.quality == .estimated || fix.quality == .manual
      || (1...IntegrityThresholds.tooFew).contains(fix.satellitesUsed ?? 0)
  }

  private static func counted(_ accuracy: Double?, _ source: AccuracySource?) -> Double {
    guard let accuracy else { return IntegrityThresholds.unknownAccuracy }
    return source == .dilutionOfPrecision ? accuracy * IntegrityThresholds.dilutionShare : accuracy
  }

  /// Whether the place is the same to the last digit.
  func isAt(_ other: MotionMark) -> Bool {
    latitude == other.latitude && longitude == other.longitude
  }

  /// Meters to another place nearby, exact to a percent.
  func distance(to other: MotionMark) -> Double {
    let x = other.north.cosine * other.east.cosine - north.cosine * east.cosine
    let y = other.north.cosine * other.east.sine - north.cosine * east.sine
    let z = other.north.sine - north.sine
    return 6_378_137 * (x * x + y * y + z * z).squareRoot()
  }

  /// The accuracy of the distance to another place, meters.
  func accuracy(with other: MotionMark) -> Double {
    (accuracy * accuracy + other.accuracy * other.accuracy).squareRoot()
  }

  /// The meters between two positions that a receiver with so few digits can tell apart.
  var resolution: Double {
    let minutes = [latitude, longitude].map { abs($0) * 60 }
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

/// An angle by its sine and cosine.
private struct Turn: Sendable {
  let sine, cosine: Double

  /// - Parameters:
  ///   - degrees: the angle.
  ///   - last: one whose sine and cosine are known. From one nearby they follow by a few multiplications, exact to 1 μm on
  ///     the Earth, without the tables of libm, which are seldom in a cache from one fix to the next.
  init(to degrees: Double, from last: (degrees: Double, turn: Turn)?) {
    if let last, abs(degrees - last.degrees) < 0.05 {
      let step = (degrees - last.degrees) * .pi / 180
      let (sine, cosine) = (step - step * step * step / 6, 1 - step * step / 2)
      self.sine = last.turn.sine * cosine + last.turn.cosine * sine
      self.cosine = last.turn.cosine * cosine - last.turn.sine * sine
    } else {
      (sine, cosine) = (.sine(degrees * .pi / 180), .cosine(degrees * .pi / 180))
    }
  }
}
