// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationProtocols
import Testing

@testable import LinuxLocation

/// Requests for the state of a region, monitored or not.
@Suite struct RegionStateTests {
  private func region(_ identifier: String, radius: Double = 100) -> CLCircularRegion {
    CLCircularRegion(center: TestLocations.origin, radius: radius, identifier: identifier)
  }

  /// Stays `north` meters north of the origin for a minute.
  private func stay(_ north: Double, from start: Double, _ story: inout EngineStory) {
    for second in stride(from: start, through: start + 60, by: 5) {
      story.receive(TestLocations.location(north: north, after: second))
    }
  }

  @Test func theStateIsAskedForAndAnswered() {
    var story = EngineStory()
    let manager = story.manager()
    story.receive(TestLocations.location(north: 20, after: 0))
    story.state.requestState(of: region("home"), for: manager, at: story.now, into: &story.effects)
    story.state.requestState(
      of: region("hut", radius: 10), for: manager, at: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == ["inside home", "outside hut"])
  }

  /// Returns the answer to a request for a region's state, which comes within two seconds.
  private func state(_ region: CLCircularRegion, _ story: inout EngineStory) -> [String] {
    let manager = story.manager()
    story.state.requestState(of: region, for: manager, at: story.now, into: &story.effects)
    story.wait(.seconds(2))
    return story.delivered(to: manager)
  }

  @Test func theStateOfAMonitoredRegionIsThatOfNow() {
    var story = EngineStory(.authorizedWhenInUse)
    story.state.startMonitoring(region("home"), by: story.manager(), into: &story.effects)
    stay(0, from: 0, &story)
    #expect(state(region("home"), &story) == ["inside home"])
    let another = CLCircularRegion(
      center: TestLocations.coordinate(north: 9000), radius: 100, identifier: "home")
    #expect(state(another, &story) == ["outside home"], "another circle")
    // Beyond the edge, but not by the margin; a region that is not monitored has no margin.
    story.receive(TestLocations.location(north: 105, after: 70))
    #expect(state(region("home"), &story) == ["inside home"])
    #expect(state(region("hut"), &story) == ["outside hut"])

    story.permit { $0.isInUse = false }
    stay(55_000, from: 100, &story)
    #expect(state(region("home"), &story) == ["unknown home"], "in the background")
    story.permit { $0.status = .denied }
    #expect(state(region("home"), &story) == ["unknown home"], "not permitted")
    story.permit { ($0.status, $0.isInUse) = (.authorizedWhenInUse, true) }
    #expect(state(region("home"), &story) == ["outside home"], "in use again")
    story.receive(.report(.fixLost(nil)))
    #expect(state(region("home"), &story) == ["unknown home"], "without a fix")
  }

  @Test func theStateIsNotThatOfAnEarlierTime() {
    var story = EngineStory()
    story.state.regions.stored = [
      RegionMonitor.Stored(
        region: CircularRegion(region("home")), state: CLRegionState.inside.rawValue)
    ]
    #expect(state(region("home"), &story) == ["unknown home"], "of an earlier launch")
    story.receive(TestLocations.location(after: 0))
    #expect(state(region("home"), &story) == ["inside home"])
    story.wait(.seconds(60))
    #expect(state(region("home"), &story) == ["inside home"], "a receiver that reports slowly")
    story.state.forgetSource()
    #expect(state(region("home"), &story) == ["unknown home"], "before the receiver was closed")
    story.receive(.state(.fix))
    story.receive(TestLocations.location(north: 9000, after: 100))
    #expect(state(region("home"), &story) == ["outside home"])
    story.receive(.state(.trouble))
    story.wait(.seconds(11))
    #expect(state(region("home"), &story) == ["unknown home"], "unplugged")
  }

  @Test func aStateThatIsNotKnownYetIsWaitedFor() {
    var story = EngineStory()
    let manager = story.manager()
    story.state.requestState(of: region("home"), for: manager, at: story.now, into: &story.effects)
    #expect(story.state.needsReceiver)
    story.wait(.milliseconds(1999))
    #expect(story.delivered(to: manager) == [])
    story.receive(TestLocations.location(after: 0))
    #expect(story.delivered(to: manager) == ["inside home"])
    story.wait(.seconds(1))
    #expect(story.delivered(to: manager) == [])
    #expect(!story.state.needsReceiver)
  }

  @Test(
    arguments: [
      ("no position within two seconds", CLAuthorizationStatus.authorizedAlways, 2),
      ("not permitted", .denied, 0),
    ])
  func aStateThatNobodyKnows(why: String, status: CLAuthorizationStatus, seconds: Int) {
    var story = EngineStory(status)
    let manager = story.manager()
    story.state.requestState(of: region("home"), for: manager, at: story.now, into: &story.effects)
    story.wait(.seconds(seconds))
    #expect(story.delivered(to: manager) == ["unknown home"], "\(why)")
    #expect(story.state.deadline == nil)
  }
}
