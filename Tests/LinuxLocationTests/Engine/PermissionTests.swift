// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LinuxLocation

@Suite struct PermissionTests {
  @Test(
    arguments: [
      ("when in use, in use", .authorizedWhenInUse, true, true),
      ("when in use, in the background", .authorizedWhenInUse, false, false),
      ("always, in use", .authorizedAlways, true, true),
      ("always, in the background", .authorizedAlways, false, true),
      ("denied", .denied, true, false),
      ("restricted", .restricted, true, false),
      ("undetermined", .notDetermined, true, false),
    ] as [(String, CLAuthorizationStatus, Bool, Bool)])
  func events(why: String, status: CLAuthorizationStatus, isInUse: Bool, expected: Bool) {
    #expect(Permission(status: status, isInUse: isInUse).allowsEvents == expected, "\(why)")
  }

  @Test(
    arguments: [
      ("in use", .authorizedWhenInUse, true, false, false, true),
      ("in the background", .authorizedWhenInUse, false, false, true, false),
      ("goes on in the background", .authorizedWhenInUse, false, true, true, true),
      ("never was in use", .authorizedWhenInUse, false, true, false, false),
      ("always, whatever it wishes", .authorizedAlways, false, false, false, true),
      ("denied", .denied, true, true, true, false),
    ] as [(String, CLAuthorizationStatus, Bool, Bool, Bool, Bool)])
  func continuousLocations(
    why: String, status: CLAuthorizationStatus, isInUse: Bool, continues: Bool, wasInUse: Bool,
    expected: Bool
  ) {
    var manager = ClientState(EngineClientID(number: 1), .manager)
    manager.settings.allowsBackgroundLocationUpdates = continues
    manager.hasBeenInUse = wasInUse
    let permission = Permission(status: status, isInUse: isInUse)
    #expect(manager.allowsUpdates(permission) == expected, "\(why)")
  }

