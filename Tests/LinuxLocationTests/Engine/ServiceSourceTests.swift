// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver
import LinuxSystem
import LocationAuthorization
import LocationProtocols
import TestSupport
import Testing

@testable import LinuxLocation

/// Core Location as a client of the location service.
@Suite struct ServiceSourceTests {
  private static func state(
    _ code: StateReport.Code, _ text: String? = nil, isReduced: Bool = false
  ) -> ReceiverEvent.Content {
    .state(code, text, isReduced: isReduced)
  }

  @Test func whatTheServiceDeniesIsDeniedToTheApplication() {
    var story = EngineStory()
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(TestLocations.location(after: 1))
    #expect(story.delivered(to: manager) == ["at 1"])
    story.receive(Self.state(.denied, "not for you"))
    #expect(story.state.permission.status == .restricted)
    #expect(story.delivered(to: manager) == ["authorization", "failed denied"])
    #expect(story.state.visibleLocation == nil)
    // The engine keeps listening, since that may change, but no client uses the location.
    #expect(story.state.demand.needsSource && story.state.demand.use.isEmpty)
    story.receive(.state(.starting))
    #expect(story.delivered(to: manager).isEmpty)
    story.receive(Self.state(.fix))
    story.receive(TestLocations.location(after: 5))
    #expect(story.delivered(to: manager).prefix(1) == ["authorization"])
    #expect(story.state.permission.status == .authorizedAlways)
    #expect(story.state.visibleLocation != nil)
  }

  @Test func aPersonsDecisionStaysWhatItIs() {
    var story = EngineStory(.denied)
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(Self.state(.denied, "not for you"))
    #expect(story.state.permission.status == .denied)
    #expect(!story.state.demand.needsSource)
  }

  /// The service has moved positions onto the grid, and the same grid leaves them where they are.
  @Test func reducedAccuracyIsNeitherUndoneNorDoubled() throws {
    var story = EngineStory()
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(Self.state(.waitingForFix, isReduced: true))
    #expect(story.state.permission.accuracy == .reducedAccuracy)
    #expect(story.delivered(to: manager) == ["authorization"])
    var grid = ReducedAccuracy()
    let snapped = grid.reduce(TestLocations.fix(TestLocations.location(after: 1)))
    let reduced = try #require(snapped)
    story.receive(.report(.fix(reduced)))
    let location = try #require(story.state.visibleLocation)
    #expect(location.coordinate.latitude == reduced.latitude)
    #expect(location.coordinate.longitude == reduced.longitude)
    #expect(location.horizontalAccuracy == 3600)
    #expect(story.delivered(to: manager).count == 1)
    story.receive(Self.state(.fix))
    #expect(story.state.permission.accuracy == .fullAccuracy)
  }

  @Test func theServicesLastFixIsTheLocationUntilTheFirstUpdate() throws {
    var story = EngineStory()
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    let last = TestLocations.location(after: 1)
    story.receive(.lastFix(TestLocations.fix(last)), arrival: story.now - .seconds(60))
    #expect(story.state.visibleLocation?.timestamp == last.timestamp)
    #expect(story.delivered(to: manager).isEmpty)
    story.receive(TestLocations.location(after: 60))
    #expect(story.delivered(to: manager) == ["at 60"])
    story.receive(.lastFix(TestLocations.fix(TestLocations.location(after: 61))))
    #expect(
      story.state.visibleLocation?.timestamp.timeIntervalSince(last.timestamp) == 59)
  }

  private static let greeting = "{\"class\":\"service\",\"protocol\":1,\"version\":\"test\"}\n"
  private static let state =
    "{\"class\":\"authorization\",\"status\":\"authorized\",\"accuracy\":\"full\"}\n"
    + "{\"class\":\"state\",\"state\":\"fix\",\"code\":\"fix\",\"explanation\":\"it has a fix\"}\n"

  private static func fix(_ second: Int, _ more: String = "") -> String {
    "{\"class\":\"fix\",\"timestamp\":\"2025-06-15T06:32:\(second).000Z\",\"latitude\":47.5,"
      + "\"longitude\":9.7,\"horizontalAccuracy\":2.5,\"horizontalAccuracySource\":\"GST\"\(more)}\n"
  }

  /// The manager uses a stand-in for the service, which disappears and returns, and no port.
  @Test func aManagerListensToTheServiceOnItsSocket() async throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/location.sock"
    let answer = Self.state + Self.fix(10, ",\"age\":100")
    var server = try StandInServer(path: path, greeting: Self.greeting) { _ in answer }
    let introduction = ClientIntroduction(name: "a test", identifier: "org.example.test")
    let engine = LocationEngine(
      try ReceiverSource("service:\(path)", introduction: introduction))
    let (manager, diary) = (CLLocationManager(engine: engine), Diary())
    manager.delegate = diary
    manager.startUpdatingLocation()
    #expect(await eventually { manager.location != nil })
    #expect(manager.location?.horizontalAccuracy == 2.5)
    #expect(!diary.words.contains { $0.hasPrefix("at ") })
    #expect(
      server.received.first.flatMap { try? ServiceRequest(line: $0.utf8) } == .client(introduction))
    server.send(Self.fix(20))
    #expect(await eventually { diary.words.contains { $0.hasPrefix("at ") } })
    server.stop()
    #expect(await eventually { diary.words.last == "failed 0" })
    server = try StandInServer(path: path, greeting: Self.greeting) { _ in answer }
    #expect(await eventually { server.received.count == 1 })
    server.send(Self.fix(30))
    #expect(await eventually { diary.words.filter { $0.hasPrefix("at ") }.count > 1 })
    // One failure between two locations, however many attempts there were and however slow this machine is.
    let told = diary.words.filter { $0.hasPrefix("at ") || $0 == "failed 0" }
    #expect(!zip(told, told.dropFirst()).contains { $0 == ("failed 0", "failed 0") })
    manager.stopUpdatingLocation()
    server.stop()
  }

  @Test func theServiceIsLookedForUnlessTheEnvironmentForbidsIt() {
    #expect(
      EngineConfiguration(environment: ["CORELOCATION_SERVICE": "none"], system: "/nowhere")
        .serviceSockets.isEmpty)
    #expect(
      EngineConfiguration(environment: ["XDG_RUNTIME_DIR": "/x"], system: "/nowhere")
        .serviceSockets == [
          "/x/core-location/location.sock", "/run/core-location/location.sock",
        ])
  }
}
