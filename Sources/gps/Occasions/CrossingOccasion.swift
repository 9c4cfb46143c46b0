// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool
import LocationGeometry

/// Entering or leaving a circle.
struct CrossingOccasion: Occasion {
  private let name: String
  private let side: CircleTracker.Side
  private var tracker: CircleTracker
  var worstAccuracy: Double { max(tracker.radius, CircleTracker.worstAccuracy) }

  /// The device must be on that side for the grace period, in seconds.
  init(_ region: NamedCircle, to side: CircleTracker.Side, grace: Double) {
    (name, self.side) = (region.name, side)
    var rules = CircleTracker.Rules()
    rules.dwell = grace
    tracker = CircleTracker(region.circle, rules: rules)
  }

  mutating func received(_ fix: Fix, at time: Double, arrival: Duration) -> Occurrence? {
    let before = tracker.side
    guard tracker.received(fix, at: time), before != nil, tracker.side == side else { return nil }
    return Occurrence(event: side == .inside ? "enter" : "leave", fix: fix, region: name)
  }
}
