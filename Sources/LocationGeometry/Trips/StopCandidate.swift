// Core Location for Linux. SPDX-License-Identifier: MIT

/// A place at which a stop may have begun: some minutes within its radius will make it one.
struct StopCandidate: Hashable, Sendable {
  private(set) var center: MeanPlace
  /// The trip on which it was reached, up to there; `nil` if nothing is known before.
  private let path: TripPath?
  /// Its fixes, those of five minutes at most.
  private(set) var fixes: [TripFix]
  /// A single fix elsewhere, and the trip up to there.
  private var outlier: Outlier?
  private let scale: LocalScale

  private struct Outlier: Hashable, Sendable {
    let fix: TripFix
    let path: TripPath?
  }

  init(at fix: TripFix, after path: TripPath?) {
    center = MeanPlace(latitude: fix.latitude, longitude: fix.longitude)
    scale = LocalScale(latitude: fix.latitude)
    (fixes, self.path) = ([fix], path)
  }

  func contains(_ fix: TripFix) -> Bool { distance(to: fix) <= TripRules.radius }

  /// Processes a fix; after two in a row elsewhere, the first of them is the candidate.
  ///
  /// - Parameter path: the trip up to the fix before.
  mutating func received(_ fix: TripFix, after path: @autoclosure () -> TripPath?) {
    if contains(fix), outlier == nil || fix.time - fixes[fixes.count - 1].time < TripRules.dwell {
      outlier = nil
      center.include(latitude: fix.latitude, longitude: fix.longitude)
      fixes.append(fix)
    } else if let next = outlier {
      self = StopCandidate(at: next.fix, after: next.path)
      received(fix, after: path())
    } else {
      outlier = Outlier(fix: fix, path: path())
    }
  }

  /// Whether it has lasted long enough.
  var isStop: Bool { fixes[fixes.count - 1].time - fixes[0].time >= TripRules.dwell }

  /// The stop that began with it, and the trip up to there; `nil` if nothing is known before.
  var found: (stop: StopInProgress, trip: TripPath?) {
    // On arrival, the way there still counts as much as the place.
    let settled = fixes[0].time + StopInProgress.settling
    let start = fixes.firstIndex { $0.time > settled } ?? fixes.count - 1
    var stop = StopInProgress(at: fixes[start], scale)
    for fix in fixes[(start + 1)...] { stop.stay(fix) }
    // When it began to stand still, unless it moves about.
    let arrival = fixes[...start].firstIndex { stop.isAtRest($0) } ?? 0
    stop.start = fixes[arrival]
    return (stop, trip(upTo: arrival))
  }

  private func trip(upTo arrival: Int) -> TripPath? {
    guard var path = path ?? (arrival > 0 ? TripPath(from: fixes[0]) : nil) else { return nil }
    for fix in fixes[(self.path == nil ? 1 : 0)...arrival] { path.append(fix) }
    return path
  }

  private func distance(to fix: TripFix) -> Double {
    scale.distance(center.latitude, center.longitude, fix.latitude, fix.longitude)
  }
}

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
