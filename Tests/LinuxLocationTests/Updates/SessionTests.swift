// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import LinuxLocation

@Suite struct SessionTests {
  @Test(
    arguments: [
      (CLServiceSession.AuthorizationRequirement.none, []), (.whenInUse, ["when in use"]),
      (.always, ["always"]),
    ])
  func asksForWhatItRequires(
    requirement: CLServiceSession.AuthorizationRequirement, expected: [String]
  ) {
    let authorizer = TestAuthorizer(Permission(status: .notDetermined))
    let session = CLServiceSession(
      requirement, purposeKey: nil, engine: LocationEngine(QuietSource(), authorizer))
    #expect(authorizer.requests == expected)
    session.invalidate()
  }

  @Test func asksAgainWhenTheApplicationComesIntoUse() async throws {
    let authorizer = TestAuthorizer(Permission(status: .notDetermined, isInUse: false))
    let engine = LocationEngine(QuietSource(), authorizer)
    let session = CLServiceSession(.whenInUse, purposeKey: nil, engine: engine)
    #expect(authorizer.requests.count == 1)
    authorizer.permission = Permission(status: .notDetermined, isInUse: true)
    #expect(await eventually { authorizer.requests == ["when in use", "when in use"] })
    session.invalidate()
    authorizer.permission = Permission(status: .notDetermined, isInUse: false)
    authorizer.permission = Permission(status: .notDetermined, isInUse: true)
    PermissionFollower.queue.sync {}
    #expect(authorizer.requests.count == 2)
  }

  /// The question goes unanswered: the person is away, or does not want to answer.
  @Test func doesNotInsist() {
    let undecided = Permission(status: .notDetermined)
    let authorizer = TestAuthorizer(undecided)
    let session = CLServiceSession(
      .whenInUse, purposeKey: nil, engine: LocationEngine(QuietSource(), authorizer))
    for isBeingAsked in [true, false, true, false] {
      var permission = undecided
      permission.isBeingAsked = isBeingAsked
      authorizer.permission = permission
    }
    PermissionFollower.queue.sync {}
    #expect(authorizer.requests == ["when in use"])
    // As with Ask Next Time in the settings.
    authorizer.permission = Permission(status: .denied)
    authorizer.permission = undecided
    PermissionFollower.queue.sync {}
    #expect(authorizer.requests == ["when in use", "when in use"])
    session.invalidate()
  }

  @Test func asksForFullAccuracyWithItsKey() {
    let authorizer = TestAuthorizer(
      Permission(status: .authorizedWhenInUse, accuracy: .reducedAccuracy))
    let session = CLServiceSession(
      .none, purposeKey: "Turns", engine: LocationEngine(QuietSource(), authorizer))
    #expect(authorizer.requests == ["full accuracy: Turns"])
    session.invalidate()
  }

  @Test func asksForFullAccuracyAgainWhenItMayBeGranted() {
    let undecided = Permission(status: .notDetermined, accuracy: .reducedAccuracy)
    let reduced = Permission(status: .authorizedWhenInUse, accuracy: .reducedAccuracy)
    let authorizer = TestAuthorizer(undecided)
    let session = CLServiceSession(
      .whenInUse, purposeKey: "Turns", engine: LocationEngine(QuietSource(), authorizer))
    func after(_ permission: Permission) -> Int {
      authorizer.permission = permission
      PermissionFollower.queue.sync {}
      return authorizer.requests.count
    }
    #expect(authorizer.requests == ["when in use"])
    #expect(after(reduced) == 2, "the first question has been answered")
    #expect(authorizer.requests.last == "full accuracy: Turns")
    var being = reduced
    being.isBeingAsked = true
    #expect(after(being) == 2)
    #expect(after(reduced) == 2, "a refusal is an answer")
    #expect(after(Permission(status: .authorizedWhenInUse)) == 2)
    var background = reduced
    background.isInUse = false
    #expect(after(background) == 2, "it has lapsed, but nobody can be asked")
    #expect(after(reduced) == 3)
    #expect(after(background) == 3)
    #expect(after(reduced) == 3, "it was not granted since")
    session.invalidate()
  }

