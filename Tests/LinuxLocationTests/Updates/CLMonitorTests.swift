// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import LocationAuthorization
import LocationGeometry
import TestSupport
import Testing

@testable import LinuxLocation

@Suite final class CLMonitorTests {
  private let engine = LocationEngine()
  private let scratch: ScratchFolder
  private var root: URL { scratch.url }
  private let circle = CLMonitor.CircularGeographicCondition(
    center: TestLocations.origin, radius: 100)

  init() throws { scratch = try ScratchFolder() }

  private func monitor(_ name: String) -> CLMonitor {
    CLMonitor(
      name, engine: engine, directory: StateDirectory(root: root, application: "org.example.app"))
  }

  private func stay(_ north: Double, from start: Double) {
    for second in stride(from: start, through: start + 60, by: 5) {
      engine.receive(TestLocations.location(north: north, after: second))
    }
  }

  @Test func onlyChangesAreTold() async throws {
    let monitor = monitor("changes")
    await monitor.add(circle, identifier: "home")
    #expect(await monitor.record(for: "home")?.lastEvent.state == .unknown)
    stay(0, from: 0)
    stay(0, from: 100)
    stay(500, from: 200)
    var iterator = await monitor.events.makeAsyncIterator()
    let first = try #require(try await iterator.next())
    #expect((first.identifier, first.state) == ("home", .satisfied))
    #expect(first.date == TestLocations.start + 10)
    #expect(!first.persistenceUnavailable)
    // While the application handles an event, the record has the one before.
    #expect(await monitor.record(for: "home")?.lastEvent.state == .unknown)
    let second = try #require(try await iterator.next())
    #expect(second.state == .unsatisfied)
    #expect(await monitor.record(for: "home")?.lastEvent.state == .satisfied)
  }

  @Test func theRecordHasTheLastEventOfALoopThatHasEnded() async throws {
    let monitor = monitor("ended")
    await monitor.add(circle, identifier: "home")
    stay(0, from: 0)
    for try await event in await monitor.events {
      #expect(event.state == .satisfied)
      break
    }
    #expect(await monitor.record(for: "home")?.lastEvent.state == .satisfied)
  }

  @Test func whatIsAssumedIsNotTold() async throws {
    let monitor = monitor("assumed")
    await monitor.add(circle, identifier: "home", assuming: .satisfied)
    await monitor.add(circle, identifier: "elsewhere", assuming: .unsatisfied)
    stay(0, from: 0)
    var iterator = await monitor.events.makeAsyncIterator()
    let event = try #require(try await iterator.next())
    #expect((event.identifier, event.state) == ("elsewhere", .satisfied))
  }

  @Test func eventsCanBeIteratedAgainAfterACancelledLoop() async throws {
    let monitor = monitor("again")
    await monitor.add(circle, identifier: "home")
    let loop = Task {
      var states: [CLMonitor.Event.State] = []
      for try await event in await monitor.events { states.append(event.state) }
      return states
    }
    stay(0, from: 0)
    #expect(await eventually { await monitor.record(for: "home")?.lastEvent.state != .unknown })
    loop.cancel()
    #expect(try await loop.value == [.satisfied])
    // Events between the loops are kept, including those of conditions added in between.
    await monitor.add(circle, identifier: "work", assuming: .satisfied)
    stay(500, from: 200)
    var identifiers: [String] = []
    for try await event in await monitor.events {
      #expect(event.state == .unsatisfied)
      identifiers.append(event.identifier)
      if identifiers.count == 2 { break }
    }
    #expect(identifiers.sorted() == ["home", "work"])
    stay(0, from: 400)
    var iterator = await monitor.events.makeAsyncIterator()
    #expect(try await iterator.next()?.state == .satisfied)
  }

  @Test func removedConditionsAreNotReported() async throws {
    let monitor = monitor("removed")
    await monitor.add(circle, identifier: "home")
    await monitor.add(circle, identifier: "work")
    stay(0, from: 0)
    await monitor.remove("home")
    var iterator = await monitor.events.makeAsyncIterator()
    #expect(try await iterator.next()?.identifier == "work")
    // In the queue of a loop.
    await monitor.add(circle, identifier: "home", assuming: .satisfied)
    stay(500, from: 100)
    await monitor.remove("home")
    #expect(try await iterator.next()?.identifier == "work")
    stay(0, from: 200)
    #expect(try await iterator.next()?.identifier == "work")
  }

