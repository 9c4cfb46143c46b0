// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LinuxLocation

/// Always that the person has not been asked about yet: in the background, what needs it waits for the answer.
@Suite struct ProvisionalAlwaysTests {
  /// A story of an application in use, with Always granted provisionally, and one client for everything.
  private struct Scene {
    var story = EngineStory()
    let client: EngineClientID
    private var second = 0.0

    init() {
      client = story.manager()
      story.permit { $0.isProvisional = true }
      _ = story.delivered(to: client)
    }

    var region: CLCircularRegion {
      CLCircularRegion(center: TestLocations.origin, radius: 100, identifier: "home")
    }

    mutating func start(_ service: String) {
      switch service {
      case "standard updates": story.state.startUpdates(client, at: story.now, into: &story.effects)
      case "a request": story.state.requestLocation(client, at: story.now, into: &story.effects)
      case "significant changes":
        story.state.startSignificantChanges(client, at: story.now, into: &story.effects)
      case "visits": story.state.setVisits(true, client, into: &story.effects)
      case "regions": story.state.startMonitoring(region, by: client, into: &story.effects)
      case "a region's state":
        story.state.requestState(of: region, for: client, at: story.now, into: &story.effects)
      case "a loop":
        story.state.startLiveUpdates(client, .other, at: story.now, into: &story.effects)
      default:
        story.state.clients[client]?.conditions = ConditionMonitor(persists: false)
        story.state.watch(
          CLMonitor.CircularGeographicCondition(center: TestLocations.origin, radius: 100),
          "home", assuming: .unknown, client, into: &story.effects)
      }
    }

    /// Stays `north` meters north of the origin for ten minutes, with a fix every ten seconds.
    mutating func stay(_ north: Double = 0) {
      for _ in 0..<60 {
        second += 10
        story.receive(TestLocations.location(north: north, after: second))
        story.wait(.seconds(10))
      }
    }

    mutating func use(_ isInUse: Bool) { story.permit { $0.isInUse = isInUse } }

    /// Returns what has been delivered, and whether the person is to be asked.
    mutating func outcome() -> (delivered: [String], asks: Bool) {
      var copy = story
      let asks = copy.performed().needsAlways
      return (story.delivered(to: client), asks)
    }
  }

  static let services = [
    "standard updates", "a request", "significant changes", "visits", "regions",
    "a region's state", "a loop", "conditions",
  ]

