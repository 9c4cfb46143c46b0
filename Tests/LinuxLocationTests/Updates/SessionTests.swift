// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
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
    for _ in 0..<12_000 where authorizer.requests.count < 2 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(authorizer.requests == ["when in use", "when in use"])
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