  @Test func twoLoopsAtOnceReceiveTheSame() async throws {
    let monitor = monitor("both")
    var one = await monitor.events.makeAsyncIterator()
    var two = await monitor.events.makeAsyncIterator()
    await monitor.add(circle, identifier: "home")
    stay(0, from: 0)
    stay(500, from: 200)
    for state in [CLMonitor.Event.State.satisfied, .unsatisfied] {
      #expect(try await one.next()?.state == state)
      #expect(try await two.next()?.state == state)
    }
  }

  @Test func conditionsAreKeptUnderItsName() async throws {
    do {
      let monitor = monitor("kept")
      await monitor.add(circle, identifier: "home")
      await monitor.add(circle, identifier: "gone")
      await monitor.remove("gone")
      stay(0, from: 0)
      var iterator = await monitor.events.makeAsyncIterator()
      _ = try await iterator.next()
    }
    let heir = monitor("kept")
    #expect(await heir.identifiers == ["home"])
    let record = try #require(await heir.record(for: "home"))
    #expect(record.lastEvent.state == .satisfied)
    #expect((record.condition as? CLMonitor.CircularGeographicCondition)?.radius == 100)
    stay(500, from: 1000)
    var iterator = await heir.events.makeAsyncIterator()
    #expect(try await iterator.next()?.state == .unsatisfied)
    #expect(await monitor("another").identifiers == [])
  }

  /// An application that was started because it is at home now, and adds its condition at each launch, before or after its loop
  /// has got the event.
  @Test(arguments: [false, true])
  func whatWasHandedOverIsToldOnceAlthoughTheConditionIsAddedAgain(afterwards: Bool) async throws {
    let directory = StateDirectory(root: root, application: "org.example.app")
    let name = "launch \(afterwards)"
    do {
      let monitor = CLMonitor(name, engine: engine, directory: directory)
      await monitor.add(circle, identifier: "home", assuming: .unsatisfied)
    }
    try directory.waking.make()
    let location = try #require(
      StoredLocation(any: TestLocations.fix(TestLocations.location(north: 0, after: 0))))
    let file = FileName.escaping(name.utf8, suffix: ".json")
    _ = try directory.waking.add(
      WakeEvent(.condition(monitor: file, identifier: "home", .inside), at: location))