  @Test func whatWasStartedUndeterminedBeginsWhenGranted() {
    var story = EngineStory(.notDetermined)
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == [])
    #expect(!story.state.needsReceiver)
    story.permit { $0.status = .authorizedWhenInUse }
    #expect(story.state.needsReceiver)
    story.receive(TestLocations.location(after: 1))
    #expect(story.delivered(to: manager) == ["authorization", "at 1"])
  }

  @Test(arguments: [CLAuthorizationStatus.denied, .restricted])
  func aRefusalIsToldAtStartAndWhenItComes(status: CLAuthorizationStatus) {
    var story = EngineStory(status)
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    #expect(story.delivered(to: manager) == ["failed denied"])
    #expect(!story.state.needsReceiver)

    story.permit { $0.status = .authorizedWhenInUse }
    story.receive(TestLocations.location(after: 1))
    #expect(story.delivered(to: manager) == ["authorization", "at 1"])
    story.permit { $0.status = status }
    story.receive(TestLocations.location(after: 2))
    #expect(story.delivered(to: manager) == ["authorization", "failed denied"])
  }

  @Test(
    "what flows while in use and in the background",
    arguments: [
      ("when in use, foreground", .authorizedWhenInUse, true, false, true),
      ("when in use, background", .authorizedWhenInUse, false, false, false),
      ("when in use, background allowed", .authorizedWhenInUse, false, true, true),
      ("always, background, whatever the flag", .authorizedAlways, false, false, true),
      ("always, background allowed", .authorizedAlways, false, true, true),
    ] as [(String, CLAuthorizationStatus, Bool, Bool, Bool)])
  func flows(
    why: String, status: CLAuthorizationStatus, isInUse: Bool, isAllowed: Bool, expected: Bool
  ) {
    var story = EngineStory(status)
    let manager = story.manager()
    story.state.clients[manager]?.settings.allowsBackgroundLocationUpdates = isAllowed
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.permit { $0.isInUse = isInUse }
    story.receive(TestLocations.location(after: 1))
    #expect(story.delivered(to: manager) == (expected ? ["at 1"] : []))
    #expect(story.state.needsReceiver == expected)
    story.permit { $0.isInUse = true }
    story.receive(TestLocations.location(after: 2))
    #expect(story.delivered(to: manager).last == "at 2")
  }

  @Test func whenInUseMustHaveBeenInUseToGoOn() {
    var story = EngineStory(.authorizedWhenInUse)
    let manager = story.manager()
    story.permit { $0.isInUse = false }
    story.state.clients[manager]?.settings.allowsBackgroundLocationUpdates = true
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 1))
    #expect(story.delivered(to: manager) == [])
    story.permit { $0.isInUse = true }
    story.permit { $0.isInUse = false }
    story.receive(TestLocations.location(after: 2))
    #expect(story.delivered(to: manager) == ["at 1", "at 2"])
  }

  @Test func anActivityKeepsTheApplicationInUse() {
    var story = EngineStory(.authorizedWhenInUse)
    let manager = story.manager()
    let activity = story.state.addClient(.activity)
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.permit { $0.isInUse = false }
    story.receive(TestLocations.location(after: 1))
    #expect(story.delivered(to: manager) == ["at 1"])
    story.state.removeClient(activity, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 2))
    #expect(story.delivered(to: manager) == [])
  }

  @Test(
    "what the manager's location follows in the background, where headings keep the receiver on",
    arguments: [
      ("when in use", .authorizedWhenInUse, false, false, [1, 1, 3]),
      ("while updates continue", .authorizedWhenInUse, true, false, [2, 2, 3]),
      ("while an activity keeps it in use", .authorizedWhenInUse, false, true, [2, 3, 3]),
      ("always", .authorizedAlways, false, false, [2, 3, 3]),
    ] as [(String, CLAuthorizationStatus, Bool, Bool, [Double])])
  func theManagersLocation(
    why: String, status: CLAuthorizationStatus, continues: Bool, hasActivity: Bool, known: [Double]
  ) {
    var story = EngineStory(status)
    let manager = story.manager()
    if hasActivity { _ = story.state.addClient(.activity) }
    story.state.clients[manager]?.settings.allowsBackgroundLocationUpdates = continues
    story.state.clients[manager]?.startHeading()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 1))
    story.permit { $0.isInUse = false }
    #expect(story.state.needsReceiver, "\(why)")
    var found: [CLLocation?] = []
    story.receive(TestLocations.location(north: 1000, after: 2))
    found.append(story.state.visibleLocation)
    story.state.clients[manager]?.stopUpdates()
    story.receive(TestLocations.location(north: 2000, after: 3))
    found.append(story.state.visibleLocation)
    story.permit { $0.isInUse = true }
    found.append(story.state.visibleLocation)
    #expect(
      found.map { $0?.timestamp.timeIntervalSince(TestLocations.start) } == known, "\(why)")
  }

  // MARK: Reduced accuracy

  @Test func reducedAccuracyTellsACellAndNoMore() throws {
    var story = EngineStory()
    story.permit { $0.accuracy = .reducedAccuracy }
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    for second in stride(from: 0.0, through: 1800, by: 60) {
      story.receive(TestLocations.location(north: second, east: second / 2, after: second))
    }
    let locations = story.deliveredLocations()
    #expect(
      locations.map { $0.timestamp.timeIntervalSince(TestLocations.start) } == [0, 900, 1800])
    let first = try #require(locations.first)
    #expect(first.horizontalAccuracy == 3600)
    #expect((first.speed, first.course, first.verticalAccuracy) == (-1, -1, -1))
    #expect(first.altitude == 0)
    #expect(first.fix == nil)
    #expect(abs(first.coordinate.latitude - 48) < 0.045)
    #expect(story.state.visibleLocation?.horizontalAccuracy == 3600)
  }

  @Test func significantChangesAreReportedByCells() throws {
    var story = EngineStory()
    story.permit { $0.accuracy = .reducedAccuracy }
    let manager = story.manager()
    story.state.startSignificantChanges(manager, at: story.now, into: &story.effects)
    // 30 km north in an hour, then half an hour at rest.
    for second in stride(from: 0.0, through: 5400, by: 60) {
      story.receive(TestLocations.location(north: min(second, 3600) * 8, after: second))
    }
    let locations = story.deliveredLocations()
    #expect(
      locations.map { $0.timestamp.timeIntervalSince(TestLocations.start) }
        == [0, 900, 1800, 2700, 3600])
    #expect(locations.allSatisfy { $0.horizontalAccuracy == 3600 })
  }

  @Test func aManagerMayAskForLess() {
    var story = EngineStory()
    let manager = story.manager()
    story.state.clients[manager]?.settings.desiredAccuracy = kCLLocationAccuracyReduced
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 0))
    story.receive(TestLocations.location(after: 1))
    #expect(story.deliveredLocations().map(\.horizontalAccuracy) == [3600])
  }
}
