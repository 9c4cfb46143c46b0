// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationGeometry
import Testing

/// What belongs to the tracker alone; RegionTrackerTests walk across its edge.
@Suite struct CircleTrackerTests {
  // A degree of latitude at the equator is 110,574 m, so 0.001° are 110.6 m.
  private let circle = Circle(latitude: 0, longitude: 10, radius: 100)

  private func changes(
    of tracker: CircleTracker, _ places: [(second: Double, latitude: Double, accuracy: Double?)]
  ) -> [Double] {
    var tracker = tracker
    return places.compactMap { second, latitude, accuracy in
      tracker.received(latitude: latitude, longitude: 10, accuracy: accuracy, at: second)
        ? second : nil
    }
  }

  @Test func withoutADwellTheFirstFixBeyondTheMarginCounts() {
    var rules = CircleTracker.Rules()
    rules.dwell = 0
    let tracker = CircleTracker(circle, side: .inside, rules: rules)
    #expect(changes(of: tracker, [(0, 0.001, 4), (1, 0.0011, 4), (2, 0.0012, 4)]) == [1])
  }

  @Test func aNarrowMarginIsThatOfTheAccuracy() {
    var rules = CircleTracker.Rules()
    (rules.leastMargin, rules.marginFactor) = (0, 1)
    let tracker = CircleTracker(circle, side: .inside, rules: rules)
    #expect(changes(of: tracker, [(0, 0.001, 11), (20, 0.001, 11)]) == [])
    #expect(changes(of: tracker, [(0, 0.001, 10), (20, 0.001, 10)]) == [20])
  }

  @Test func aPlaceThatIsNoneChangesNothing() {
    var tracker = CircleTracker(circle, side: .inside)
    let changes = tracker.received(latitude: .nan, longitude: 10, accuracy: nil, at: 0)
    #expect(!changes && tracker.side == .inside)
  }
}