    let engine = LocationEngine(directory: directory)
    let monitor = CLMonitor(name, engine: engine, directory: directory)
    var iterator = await monitor.events.makeAsyncIterator()
    if !afterwards { await monitor.add(circle, identifier: "home", assuming: .unsatisfied) }
    #expect(try await iterator.next()?.state == .satisfied)
    if afterwards { await monitor.add(circle, identifier: "home", assuming: .unsatisfied) }
    #expect(directory.waking.events().isEmpty)
    // As the next launch, and gps wake, find it.
    #expect(
      WatchedCircle.all(root.path, "org.example.app").map(\.side) == [.inside])
    for (north, start) in [(0.0, 100.0), (500, 200)] {
      for second in stride(from: start, through: start + 60, by: 5) {
        engine.receive(TestLocations.location(north: north, after: second))
      }
    }
    #expect(try await iterator.next()?.state == .unsatisfied)
  }

  @Test func aNameIsUsedByOneAtATime() async throws {
    let first = monitor("name")
    let second = monitor("name")
    await second.add(circle, identifier: "home")
    stay(0, from: 0)
    var iterator = await second.events.makeAsyncIterator()
    let event = try #require(try await iterator.next())
    #expect(event.persistenceUnavailable)
    #expect(await first.identifiers == [])
  }

  @Test func saysWhatItCannotWatch() async throws {
    let monitor = monitor("unable")
    await monitor.add(CLMonitor.BeaconIdentityCondition(uuid: UUID()), identifier: "beacon")
    await monitor.add(
      CLMonitor.CircularGeographicCondition(center: TestLocations.origin, radius: -1),
      identifier: "nowhere")
    for number in 0..<18 { await monitor.add(circle, identifier: "\(number)") }
    await monitor.add(circle, identifier: "too many")
    var iterator = await monitor.events.makeAsyncIterator()
    let beacon = try #require(try await iterator.next())
    #expect((beacon.state, beacon.conditionUnsupported) == (.unmonitored, true))
    let nowhere = try #require(try await iterator.next())
    #expect((nowhere.identifier, nowhere.conditionUnsupported) == ("nowhere", true))
    let tooMany = try #require(try await iterator.next())
    #expect((tooMany.identifier, tooMany.conditionLimitExceeded) == ("too many", true))
    #expect(await monitor.record(for: "too many") == nil)
  }

  @Test func aRefusalIsToldForEachCondition() async throws {
    let authorizer = TestAuthorizer(Permission(status: .authorizedWhenInUse))
    let monitor = CLMonitor(
      "refused", engine: LocationEngine(QuietSource(), authorizer), directory: nil)
    await monitor.add(circle, identifier: "home")
    authorizer.permission = Permission(status: .denied)
    var iterator = await monitor.events.makeAsyncIterator()
    let event = try #require(try await iterator.next())
    #expect((event.identifier, event.state) == ("home", .unmonitored))
    #expect(event.authorizationDenied)
  }

  @Test(
    "what is watched again is reported again, wherever the device was",
    arguments: [
      ("refused, then granted", Permission(status: .denied)),
      ("in the background, then in use", Permission(status: .authorizedWhenInUse, isInUse: false)),
      (
        "reduced, then full accuracy",
        Permission(status: .authorizedWhenInUse, accuracy: .reducedAccuracy)
      ),
    ] as [(why: String, obstacle: Permission)])
  func isReportedAgain(why: String, obstacle: Permission) async throws {
    let authorizer = TestAuthorizer(Permission(status: .authorizedWhenInUse))
    let engine = LocationEngine(QuietSource(), authorizer)
    let monitor = CLMonitor("again", engine: engine, directory: nil)
    await monitor.add(circle, identifier: "home")
    var seconds = stride(from: 0.0, through: 1000, by: 5).makeIterator()
    func stay() {
      for _ in 0..<5 { engine.receive(TestLocations.location(after: seconds.next() ?? 0)) }
    }
    stay()
    authorizer.permission = obstacle
    stay()
    authorizer.permission = Permission(status: .authorizedWhenInUse)
    stay()
    // Without an event here, the next one below would be the first.
    authorizer.permission = Permission(status: .restricted)
    var iterator = await monitor.events.makeAsyncIterator()
    var states: [CLMonitor.Event.State] = []
    for _ in 0..<4 { states.append(try #require(try await iterator.next()).state) }
    #expect(states == [.satisfied, .unmonitored, .satisfied, .unmonitored], "\(why)")
  }

  @Test func aQuestionAboutMoreStopsNothing() async throws {
    let authorizer = TestAuthorizer(Permission(status: .authorizedWhenInUse))
    let engine = LocationEngine(QuietSource(), authorizer)
    let monitor = CLMonitor("more", engine: engine, directory: nil)
    await monitor.add(circle, identifier: "home")
    authorizer.permission = Permission(status: .authorizedWhenInUse, isBeingAsked: true)
    for second in stride(from: 0.0, through: 20, by: 5) {
      engine.receive(TestLocations.location(after: second))
    }
    var iterator = await monitor.events.makeAsyncIterator()
    #expect(try await iterator.next()?.state == .satisfied)
  }

  @Test(
    arguments: [
      ("refused before", Permission(status: .denied), ["home", "work"]),
      ("forbidden before", Permission(status: .restricted), ["home", "work"]),
      ("nobody was asked yet: it may come", Permission(status: .notDetermined), []),
    ] as [(why: String, permission: Permission, told: [String])])
  func whatIsNotPermittedIsToldWhenItIsAdded(
    why: String, permission: Permission, told: [String]
  ) async throws {
    let authorizer = TestAuthorizer(permission)
    let engine = LocationEngine(QuietSource(), authorizer)
    let monitor = CLMonitor("early", engine: engine, directory: nil)
    await monitor.add(circle, identifier: "home")
    await monitor.add(circle, identifier: "work")
    authorizer.permission = permission
    authorizer.permission = Permission(status: .authorizedWhenInUse)
    for second in stride(from: 0.0, through: 60, by: 5) {
      engine.receive(TestLocations.location(after: second))
    }
    var iterator = await monitor.events.makeAsyncIterator()
    for identifier in told {
      let event = try #require(try await iterator.next())
      #expect((event.identifier, event.state) == (identifier, .unmonitored), "\(why)")
      #expect(event.authorizationDenied == (permission.status == .denied), "\(why)")
      #expect(event.authorizationRestricted == (permission.status == .restricted), "\(why)")
    }
    let next = try #require(try await iterator.next())
    #expect((next.identifier, next.state) == ("home", .satisfied), "\(why)")
  }
}
