// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver
import NMEA0183
import Testing

@testable import LinuxLocation

@Suite struct StandardServiceTests {
  @Test func tellsLocationsFromStartToStop() {
    var story = EngineStory()
    let manager = story.manager()
    story.receive(TestLocations.location(after: 0))
    #expect(story.delivered(to: manager) == [])
    story.now += .seconds(60)
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 61))
    story.receive(TestLocations.location(after: 62))
    #expect(story.delivered(to: manager) == ["at 61", "at 62"])
    story.state.clients[manager]?.stopUpdates()
    story.receive(TestLocations.location(after: 63))
    #expect(story.delivered(to: manager) == [])
  }

  @Test func whatIsOnItsWayWhenStoppedDoesNotArrive() {
    var story = EngineStory()
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 0))
    story.state.clients[manager]?.stopUpdates()
    #expect(story.delivered(to: manager) == [])
  }

  @Test func beginsWithAFreshLocationAndItsOwnTime() {
    var story = EngineStory()
    let manager = story.manager()
    story.receive(TestLocations.location(after: 7))
    story.now += .seconds(9)
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == ["at 7"])
  }

  @Test func doesNotBeginWithAnOldOne() {
    var story = EngineStory()
    let manager = story.manager()
    story.receive(TestLocations.location(after: 7))
    story.now += .seconds(11)
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == [])
  }

  @Test func aSecondStartTellsNothingNew() {
    var story = EngineStory()
    let manager = story.manager()
    story.receive(TestLocations.location(after: 0))
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == ["at 0"])
    story.state.clients[manager]?.stopUpdates()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == ["at 0"])
  }

  @Test func eachStartWhileDeniedIsAnswered() {
    var story = EngineStory(.denied)
    let manager = story.manager()
    for _ in 1...2 {
      story.state.startUpdates(manager, at: story.now, into: &story.effects)
      #expect(story.delivered(to: manager) == ["failed denied"])
      story.state.startSignificantChanges(manager, at: story.now, into: &story.effects)
      #expect(story.delivered(to: manager) == ["failed denied"])
      story.state.setVisits(true, manager, into: &story.effects)
      #expect(story.delivered(to: manager) == ["failed denied"])
    }
  }

  @Test func theSameLocationIsToldOnceAndAnswersARequestAllTheSame() {
    var story = EngineStory()
    let (updates, request) = (story.manager(), story.manager())
    let stream = story.state.addClient(.stream)
    story.state.startUpdates(updates, at: story.now, into: &story.effects)
    story.state.startLiveUpdates(stream, .other, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 1))
    story.state.requestLocation(request, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 1))
    let deliveries = story.performed().deliveries
    #expect(deliveries.filter { $0.client == updates }.count == 1)
    #expect(deliveries.filter { $0.client == stream }.count == 1)
    #expect(deliveries.filter { $0.client == request }.count == 1)
  }

  @Test func anEstimateWithoutAnAccuracyIsNotDelivered() {
    var story = EngineStory()
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    var fix = TestLocations.fix(TestLocations.location(after: 1))
    (fix.quality, fix.horizontalAccuracy) = (.estimated, nil)
    story.receive(.report(.fix(fix)))
    #expect(story.logged().count == 1)
    #expect(story.state.visibleLocation == nil)
    fix.horizontalAccuracy = 40
    story.receive(.report(.fix(fix)))
    #expect(story.delivered(to: manager) == ["at 1"])
  }

  @Test func theDistanceCountsFromTheLastOneTold() {
    var story = EngineStory()
    let manager = story.manager()
    story.state.clients[manager]?.settings.distanceFilter = 100
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    for (second, north) in [0.0, 60, 99, 101, 160, 200, 202].enumerated() {
      story.receive(TestLocations.location(north: north, after: Double(second)))
    }
    #expect(story.delivered(to: manager) == ["at 0", "at 3", "at 6"])
  }

  @Test func everyManagerHasItsOwnFilter() {
    var story = EngineStory()
    let (near, far) = (story.manager(), story.manager())
    story.state.clients[far]?.settings.distanceFilter = 1000
    story.state.startUpdates(near, at: story.now, into: &story.effects)
    story.state.startUpdates(far, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 0))
    story.receive(TestLocations.location(north: 10, after: 1))
    let deliveries = story.performed().deliveries
    #expect(deliveries.filter { $0.client == near }.count == 2)
    #expect(deliveries.filter { $0.client == far }.count == 1)
  }

  @Test func aFixThatComesLateIsNotTold() {
    var story = EngineStory()
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 10))
    story.receive(TestLocations.location(after: 9))
    #expect(story.delivered(to: manager) == ["at 10"])
  }

  @Test func aClockThatWasSetBackIsFollowed() {
    var story = EngineStory()
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 10_000))
    story.receive(TestLocations.location(after: 9))
    #expect(story.delivered(to: manager) == ["at 10000", "at 9"])
  }

  @Test(
    "whether a location a little older than the last is told after a new start",
    arguments: [
      ("a receiver's is a sentence behind another", false, ["at 3", "at 4"]),
      ("a recording begins anew", true, ["at 3", "at 1", "at 4"]),
    ] as [(why: String, isReplay: Bool, told: [String])])
  func aRecordingBeginsAnew(why: String, isReplay: Bool, told: [String]) {
    var story = EngineStory(isReplay: isReplay)
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.state.forgetSource()
    story.receive(TestLocations.location(after: 3))
    story.receive(TestLocations.location(after: 2))
    #expect(story.delivered(to: manager) == ["at 3"])
    story.state.clients[manager]?.stopUpdates()
    story.state.forgetSource()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.state.forgetSource()
    // The first delivery is the cached location, with which all updates begin.
    story.receive(TestLocations.location(after: 1))
    story.receive(TestLocations.location(after: 0))
    story.receive(TestLocations.location(after: 4))
    #expect(story.delivered(to: manager) == told, "\(why)")
  }

  @Test func aLostFixIsToldOnceAndUpdatesGoOn() {
    var story = EngineStory()
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 0))
    story.receive(.report(.fixLost(nil)))
    story.receive(.report(.fixLost(nil)))
    story.receive(TestLocations.location(after: 30))
    #expect(story.delivered(to: manager) == ["at 0", "failed locationUnknown", "at 30"])
  }

  @Test func whoStartsWhileThereIsNoReceiverHearsSo() {
    var story = EngineStory()
    let (first, second) = (story.manager(), story.manager())
    story.state.startUpdates(first, at: story.now, into: &story.effects)
    story.state.forgetSource()
    story.state.sourceFailed(into: &story.effects)
    #expect(story.delivered(to: first) == ["failed locationUnknown"])
    story.state.startUpdates(second, at: story.now, into: &story.effects)
    #expect(story.delivered(to: second) == ["failed locationUnknown"])
  }

  @Test func aStartAfterAFailureMayFailAgain() {
    var story = EngineStory()
    let manager = story.manager()
    for _ in 0..<2 {
      story.state.startUpdates(manager, at: story.now, into: &story.effects)
      story.state.forgetSource()
      story.state.sourceFailed(into: &story.effects)
      #expect(story.delivered(to: manager) == ["failed locationUnknown"])
      story.state.clients[manager]?.stopUpdates()
      story.state.forgetSource()
    }
  }

  @Test func theLastLocationStaysAfterStop() {
    var story = EngineStory()
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 5))
    story.state.clients[manager]?.stopUpdates()
    #expect(story.state.visibleLocation?.timestamp == TestLocations.start + 5)
    story.permit { $0.status = .denied }
    #expect(story.state.visibleLocation == nil)
  }

  // MARK: Pausing

  /// Returns a story in the background, where updates may pause.
  private func inTheBackground() -> (EngineStory, EngineClientID) {
    var story = EngineStory()
    let manager = story.manager()
    story.state.clients[manager]?.settings.allowsBackgroundLocationUpdates = true
    story.permit { $0.isInUse = false }
    return (story, manager)
  }

  @Test func pausesWhereSomebodyStaysAndResumesWhenTheyLeave() {
    var (story, manager) = inTheBackground()
    story.state.clients[manager]?.settings.activityType = .fitness
    story.state.clients[manager]?.settings.distanceFilter = 1
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    for second in stride(from: 0.0, through: 400, by: 100) {
      story.receive(TestLocations.location(north: 5, after: second))
    }
    #expect(story.delivered(to: manager) == ["at 0", "paused"])
    story.receive(TestLocations.location(north: 500, after: 500))
    #expect(story.delivered(to: manager) == ["resumed", "at 500"])
  }

  @Test func neverPausesForABoatAtAnchor() {
    #expect(CLActivityType(rawValue: 6) == .maritime)
    var (story, manager) = inTheBackground()
    story.state.clients[manager]?.settings.activityType = .maritime
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    // A week, in which it swings within the radius of a stay.
    for day in 0...7 {
      story.receive(
        TestLocations.location(north: day.isMultiple(of: 2) ? 0 : 25, after: Double(day) * 86_400))
    }
    #expect(story.delivered(to: manager) == (0...7).map { "at \($0 * 86_400)" })
  }

  @Test func aClockThatIsSetBackEndsNoPause() {
    var (story, manager) = inTheBackground()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 0))
    story.receive(TestLocations.location(after: 900))
    story.receive(TestLocations.location(after: -2700))
    #expect(story.delivered(to: manager) == ["at 0", "paused"])
    story.receive(TestLocations.location(north: 5000, after: -6300))
    #expect(story.delivered(to: manager) == ["resumed", "at -6300"])
    // The time in one place begins anew.
    story.receive(TestLocations.location(north: 5000, after: -9900))
    story.receive(TestLocations.location(north: 5000, after: -9001))
    #expect(story.delivered(to: manager) == ["at -9900", "at -9001"])
    story.receive(TestLocations.location(north: 5000, after: -9000))
    #expect(story.delivered(to: manager) == ["paused"])
  }

  @Test func aStartWhilePausedResumes() {
    var (story, manager) = inTheBackground()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 0))
    story.receive(TestLocations.location(after: 900))
    #expect(story.delivered(to: manager) == ["at 0", "paused"])
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == ["resumed", "at 900"])
  }

  @Test func comingIntoUseResumes() {
    var (story, manager) = inTheBackground()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 0))
    story.receive(TestLocations.location(after: 900))
    story.permit { $0.isInUse = true }
    story.receive(TestLocations.location(after: 901))
    #expect(story.delivered(to: manager) == ["at 0", "paused", "resumed", "at 901"])
  }

  @Test(
    arguments: [
      ("in use, where a person watches", true, true), ("told not to", false, false),
    ] as [(String, Bool, Bool)])
  func neverPauses(why: String, pauses: Bool, isInUse: Bool) {
    var (story, manager) = inTheBackground()
    story.permit { $0.isInUse = isInUse }
    story.state.clients[manager]?.settings.pausesLocationUpdatesAutomatically = pauses
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 0))
    story.receive(TestLocations.location(after: 90_000))
    #expect(story.delivered(to: manager) == ["at 0", "at 90000"], "\(why)")
  }
}
