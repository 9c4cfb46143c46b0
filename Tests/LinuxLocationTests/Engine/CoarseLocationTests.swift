// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver
import LocationProtocols
import Testing

@testable import LinuxLocation

/// Locations of reduced accuracy: each is new only every 15 minutes, and until then it is repeated to whoever asks.
@Suite struct CoarseLocationTests {
  /// Why a manager receives coarse locations.
  enum Reason: CaseIterable { case permission, desiredAccuracy }

  /// Returns a story with a manager that receives coarse locations.
  private func story(_ reason: Reason = .permission) -> (EngineStory, EngineClientID) {
    var story = EngineStory()
    if reason == .permission { story.permit { $0.accuracy = .reducedAccuracy } }
    let manager = story.manager()
    if reason == .desiredAccuracy {
      story.state.clients[manager]?.settings.desiredAccuracy = kCLLocationAccuracyReduced
    }
    return (story, manager)
  }

  /// Lets the receiver report a location each second, on the way north.
  private func drive(_ seconds: ClosedRange<Int>, _ story: inout EngineStory) {
    for second in seconds {
      story.wait(.seconds(1))
      story.receive(TestLocations.location(north: 20 * Double(second), after: Double(second)))
    }
  }

  @Test(arguments: Reason.allCases)
  func everyRequestIsAnsweredAtOnce(reason: Reason) {
    var (story, manager) = story(reason)
    story.state.requestLocation(manager, at: story.now, into: &story.effects)
    drive(0...2, &story)
    #expect(story.delivered(to: manager) == ["at 0"])
    for _ in 0..<3 {
      story.wait(.seconds(20))
      story.state.requestLocation(manager, at: story.now, into: &story.effects)
      #expect(story.delivered(to: manager) == ["at 0"])
      #expect(story.state.deadline == nil)
    }
  }

  @Test(arguments: Reason.allCases)
  func everyStartBeginsWithIt(reason: Reason) {
    var (story, manager) = story(reason)
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    drive(0...3, &story)
    story.state.clients[manager]?.stopUpdates()
    #expect(story.deliveredLocations().map(\.horizontalAccuracy) == [3600])
    story.wait(.seconds(12))
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    drive(20...30, &story)
    #expect(story.delivered(to: manager) == ["at 0"])
  }

  @Test func everyLoopBeginsWithIt() {
    var (story, _) = story()
    for _ in 0..<2 {
      let loop = story.state.addClient()
      story.state.startLiveUpdates(loop, .other, at: story.now, into: &story.effects)
      drive(0...3, &story)
      #expect(story.delivered(to: loop) == ["location"])
      story.wait(.seconds(60))
    }
  }

  @Test func askingOftenRevealsNoMore() {
    var (story, manager) = story()
    var seen: [CLLocation] = []
    for turn in 0..<360 {
      story.state.requestLocation(manager, at: story.now, into: &story.effects)
      story.state.startUpdates(manager, at: story.now, into: &story.effects)
      drive(turn * 10...turn * 10 + 9, &story)
      story.state.clients[manager]?.stopUpdates()
      let loop = story.state.addClient()
      story.state.startLiveUpdates(loop, .other, at: story.now, into: &story.effects)
      let deliveries = story.performed().deliveries
      for delivery in deliveries {
        switch delivery.callback {
        case .locations(let locations): seen += locations
        case .update(let update): seen += [update.location].compactMap(\.self)
        default: break
        }
      }
      story.state.removeClient(loop, at: story.now, into: &story.effects)
    }
    #expect(seen.count > 360)
    let times = Set(seen.map { $0.timestamp.timeIntervalSince(TestLocations.start) })
    #expect(times.sorted() == [0, 900, 1800, 2700])
    // Of an hour's drive over 72 km, no more than four cells.
    #expect(Set(seen.map(\.coordinate.latitude)).count == 4)
  }

  @Test func anOldOneIsNotRepeatedOnceANewOneIsDue() {
    var (story, manager) = story()
    drive(0...0, &story)
    story.wait(.seconds(899))
    story.state.requestLocation(manager, at: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == ["at 0"])
    story.wait(.seconds(1))
    story.state.requestLocation(manager, at: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == [])
    drive(902...902, &story)
    #expect(story.delivered(to: manager) == ["at 902"])
  }

  /// The clock of a recording that is replayed slowly, or of a receiver that was just switched on, lags behind.
  @Test func aReceiverForWhichNoneIsDueRepeatsIt() {
    var (story, manager) = story()
    drive(0...0, &story)
    story.wait(.seconds(1000))
    story.state.requestLocation(manager, at: story.now, into: &story.effects)
    drive(500...500, &story)
    #expect(story.delivered(to: manager) == ["at 0"])
  }

  @Test func significantChangesIgnoreTheDesiredAccuracy() {
    var (story, manager) = story(.desiredAccuracy)
    drive(0...0, &story)
    story.wait(.seconds(60))
    // What was known a minute ago is no change.
    story.state.startSignificantChanges(manager, at: story.now, into: &story.effects)
    story.permit { $0.isProvisional = true }
    drive(61...961, &story)
    let locations = story.deliveredLocations()
    #expect(
      locations.map { $0.timestamp.timeIntervalSince(TestLocations.start) } == [61, 361, 661, 961])
    #expect(locations.allSatisfy { $0.horizontalAccuracy == 5 })
  }

  @Test func itIsRepeatedAfterAnError() {
    var (story, manager) = story()
    let loop = story.state.addClient()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.state.startLiveUpdates(loop, .other, at: story.now, into: &story.effects)
    drive(0...2, &story)
    story.receive(.report(.fixLost(nil)))
    drive(60...70, &story)
    let deliveries = story.performed().deliveries
    #expect(deliveries.filter { $0.client == manager }.count == 3)
    #expect(deliveries.filter { $0.client == loop }.count == 3)
  }

  @Test func whoIsReducedLaterReceivesItAtOnce() {
    var story = EngineStory()
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    drive(0...1, &story)
    story.permit { $0.accuracy = .reducedAccuracy }
    drive(2...9, &story)
    #expect(story.delivered(to: manager) == ["at 0", "at 1", "authorization", "at 0"])
  }

  @Test(
    "what a service that reduces accuracy knew before",
    arguments: [
      ("it is all there is for up to 15 minutes", 600, ["authorization", "at 0"]),
      ("a new one is due", 900, ["authorization"]),
    ] as [(why: String, age: Int, told: [String])])
  func theLastFixOfAService(why: String, age: Int, told: [String]) {
    var story = EngineStory()
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(.state(.fix, isReduced: true))
    let fix = TestLocations.fix(TestLocations.location(after: 0))
    story.receive(.lastFix(fix), arrival: story.now - .seconds(age))
    story.state.requestLocation(manager, at: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == told, "\(why)")
  }
}
