// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry
import Testing

/// The rule of the anchor watch, and others, through nights of noise, reflections and single wrong fixes.
@Suite struct AnchorNightTests {
  private static let nights: ClosedRange<UInt64> = 1...10

  /// Returns whether a rule raises an alarm in a night in which the boat does not drag.
  private func raisesFalseAlarm(_ seed: UInt64, _ alarms: (Fix, Int) -> Bool) -> Bool {
    var night = AnchoredNight(seed: seed)
    return (0..<AnchoredNight.length).contains { alarms(night.fix($0).fix, $0) }
  }

  /// Returns the meters between the circle and the boat when a rule raises the alarm: it drags at 0.5 m/s after five minutes.
  private func metersBeyond(
    _ radius: Double, _ seed: UInt64, _ alarms: (Fix, Int) -> Bool
  ) -> Double? {
    var night = AnchoredNight(seed: seed)
    for second in 0..<900 {
      let (fix, distance) = night.fix(second, dragged: 0.5 * Double(max(0, second - 300)))
      if alarms(fix, second) { return distance - radius }
    }
    return nil
  }

  /// Returns the number of nights with a false alarm, and the median of the meters beyond the circle at the alarm.
  private func outcome(
    _ radius: Double, _ rule: () -> (Fix, Int) -> Bool
  ) throws -> (nights: Int, meters: Double) {
    let meters = try Self.nights.map { try #require(metersBeyond(radius, $0, rule())) }.sorted()
    return (
      Self.nights.count { raisesFalseAlarm($0, rule()) },
      (meters[meters.count / 2] + meters[(meters.count - 1) / 2]) / 2
    )
  }

  private func watch(_ radius: Double) -> (Fix, Int) -> Bool {
    var watch = AnchorWatch(Circle(latitude: 0, longitude: 10, radius: radius), at: .zero)
    return { fix, second in
      var effects: AnchorWatch.Effects = []
      watch.received(fix, at: .seconds(second), into: &effects)
      return effects.contains(.dragging)
    }
  }

  /// A rule of the tracker of circles: so many seconds beyond the circle by so much of the accuracy.
  private func tracker(_ radius: Double, dwell: Double, margin: Double) -> (Fix, Int) -> Bool {
    var rules = CircleTracker.Rules()
    (rules.dwell, rules.leastMargin, rules.marginFactor, rules.blindMargin) = (dwell, 0, margin, 0)
    var tracker = CircleTracker(
      Circle(latitude: 0, longitude: 10, radius: radius), side: .inside, rules: rules)
    return { fix, second in tracker.received(fix, at: Double(second)) && tracker.side == .outside }
  }

  @Test func ofTenNightsAtMostOneHasAFalseAlarmAndADraggingBoatIsNoticedWithin25Meters() throws {
    let (nights, meters) = try outcome(40) { watch(40) }
    #expect(nights <= 1)
    #expect(meters > 0 && meters <= 25, "\(meters) m")
  }

  @Test func twentySecondsBeyondByTheAccuracyWakeTheCrewInMostNights() throws {
    let (nights, _) = try outcome(40) { tracker(40, dwell: 20, margin: 1) }
    #expect(nights >= 5)
  }
}
