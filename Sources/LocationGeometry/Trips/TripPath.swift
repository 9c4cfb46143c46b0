// Core Location for Linux. SPDX-License-Identifier: MIT

/// A trip under way: sums up its distance.
///
/// Places are a few meters off, independently of each other, so that the sum of all their distances is too long. What counts
/// is the distance between places that are far enough apart for that not to matter. Where fixes follow each other closely
/// and have speeds, which are exact, the speeds tell how much longer the way between these places was, kilometer by
/// kilometer.
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
  /// The sum of the speeds since the anchor, meters; `nil` if one is unknown.
  private var travelled: Double? = 0
  private var scale: LocalScale

  /// A part of the way, meters.
  private struct Stretch: Hashable {
    /// From place to place.
    var far = 0.0
    /// By the speeds.
    var travelled = 0.0

    /// A way cannot be shorter than the distance of its places: a receiver that says so reports no speed.
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
    if leg <= Self.longestLeg, let sum = travelled, let speed = fix.speed, let old = last.speed {
      travelled = sum + (speed + old) / 2 * leg
    } else {
      travelled = nil
    }
    if let speed = fix.speed { maximumSpeed = max(maximumSpeed ?? 0, speed) }
    let previous = last
    last = fix
    mark(from: previous.time, at: before)
    let far = scale.distance(anchor, fix)
    if !hasLeft { hasLeft = scale.distance(start, fix) > TripRules.radius }
    guard far >= step(at: fix) else { return }
    if fix.speed == nil, fix.time > anchor.time {
      maximumSpeed = max(maximumSpeed ?? 0, far / (fix.time - anchor.time))
    }
    stretch.add(far, travelled)
    if stretch.far >= 1000 {
      distance += stretch.length
      stretch = Stretch()
    }
    (anchor, travelled) = (fix, 0)
    if scale.isFar(fix.latitude) { scale = LocalScale(latitude: fix.latitude) }
  }

  var trip: Trip {
    Trip(start: start, end: last, distance: total, maximumSpeed: maximumSpeed, progress: progress)
  }

  /// Up to the last fix, meters.
  private var total: Double {
    guard anchor != last else { return distance + stretch.length }
    var whole = stretch
    whole.add(scale.distance(anchor, last), travelled)
    return distance + whole.length
  }

  /// Returns the distance between places that count, meters: without speeds, eight times their accuracy.
  private func step(at fix: TripFix) -> Double {
    if travelled != nil { return 100 }
    return fix.accuracy.map { min(max(8 * $0, 10), 60) } ?? 30
  }

  /// Records how far it has come at the quarters of an hour since the fix before.
  private mutating func mark(from time: Double, at before: Double) {
    var quarter = (time / Self.quarter).rounded(.down) * Self.quarter + Self.quarter
    guard quarter <= last.time else { return }
    let after = total
    while quarter <= last.time {
      let part = (quarter - time) / (last.time - time)
      progress.append(Trip.Progress(time: quarter, distance: before + (after - before) * part))
      quarter += Self.quarter
    }
  }
}
