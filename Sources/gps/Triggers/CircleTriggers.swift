// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool
import LocationGeometry

/// Entering or leaving a circle.
struct CrossingTrigger: Trigger {
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

  mutating func received(_ fix: Fix, at time: Double, arrival: Duration) -> TriggerEvent? {
    let before = tracker.side
    guard tracker.received(fix, at: time), before != nil, tracker.side == side else { return nil }
    return TriggerEvent(name: side == .inside ? "enter" : "leave", fix: fix, region: name)
  }
}

/// Moving away from where the device was at the beginning: an alarm for a boat at anchor.
///
/// It happens again once the device has been back.
struct MoveTrigger: Trigger {
  private let distance: Double
  private let grace: Double
  /// The circle around the first fix; `nil` before there is one.
  private var tracker: CircleTracker?
  private(set) var notice: String?
  var worstAccuracy: Double { max(distance, CircleTracker.worstAccuracy) }

  /// The device must be farther from the first fix, in meters, for the grace period, in seconds.
  init(distance: Double, grace: Double) { (self.distance, self.grace) = (distance, grace) }

  mutating func received(_ fix: Fix, at time: Double, arrival: Duration) -> TriggerEvent? {
    guard tracker != nil else {
      anchor(at: fix)
      return nil
    }
    guard tracker?.received(fix, at: time) == true, tracker?.side == .outside else { return nil }
    return TriggerEvent(name: "move", fix: fix, distance: tracker?.circle.distance(to: fix))
  }

  private mutating func anchor(at fix: Fix) {
    guard fix.horizontalAccuracy ?? 0 <= worstAccuracy else { return }
    tracker = CircleTracker(
      Circle(latitude: fix.latitude, longitude: fix.longitude, radius: distance), side: .inside,
      rules: .beyondAtAll(for: grace))
    var place: [UInt8] = []
    FixLine.place(fix, to: &place)
    notice = "watching the distance from \(String(decoding: place, as: UTF8.self))"
  }
}
