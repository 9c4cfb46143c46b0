// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import ReceiverSimulator
import Testing

@testable import LinuxLocation

@Suite struct RegionTrackerTests {
  private var circle: RegionTracker { RegionTracker(center: TestLocations.origin, radius: 100) }

  /// Returns the states to which a tracker changes, each with its second.
  private func changes(
    of tracker: RegionTracker, _ fixes: [(second: Double, north: Double, accuracy: Double)]
  ) -> [String] {
    var tracker = tracker
    return fixes.compactMap { second, north, accuracy in
      tracker.received(TestLocations.location(north: north, after: second, accuracy: accuracy))
        ? "\(tracker.state) \(Int(second))" : nil
    }
  }

  private func walk(from: Double, to: Double, speed: Double, at start: Double)
    -> [(second: Double, north: Double, accuracy: Double)]
  {
    let duration = abs(to - from) / speed
    return stride(from: 0.0, through: duration, by: 1).map {
      (start + $0, from + (to - from) * $0 / duration, 5)
    }
  }

  @Test func threeFixesTellWhereItBegins() {
    #expect(changes(of: circle, [(0, 0, 5), (1, 0, 5), (2, 0, 5)]) == ["inside 2"])
    #expect(changes(of: circle, [(0, 300, 5), (1, 300, 5), (2, 300, 5)]) == ["outside 2"])
    // An outlier does not determine the initial state.
    #expect(
      changes(of: circle, [(0, 300, 5), (1, 0, 5), (2, 0, 5), (3, 0, 5)]) == ["inside 3"])
  }

  @Test func aWalkOutIsToldTwentySecondsBeyondTheMargin() {
    // At 1 m/s, outside 99.5 + 15 m from second 115 on.
    let circle = RegionTracker(center: TestLocations.origin, radius: 99.5)
    let found = changes(of: circle, walk(from: 0, to: 200, speed: 1, at: 0))
    #expect(found == ["inside 2", "outside 135"])
  }

  @Test func aWalkInIsToldTwentySecondsWithinTheMargin() {
    // At 1 m/s, within 100 - 15 m from second 215 on.
    let found = changes(of: circle, walk(from: 300, to: 0, speed: 1, at: 0))
    #expect(found == ["outside 2", "inside 235"])
  }

  @Test func aSmallCircleIsEnteredToo() {
    let small = RegionTracker(center: TestLocations.origin, radius: 30)
    let found = changes(
      of: small, walk(from: 100, to: 0, speed: 1.4, at: 0) + [(90, 0, 5), (100, 0, 5)])
    // Within 20 m, the radius less a third, 57.1 s after the start: at second 58, plus 20 s.
    #expect(found == ["outside 2", "inside 90"])
  }

  /// The radii in docs/core-location.md; a tenth more because there is only one fix per second.
  @Test(
    arguments: [
      ("on foot", 1.4, 21.0), ("by bicycle", 5, 65), ("at 50 km/h", 50 / 3.6, 154),
      ("at 100 km/h", 100 / 3.6, 293),
    ] as [(why: String, speed: Double, radius: Double)])
  func aCircleIsEnteredIfItIsLargeEnoughForTheSpeed(
    _ row: (why: String, speed: Double, radius: Double)
  ) {
    for (factor, isEntered) in [(0.95, false), (1.1, true)] {
      let circle = RegionTracker(center: TestLocations.origin, radius: factor * row.radius)
      let found = changes(of: circle, walk(from: 900, to: -900, speed: row.speed, at: 0))
      #expect(found.contains { $0.hasPrefix("inside") } == isEntered, "\(row.why), \(factor)")
    }
  }

  @Test func aShortVisitIsNoCrossing() {
    let inside = RegionTracker(center: TestLocations.origin, radius: 100, state: .inside)
    #expect(
      changes(of: inside, [(0, 300, 5), (10, 300, 5), (19, 300, 5), (20, 0, 5), (21, 0, 5)]) == [])
  }

  @Test func oneFixThatDeniesDoesNotUndoACrossing() {
    let inside = RegionTracker(center: TestLocations.origin, radius: 100, state: .inside)
    #expect(changes(of: inside, [(0, 300, 5), (10, 0, 5), (20, 300, 5)]) == ["outside 20"])
    #expect(
      changes(of: inside, [(0, 300, 5), (10, 0, 5), (11, 0, 5), (20, 300, 5), (39, 300, 5)]) == [])
  }

  @Test(
    "what a fix may tell depends on its accuracy",
    arguments: [
      ("good: 15 m beyond the edge", 116.0, 5.0, true),
      ("2.5 times the accuracy beyond", 149.0, 20.0, false),
      ("and a little more", 151.0, 20.0, true),
      ("not told: 20 m beyond", 119.0, -1.0, false),
      ("not told, and a little more", 121.0, -1.0, true),
      ("worse than the radius: not looked at", 5000.0, 101.0, false),
    ] as [(why: String, north: Double, accuracy: Double, leaves: Bool)])
  func gates(why: String, north: Double, accuracy: Double, leaves: Bool) {
    let inside = RegionTracker(center: TestLocations.origin, radius: 100, state: .inside)
    let found = changes(of: inside, [(0, north, accuracy), (25, north, accuracy)])
    #expect(found == (leaves ? ["outside 25"] : []))
  }

  @Test func aClockThatIsSetBackBeginsAnew() {
    let inside = RegionTracker(center: TestLocations.origin, radius: 100, state: .inside)
    #expect(changes(of: inside, [(1000, 300, 5), (0, 300, 5), (19, 300, 5)]) == [])
    #expect(changes(of: inside, [(1000, 300, 5), (0, 300, 5), (20, 300, 5)]) == ["outside 20"])
  }

  @Test(
    "24 hours of standing still, with 5 m of noise and outliers of 200 m, cross nothing",
    arguments: [0.0, 30, 85, 95, 99, 100, 101, 105, 115, 150])
  func standsStill(distance: Double) {
    var generator = SplitMix64(seed: UInt64(distance * 100) + 1)
    var tracker = circle
    var states: [CLRegionState] = []
    // White noise, and errors that persist for half a minute, as those of reflections do.
    var drift = (north: 0.0, east: 0.0)
    for second in 0..<86_400 {
      let keep = exp(-1.0 / 30)
      let fresh = 5 * (1 - keep * keep).squareRoot()
      drift.north = drift.north * keep + generator.gaussian() * fresh
      drift.east = drift.east * keep + generator.gaussian() * fresh
      var place = (north: distance + drift.north, east: drift.east)
      if generator.uniform() < 0.002 {
        let angle = generator.uniform() * 2 * .pi
        place = (place.north + 200 * cos(angle), place.east + 200 * sin(angle))
      }
      let fix = TestLocations.location(
        north: place.north, east: place.east, after: Double(second), accuracy: 7.6)
      if tracker.received(fix) { states.append(tracker.state) }
    }
    #expect(states.count == 1)
    if abs(distance - 100) > 20 { #expect(states == [distance < 100 ? .inside : .outside]) }
  }
}
