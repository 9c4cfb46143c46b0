// Core Location for Linux. SPDX-License-Identifier: MIT

/// A trip under way: sums up its distance.
///
/// Places are a few meters off, independently of each other, so that the sum of all their distances is too long. What counts
/// is the distance between places that are far enough apart for that not to matter. Where fixes follow each other closely
/// and have speeds, which are exact, the speeds tell how much longer the way between these places was, kilometer by
/// kilometer. Some receivers report a speed of 0 whatever they do: speeds of which half the way is missing do not count.
struct TripPath: Hashable, Sendable {
  let start: TripFix
  private(set) var last: TripFix
  /// Whether it has been outside of a stop's radius around its start.
  private(set) var hasLeft = false
  private var maximumSpeed: Double?
  private var progress: [Trip.Progress] = []
  /// Up to the last kilometer, meters.
  private var distance = 0.0
  /// Since then, up to the anchor.
  private var stretch = Stretch()
  /// The last place that counts.
  private var anchor: TripFix
  /// How far it has been from the anchor since then, meters.
  private var farthest = 0.0
  /// The sum of the speeds since the anchor, without those at rest, meters; `nil` if one is unknown.
  private var travelled: Double? = 0
  /// Seconds at rest up to the anchor, by the speeds.
  private var rest = 0.0
  /// The same since the anchor.
  private var pendingRest = 0.0
  private var scale: LocalScale

  /// A part of the way, meters.
  private struct Stretch: Hashable {
    /// From place to place.
    var far = 0.0
    /// By the speeds.
    var travelled = 0.0

    /// A way cannot be shorter than the distance of its places.
    var length: Double { travelled > 1.01 * far ? travelled : far }

    mutating func add(_ far: Double, _ travelled: Double?) {
      self.far += far
      self.travelled += travelled ?? far
    }
  }

  /// The longest time between fixes whose speeds are summed up, seconds.
  private static let longestLeg = 10.0
  private static let quarter = 900.0

  init(from fix: TripFix) {
    (start, last, anchor) = (fix, fix, fix)
    scale = LocalScale(latitude: fix.latitude)
    maximumSpeed = fix.speed
  }

  mutating func append(_ fix: TripFix) {
    let before = total
    let leg = fix.time - last.time
    // The speeds up to a gap still count.
    if leg > Self.longestLeg { advance(atLeast: Self.step(at: last)) }
    if leg <= Self.longestLeg, let sum = travelled, let speed = fix.speed, let old = last.speed {
      let mean = (speed + old) / 2
      if mean < TripRules.leastSpeed { pendingRest += leg } else { travelled = sum + mean * leg }
    } else {
      travelled = nil
    }
    if let speed = fix.speed { maximumSpeed = max(maximumSpeed ?? 0, speed) }
    let previous = last
    last = fix
    farthest = max(farthest, scale.distance(anchor, fix))
    mark(from: previous.time, at: before)
    if !hasLeft { hasLeft = scale.distance(start, fix) > TripRules.radius }
    advance()
  }

  /// Makes the last fix the anchor, if it is far enough away.
  ///
  /// - Parameter least: how far it has to be if there are speeds, meters.
  private mutating func advance(atLeast least: Double = 100) {
    let far = scale.distance(anchor, last)
    let travelled = travelled(over: far, to: last)
    guard far >= (travelled == nil ? Self.step(at: last) : least) else { return }
    if last.speed == nil, last.time > anchor.time {
      maximumSpeed = max(maximumSpeed ?? 0, far / (last.time - anchor.time))
    }
    stretch.add(far, travelled)
    if stretch.far >= 1000 {
      distance += stretch.length
      stretch = Stretch()
    }
    if travelled != nil { rest += pendingRest }
    (anchor, farthest, self.travelled, pendingRest) = (last, 0, 0, 0)
    if scale.isFar(last.latitude) { scale = LocalScale(latitude: last.latitude) }
  }

  var trip: Trip {
    let isByPlaces = travelled(over: scale.distance(anchor, last), to: last) == nil
    return Trip(
      start: start, end: last, distance: total, maximumSpeed: maximumSpeed,
      rest: rest + (isByPlaces ? 0 : pendingRest), progress: progress)
  }

  /// Up to the last fix, meters.
  var total: Double {
    let far = scale.distance(anchor, last)
    let travelled = travelled(over: far, to: last)
    // Places that are nearer to each other may be the same one, whatever the speeds say.
    guard farthest > 2 * (last.accuracy ?? 0) else { return distance + stretch.length }
    var whole = stretch
    whole.add(far, travelled)
    return distance + whole.length
  }

  /// Returns the sum of the speeds since the anchor; `nil` if it is unknown, or half the way is missing in it.
  private func travelled(over far: Double, to fix: TripFix) -> Double? {
    travelled.flatMap { far < Self.step(at: fix) || $0 >= far / 2 ? $0 : nil }
  }

  /// Returns the distance from which on places count, meters: eight times their accuracy.
  private static func step(at fix: TripFix) -> Double {
    fix.accuracy.map { min(max(8 * $0, 10), 60) } ?? 30
  }

  /// Records how far it has come at the first and the last quarter of an hour since the fix before: in between, the way counts
  /// as even, and there may be decades.
  private mutating func mark(from time: Double, at before: Double) {
    let first = (time / Self.quarter).rounded(.down) * Self.quarter + Self.quarter
    let latest = (last.time / Self.quarter).rounded(.down) * Self.quarter
    guard first <= latest else { return }
    let after = total
    for quarter in first < latest ? [first, latest] : [first] {
      let part = (quarter - time) / (last.time - time)
      progress.append(Trip.Progress(time: quarter, distance: before + (after - before) * part))
    }
  }
}
