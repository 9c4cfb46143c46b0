// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LocationGeometry
import Testing

@testable import LinuxLocation

@Suite struct FilterTests {
  @Test(
    "a significant change is 500 m from the last one, which is 5 minutes ago",
    arguments: [
      ("the first", [(0.0, 0.0, 5.0)], [0.0]),
      ("far, and too soon", [(0, 0, 5), (299, 9000, 5)], [0]),
      ("late, and not far", [(0, 0, 5), (3000, 499, 5)], [0]),
      ("far and late", [(0, 0, 5), (300, 501, 5)], [0, 300]),
      ("too far to be believed", [(0, 0, 5), (300, 600, 501)], [0]),
      ("a clock set back", [(1000, 0, 5), (0, 600, 5)], [1000, 0]),
    ] as [(why: String, fixes: [(second: Double, north: Double, accuracy: Double)], told: [Double])]
  )
  func significantChanges(
    why: String, fixes: [(second: Double, north: Double, accuracy: Double)], told: [Double]
  ) {
    var filter = SignificantChange()
    let passed = fixes.filter {
      filter.passes(
        TestLocations.location(north: $0.north, after: $0.second, accuracy: $0.accuracy))
    }
    #expect(passed.map(\.second) == told)
  }

  @Test(arguments: [(true, ["at 0"]), (false, [])])
  func significantChangesWhenInUse(isInUse: Bool, told: [String]) {
    var story = EngineStory(.authorizedWhenInUse)
    let manager = story.manager()
    story.state.startSignificantChanges(manager, at: story.now, into: &story.effects)
    story.permit { $0.isInUse = isInUse }
    story.receive(TestLocations.location(after: 0))
    #expect(story.delivered(to: manager) == told)
    #expect(story.state.needsReceiver == isInUse)
  }

  @Test(
    "a place that is not far is told if it is much better known",
    arguments: [
      ("at once accurate to 8 m", [1000.0, 8], [1000.0, 8]),
      ("better by less than half", [30, 16], [30]),
      ("half, but not 10 m better", [16, 7], [16]),
      ("half, and 10 m better", [20, 10], [20, 10]),
      ("worse", [5, 50, 25], [5]),
      ("step by step", [100, 60, 50, 30, 20], [100, 50, 20]),
    ] as [(why: String, accuracies: [Double], told: [Double])])
  func betterAccuracyPassesTheDistanceFilter(why: String, accuracies: [Double], told: [Double]) {
    var filter = DistanceFilter()
    let passed = accuracies.filter {
      filter.passes(TestLocations.location(accuracy: $0), distance: 100)
    }
    #expect(passed == told, "\(why)")
  }

  @Test(
    arguments: [
      ("each change", kCLHeadingFilterNone, [10.0, 10.1], [10.0, 10.1]),
      ("one degree", 1, [10, 10.9, 11, 11.5, 12.1], [10, 11, 12.1]),
      ("over north", 5, [358, 1, 4], [358, 4]),
    ] as [(why: String, filter: Double, headings: [Double], told: [Double])])
  func headings(why: String, filter: Double, headings: [Double], told: [Double]) {
    var passes = HeadingFilter()
    let passed = headings.filter {
      passes.passes(
        CLHeading.Fields(magneticHeading: $0, timestamp: TestLocations.start), degrees: filter)
    }
    #expect(passed == told)
  }
}