  @Test(arguments: services) func waitsInTheBackground(service: String) {
    var scene = Scene()
    scene.use(false)
    scene.start(service)
    _ = scene.outcome()
    scene.stay()
    scene.stay(800)
    let (delivered, asks) = scene.outcome()
    #expect(delivered == [] && asks)
    scene.story.permit { $0.isProvisional = false }
    #expect(scene.outcome().delivered != [])
    scene.stay()
    scene.story.state.settleAlways(true, into: &scene.story.effects)
    let after = scene.outcome()
    #expect(
      !after.asks && after.delivered.isEmpty == ["a request", "a region's state"].contains(service))
  }

  @Test(arguments: services) func isDroppedIfThePersonRefuses(service: String) {
    var scene = Scene()
    scene.use(false)
    scene.start(service)
    _ = scene.outcome()
    scene.stay()
    scene.stay(800)
    #expect(scene.outcome().delivered == [])
    scene.story.permit { ($0.status, $0.isProvisional) = (.authorizedWhenInUse, false) }
    scene.story.state.settleAlways(false, into: &scene.story.effects)
    scene.stay()
    let answers = [
      "a request": ["failed locationUnknown", "authorization"],
      "a loop": ["authorization", "update"],
      "conditions": ["authorization", "home unmonitored"],
    ]
    #expect(scene.outcome().delivered == answers[service, default: ["authorization"]])
  }

  @Test(arguments: services) func nothingWaitsWhileInUse(service: String) {
    var scene = Scene()
    scene.start(service)
    _ = scene.outcome()
    scene.stay()
    scene.stay(800)
    let (delivered, asks) = scene.outcome()
    #expect(delivered != [] && !asks)
  }

  @Test(arguments: services) func nothingWaitsOnceAlwaysIsConfirmed(service: String) {
    var scene = Scene()
    scene.story.permit { ($0.isInUse, $0.isProvisional) = (false, false) }
    scene.start(service)
    _ = scene.outcome()
    scene.stay()
    scene.stay(800)
    let (delivered, asks) = scene.outcome()
    #expect(delivered != [] && !asks)
  }

  /// When In Use permits it, which the person has allowed; the indicator is shown.
  @Test func whatContinuesFromUseNeedsNoAnswer() {
    var scene = Scene()
    scene.story.state.clients[scene.client]?.settings.allowsBackgroundLocationUpdates = true
    scene.start("standard updates")
    scene.use(false)
    scene.stay()
    let (delivered, asks) = scene.outcome()
    #expect(delivered.count == 60 && !asks)
    #expect(scene.story.state.visibleLocation?.timestamp == TestLocations.start + 600)
    #expect(scene.story.state.demand.showsIndicator)
  }

  @Test func refusalsAndAnswersWithoutAPlaceArrive() {
    var scene = Scene()
    scene.use(false)
    scene.start("a region's state")
    scene.story.wait(.seconds(2))
    scene.story.state.startMonitoring(
      CLCircularRegion(center: TestLocations.origin, radius: -1, identifier: "bad"),
      by: scene.client, into: &scene.story.effects)
    scene.start("standard updates")
    scene.story.state.sourceFailed(into: &scene.story.effects)
    scene.story.permit { $0.status = .denied }
    #expect(
      scene.outcome().delivered == [
        "unknown home", "not monitoring bad: regionMonitoringFailure", "failed locationUnknown",
        "authorization", "failed denied",
      ])
  }

  @Test(arguments: ["regions", "conditions"])
  func whatIsStoppedMeanwhileIsNotReported(service: String) {
    var scene = Scene()
    scene.start(service)
    scene.stay()
    scene.use(false)
    _ = scene.outcome()
    scene.stay(800)
    #expect(scene.outcome().asks)
    scene.story.state.stopMonitoring("home", into: &scene.story.effects)
    scene.story.state.unwatch("home", scene.client)
    scene.story.permit { $0.isProvisional = false }
    #expect(scene.outcome().delivered == [])
  }

  @Test func asksOnceUntilItIsAnswered() {
    var scene = Scene()
    scene.use(false)
    scene.start("standard updates")
    scene.stay()
    #expect(scene.outcome().asks)
    scene.stay()
    #expect(!scene.outcome().asks)
    // The person has not answered, which decides nothing.
    scene.story.state.settleAlways(false, into: &scene.story.effects)
    scene.stay()
    let (delivered, asks) = scene.outcome()
    #expect(delivered == [] && asks)
  }

  @Test func theNewestAreKeptAndNoCrossingIsLost() {
    var scene = Scene()
    scene.story.state.clients[scene.client]?.settings.pausesLocationUpdatesAutomatically = false
    scene.start("regions")
    scene.start("standard updates")
    scene.stay()
    scene.use(false)
    _ = scene.outcome()
    for _ in 0..<10 { scene.stay(800) }
    scene.story.permit { $0.isProvisional = false }
    let delivered = scene.outcome().delivered
    #expect(delivered.count == 256)
    #expect(delivered.prefix(2) == ["exited home", "outside home"])
    #expect(delivered.last == "at 6600")
  }

  @Test func whatIsOlderDoesNotFollowWhatIsNewer() {
    var scene = Scene()
    scene.start("standard updates")
    scene.use(false)
    scene.stay()
    scene.use(true)
    scene.story.receive(TestLocations.location(after: 700))
    scene.story.permit { $0.isProvisional = false }
    #expect(scene.outcome().delivered == ["at 700"])
  }

  @Test(
    "a crossing of which the application did not hear is reported when it is in use",
    arguments: [
      ("regions", ["exited home", "outside home"]),
      ("conditions", ["home satisfied", "home unsatisfied"]),
    ])
  func crossings(service: String, told: [String]) {
    var scene = Scene()
    scene.start(service)
    scene.stay()
    scene.use(false)
    scene.stay(800)
    scene.story.state.settleAlways(false, into: &scene.story.effects)
    scene.use(true)
    scene.stay(800)
    #expect(
      scene.outcome().delivered.filter {
        $0.contains("side") || $0.contains("sat") || $0.contains("exited")
      } == told)
  }

  @Test func theManagersLocationStaysWhereItWasInUse() {
    var scene = Scene()
    scene.start("a loop")
    scene.stay()
    scene.use(false)
    scene.stay(800)
    #expect(scene.story.state.visibleLocation?.timestamp == TestLocations.start + 600)
    scene.use(true)
    scene.story.receive(TestLocations.location(after: 1300))
    #expect(scene.story.state.visibleLocation?.timestamp == TestLocations.start + 1300)
  }
}
