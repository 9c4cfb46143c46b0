// Core Location for Linux. SPDX-License-Identifier: MIT

/// A stop that has lasted long enough to be one, and has not ended yet.
struct StopInProgress: Hashable, Sendable {
  /// The fix with which it began.
  var start: TripFix
  private var center: MeanPlace
  private let scale: LocalScale
  /// The last fixes within the radius: from the last one at rest on, if that was not long before.
  private var tail: [TripFix]
  private var isTailAtRest: Bool
  /// When the first fix outside came; `nil` inside.
  private var awaySince: Double?
  /// The number of fixes outside without a bad one beside them.
  private var support = 0

  /// The longest time between coming within the radius and standing still, and the reverse, seconds.
  static let settling = 120.0

  init(at fix: TripFix, _ scale: LocalScale) {
    (start, self.scale) = (fix, scale)
    center = MeanPlace(latitude: fix.latitude, longitude: fix.longitude)
    (tail, isTailAtRest) = ([fix], false)
  }

  func contains(_ fix: TripFix) -> Bool { distance(to: fix) <= TripRules.radius }

  mutating func stay(_ fix: TripFix) {
    (awaySince, support) = (nil, 0)
    center.include(latitude: fix.latitude, longitude: fix.longitude)
    let isAtRest = isAtRest(fix)
    if isAtRest || !isTailAtRest || fix.time - tail[0].time > Self.settling {
      tail.removeAll(keepingCapacity: true)
      isTailAtRest = isAtRest
    }
    tail.append(fix)
  }

  /// Processes a fix outside.
  ///
  /// - Parameter isBesideBad: whether the fix before was left out as inaccurate.
  mutating func leave(_ fix: TripFix, isBesideBad: Bool) {
    awaySince = awaySince ?? fix.time
    if !isBesideBad { support += 1 }
  }

  /// Records that an inaccurate fix has followed one outside, which may then be as wrong.
  mutating func doubt() { support = max(0, support - 1) }

  /// Whether a fix outside can be believed.
  var isLeft: Bool { support > 0 }

  /// Returns whether it has ended: somewhere else for as long as a stop takes.
  func hasEnded(by time: Double) -> Bool {
    guard let awaySince, isLeft else { return false }
    return time - awaySince >= TripRules.dwell
  }

  /// The trip that begins with its end.
  var departure: TripPath {
    var path = TripPath(from: tail[0])
    for fix in tail.dropFirst() { path.append(fix) }
    return path
  }

  /// The stop, up to the fix after which it was left.
  var stop: Stop { stop(until: tail[0]) }

  /// The stop, up to its last fix.
  var stopToLast: Stop { stop(until: tail[tail.count - 1]) }

  private func stop(until fix: TripFix) -> Stop {
    Stop(start: start.time, end: fix.time, latitude: center.latitude, longitude: center.longitude)
  }

  private func distance(to fix: TripFix) -> Double {
    scale.distance(center.latitude, center.longitude, fix.latitude, fix.longitude)
  }

  /// Returns whether a fix is so near to the center, and so slow, that it stands still.
  func isAtRest(_ fix: TripFix) -> Bool {
    distance(to: fix) <= min(max(10, 2 * (fix.accuracy ?? 0)), 50)
      && fix.speed ?? 0 < TripRules.leastSpeed
  }
}
