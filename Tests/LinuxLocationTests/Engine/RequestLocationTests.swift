// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver
import Testing

@testable import LinuxLocation

@Suite struct RequestLocationTests {
  @Test(
    arguments: [
      ("the first that is good enough", 100.0, [300, 80, 5], ["at 1"]),
      ("best: ten meters will do", kCLLocationAccuracyBest, [300, 11, 10], ["at 2"]),
      (
        "none is good enough: the best at the end", 10.0, [300, 300, 300, 300, 300, 300, 20, 40],
        ["at 6"]
      ),
      ("of equal ones the newest", 10.0, [30, 30, 30, 30, 30, 30, 20, 20], ["at 7"]),
      ("better than 10 m is not asked for", 3.0, [300, 11, 10], ["at 2"]),
      ("the best is too old by then", 10.0, [20, 20, 40, 40, 40, 40, 40], ["at 6"]),
      ("all are too old by then", 10.0, [20, 20], ["failed locationUnknown"]),
      ("nothing came", 10.0, [], ["failed locationUnknown"]),
    ] as [(why: String, desired: Double, accuracies: [Double], told: [String])])
  func answersOnce(why: String, desired: Double, accuracies: [Double], told: [String]) {
    var story = EngineStory()
    let manager = story.manager()
    story.state.clients[manager]?.settings.desiredAccuracy = desired
    story.state.requestLocation(manager, at: story.now, into: &story.effects)
    for second in 0..<10 {
      if second < accuracies.count {
        story.receive(TestLocations.location(after: Double(second), accuracy: accuracies[second]))
      }
      story.wait(.seconds(1))
    }
    story.receive(TestLocations.location(after: 60, accuracy: 1))
    #expect(story.delivered(to: manager) == told)
    #expect(story.state.deadline == nil)
    #expect(!story.state.needsReceiver)
  }

  @Test func aFreshLocationAnswersAtOnce() {
    var story = EngineStory()
    let manager = story.manager()
    story.receive(TestLocations.location(after: 3))
    story.state.requestLocation(manager, at: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == ["at 3"])
  }

  @Test(
    arguments: [
      ("less than a minute ago", 59, 5, ["at 3"]), ("a minute ago", 60, 5, []),
      ("not accurate enough", 1, 20, []),
    ] as [(why: String, age: Int, accuracy: Double, told: [String])])
  func anAccurateLocationOfTheLastMinuteAnswers(
    why: String, age: Int, accuracy: Double, told: [String]
  ) {
    var story = EngineStory()
    let manager = story.manager()
    story.receive(TestLocations.location(after: 3, accuracy: accuracy))
    story.receive(.report(.fixLost(nil)))
    story.wait(.seconds(age))
    story.state.requestLocation(manager, at: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == told, "\(why)")
  }

  @Test func updatesThatRunAnswerIt() {
    var story = EngineStory()
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 1))
    story.state.requestLocation(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 2))
    #expect(story.delivered(to: manager) == ["at 1", "at 2"])
    #expect(story.state.clients[manager]?.request == nil)
  }

  @Test func asksOnceHoweverOftenItIsCalled() {
    var story = EngineStory()
    let manager = story.manager()
    story.state.requestLocation(manager, at: story.now, into: &story.effects)
    story.state.requestLocation(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 3))
    story.receive(TestLocations.location(after: 4))
    #expect(story.delivered(to: manager) == ["at 3"])
  }

  @Test(arguments: ["start", "stop"])
  func isCancelledBy(_ call: String) {
    var story = EngineStory()
    let manager = story.manager()
    story.state.requestLocation(manager, at: story.now, into: &story.effects)
    if call == "start" {
      story.state.startUpdates(manager, at: story.now, into: &story.effects)
    } else {
      story.state.clients[manager]?.stopUpdates()
    }
    story.now += .seconds(20)
    story.state.elapse(to: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == [])
  }

  @Test func ignoresTheDistanceFilter() {
    var story = EngineStory()
    let manager = story.manager()
    story.state.clients[manager]?.settings.distanceFilter = 1e6
    for second in [1.0, 2] {
      story.now += .seconds(60)
      story.state.requestLocation(manager, at: story.now, into: &story.effects)
      story.receive(TestLocations.location(after: second))
    }
    #expect(story.delivered(to: manager) == ["at 1", "at 2"])
  }

  @Test func waitsForPermissionAndOnlyThenForTheReceiver() {
    var story = EngineStory(.notDetermined)
    let manager = story.manager()
    story.state.requestLocation(manager, at: story.now, into: &story.effects)
    story.now += .seconds(3600)
    story.state.elapse(to: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == [])
    #expect(!story.state.needsReceiver)
    story.permit { $0.status = .authorizedWhenInUse }
    #expect(story.state.needsReceiver)
    #expect(story.state.deadline == story.now + .seconds(10))
    story.receive(TestLocations.location(after: 1))
    #expect(story.delivered(to: manager) == ["authorization", "at 1"])
  }

  @Test func isRefusedAtOnceWhenDenied() {
    var story = EngineStory(.denied)
    let manager = story.manager()
    story.state.requestLocation(manager, at: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == ["failed denied"])
  }
}