  @Test func tellsHowItStandsUntilItIsInvalidated() async throws {
    let authorizer = TestAuthorizer(Permission(status: .authorizedWhenInUse))
    let engine = LocationEngine(QuietSource(), authorizer)
    let session = CLServiceSession(.always, purposeKey: nil, engine: engine)
    var iterator = session.diagnostics.makeAsyncIterator()
    let first = try #require(try await iterator.next())
    #expect(first.alwaysAuthorizationDenied)
    #expect(!first.authorizationDenied)
    authorizer.permission = Permission(status: .denied)
    let second = try #require(try await iterator.next())
    #expect(second.authorizationDenied)
    session.invalidate()
    #expect(try await iterator.next() == nil)
    #expect(engine.read(\.clients.isEmpty))
  }

  // MARK: An application that requires explicit sessions

  @Test func aLoopWaitsForASession() async throws {
    let engine = LocationEngine(
      QuietSource(), TestAuthorizer(requiresExplicitSession: true))
    var iterator = CLLocationUpdate.Updates(engine: engine, configuration: .default)
      .makeAsyncIterator()
    let refusal = try #require(try await iterator.next())
    #expect(refusal.serviceSessionRequired && refusal.location == nil)
    engine.receive(TestLocations.location(after: 1))
    #expect(engine.read { $0.demand.use.isEmpty })
    let session = CLServiceSession(.none, purposeKey: nil, engine: engine)
    engine.receive(TestLocations.location(after: 2))
    let update = try #require(try await iterator.next())
    #expect(update.location?.timestamp == TestLocations.start + 2)
    #expect(!update.serviceSessionRequired)
    session.invalidate()
    engine.receive(TestLocations.location(after: 3))
    let end = try #require(try await iterator.next())
    #expect(end.serviceSessionRequired && end.location == nil)
  }

  @Test func aConditionWaitsForASession() async throws {
    let engine = LocationEngine(
      QuietSource(), TestAuthorizer(requiresExplicitSession: true))
    let monitor = CLMonitor("explicit", engine: engine, directory: nil)
    await monitor.add(
      CLMonitor.CircularGeographicCondition(center: TestLocations.origin, radius: 100),
      identifier: "home")
    for second in 0..<5 { engine.receive(TestLocations.location(after: Double(second))) }
    var iterator = await monitor.events.makeAsyncIterator()
    let refusal = try #require(try await iterator.next())
    #expect(refusal.serviceSessionRequired && refusal.state == .unmonitored)
    let session = CLServiceSession(.none, purposeKey: nil, engine: engine)
    for second in 5..<10 { engine.receive(TestLocations.location(after: Double(second))) }
    let event = try #require(try await iterator.next())
    #expect(!event.serviceSessionRequired && event.state == .satisfied)
    session.invalidate()
  }

  /// Sessions are for streams and monitors; managers ask themselves.
  @Test func aManagerNeedsNoSession() async {
    let engine = LocationEngine(
      QuietSource(), TestAuthorizer(requiresExplicitSession: true))
    let (manager, diary) = (CLLocationManager(engine: engine), Diary())
    manager.delegate = diary
    manager.startUpdatingLocation()
    engine.receive(TestLocations.location(after: 1))
    #expect(await diary.has(2))
    #expect(diary.words == ["authorization 3", "at 1"])
  }

  // MARK: Activities in the background

  @Test func anActivityKeepsTheApplicationInUseUntilItEnds() {
    let authorizer = TestAuthorizer(Permission(status: .authorizedWhenInUse))
    let engine = LocationEngine(QuietSource(), authorizer)
    let activity = CLBackgroundActivitySession(engine: engine)
    authorizer.permission = Permission(status: .authorizedWhenInUse, isInUse: false)
    #expect(engine.read(\.permission.isInUse))
    activity.invalidate()
    #expect(!engine.read(\.permission.isInUse))
  }

  @Test func anActivityMadeInTheBackgroundWaits() {
    let authorizer = TestAuthorizer(Permission(status: .authorizedWhenInUse, isInUse: false))
    let engine = LocationEngine(QuietSource(), authorizer)
    let activity = CLBackgroundActivitySession(engine: engine)
    #expect(!engine.read(\.permission.isInUse))
    authorizer.permission = Permission(status: .authorizedWhenInUse)
    authorizer.permission = Permission(status: .authorizedWhenInUse, isInUse: false)
    #expect(engine.read(\.permission.isInUse))
    activity.invalidate()
  }
}
