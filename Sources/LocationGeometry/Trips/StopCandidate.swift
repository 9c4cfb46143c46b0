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
