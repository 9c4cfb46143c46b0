// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import LinuxLocation

@Suite struct LiveUpdatesTests {
  private func updates(_ engine: LocationEngine) -> CLLocationUpdate.Updates {
    CLLocationUpdate.Updates(engine: engine, configuration: .fitness)
  }

  /// Waits until the engine has a number of clients; returns whether it does.
  private func waitFor(_ count: Int, _ engine: LocationEngine) async -> Bool {
    await eventually { engine.read(\.clients.states.count) == count }
  }

  @Test func beginsWhenIteratedAndEndsWithTheLoop() async throws {
    let engine = LocationEngine()
    let updates = updates(engine)
    #expect(engine.read(\.clients.isEmpty))
    let task = Task {
      var seconds: [Double] = []
      for try await update in updates {
        if let location = update.location {
          seconds.append(location.timestamp.timeIntervalSince(TestLocations.start))
        }
        if seconds.count == 3 { break }
      }
      return seconds
    }
    #expect(await waitFor(1, engine))
    for second in 1...3 { engine.receive(TestLocations.location(after: Double(second))) }
    #expect(try await task.value == [1, 2, 3])
    #expect(await waitFor(0, engine))
    #expect(!engine.read(\.needsReceiver))
  }

  @Test func cancellationEndsEverythingAtOnce() async throws {
    let source = QuietSource()
    let engine = LocationEngine(source)
    let updates = updates(engine)
    let task = Task {
      for try await _ in updates {}
      return "ended"
    }
    #expect(await waitFor(1, engine))
    task.cancel()
    #expect(try await task.value == "ended")
    #expect(await waitFor(0, engine))
    #expect(await eventually { !source.isRunning })
  }

  @Test func aSlowConsumerGetsTheNewest() async throws {
    let engine = LocationEngine()
    engine.receive(TestLocations.location(after: 0))
    var iterator = updates(engine).makeAsyncIterator()
    let first = try await iterator.next()
    #expect(first?.location?.timestamp == TestLocations.start)
    for second in 1...100 { engine.receive(TestLocations.location(after: Double(second))) }
    var seconds: [Int] = []
    for _ in 0..<CLLocationUpdate.Updates.capacity {
      let location = try await iterator.next()?.location
      seconds.append(Int(location?.timestamp.timeIntervalSince(TestLocations.start) ?? -1))
    }
    #expect(seconds == Array(85...100))
  }

  @Test(
    arguments: [
      (.denied, true, true, "denied"),
      (.denied, false, true, "denied globally"),
      (.restricted, true, true, "restricted"),
      (.authorizedWhenInUse, true, false, "not in use"),
    ] as [(CLAuthorizationStatus, Bool, Bool, String)])
  func saysWhatIsInTheWay(
    status: CLAuthorizationStatus, servicesEnabled: Bool, isInUse: Bool, expected: String
  ) async throws {
    let authorizer = TestAuthorizer(
      Permission(status: status, servicesEnabled: servicesEnabled, isInUse: isInUse))
    var iterator = updates(LocationEngine(QuietSource(), authorizer)).makeAsyncIterator()
    let update = try #require(try await iterator.next())
    #expect(update.location == nil)
    let words = [
      update.authorizationDeniedGlobally ? "denied globally" : nil,
      update.authorizationDenied && servicesEnabled ? "denied" : nil,
      update.authorizationRestricted ? "restricted" : nil,
      update.insufficientlyInUse ? "not in use" : nil,
      update.locationUnavailable ? "unavailable" : nil,
      update.serviceSessionRequired ? "session" : nil,
    ].compactMap(\.self)
    #expect(words == [expected])
    authorizer.permission = Permission(status: .authorizedAlways)
  }

  @Test func tellsStayingOnceAndThenMovingAgain() {
    var story = EngineStory()
    let stream = story.state.addClient()
    story.state.startLiveUpdates(stream, .fitness, at: story.now, into: &story.effects)
    for second in stride(from: 0.0, through: 600, by: 100) {
      story.receive(TestLocations.location(north: 3, after: second))
    }
    #expect(story.delivered(to: stream) == ["location", "location", "location", "stationary"])
    story.receive(TestLocations.location(north: 300, after: 700))
    #expect(story.delivered(to: stream) == ["location"])
  }

  @Test func aBoatAtAnchorNeverCountsAsStationary() {
    var story = EngineStory()
    let stream = story.state.addClient()
    let activity = CLLocationUpdate.LiveConfiguration.maritime.activity
    story.state.startLiveUpdates(stream, activity, at: story.now, into: &story.effects)
    for hour in 0..<4 {
      story.receive(TestLocations.location(north: 3, after: Double(hour) * 3600))
    }
    #expect(story.delivered(to: stream) == ["location", "location", "location", "location"])
  }

  @Test func tellsThatNoPositionIsToBeHad() {
    var story = EngineStory()
    let stream = story.state.addClient()
    story.state.startLiveUpdates(stream, .other, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 0))
    story.state.sourceFailed(into: &story.effects)
    story.state.sourceFailed(into: &story.effects)
    story.receive(TestLocations.location(after: 1))
    #expect(story.delivered(to: stream) == ["location", "update", "location"])
  }

  @Test func reducedAccuracyIsSaidWithEachLocation() async throws {
    let authorizer = TestAuthorizer(
      Permission(status: .authorizedAlways, accuracy: .reducedAccuracy))
    let engine = LocationEngine(QuietSource(), authorizer)
    engine.receive(TestLocations.location(after: 0))
    var iterator = updates(engine).makeAsyncIterator()
    let update = try #require(try await iterator.next())
    #expect(update.accuracyLimited)
    #expect(update.location?.horizontalAccuracy == 3600)
  }
}
