// Core Location for Linux. SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import LinuxLocation

@Suite struct ImplicitRequestTests {
  @Test(
    arguments: [
      ("starts and never asks", .notDetermined, false, false, true),
      ("asks before", .notDetermined, true, false, false),
      ("asks right after", .notDetermined, false, true, false),
      ("is allowed", .authorizedWhenInUse, false, false, false),
      ("is refused", .denied, false, false, false),
    ] as [(String, CLAuthorizationStatus, Bool, Bool, Bool)])
  func anApplicationThat(
    why: String, status: CLAuthorizationStatus, before: Bool, after: Bool, isAsked: Bool
  ) {
    var story = EngineStory(status)
    let manager = story.manager()
    if before { story.state.implicitRequest.requested() }
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.wait(.milliseconds(999))
    #expect(!story.performed().requestsImplicitly, "\(why)")
    if after { story.state.implicitRequest.requested() }
    story.wait(.milliseconds(1))
    #expect(story.performed().requestsImplicitly == isAsked, "\(why)")
    story.wait(.seconds(60))
    #expect(!story.performed().requestsImplicitly, "\(why)")
  }

  @Test func anIterationOfLiveUpdatesAsks() async throws {
    let authorizer = TestAuthorizer(Permission(status: .notDetermined))
    let engine = LocationEngine(QuietSource(), authorizer)
    let updates = CLLocationUpdate.Updates(engine: engine, configuration: .default)
    #expect(authorizer.requests == [])
    let task = Task {
      var flags: [String] = []
      for try await update in updates {
        flags.append(
          update.authorizationRequestInProgress
            ? "asking" : update.authorizationDenied ? "denied" : "\(update)")
        if flags.count == 2 { break }
      }
      return flags
    }
    #expect(await eventually { authorizer.requests == ["implicitly"] })
    authorizer.permission.isBeingAsked = true
    authorizer.permission = Permission(status: .denied)
    #expect(try await task.value == ["asking", "denied"])
  }

  @Test func anIterationOfAMonitorsEventsAsks() async {
    let authorizer = TestAuthorizer(Permission(status: .notDetermined))
    let engine = LocationEngine(QuietSource(), authorizer)
    let monitor = CLMonitor("implicit", engine: engine, directory: nil)
    #expect(authorizer.requests == [])
    let iterator = await monitor.events.makeAsyncIterator()
    #expect(authorizer.requests == ["implicitly"])
    withExtendedLifetime(iterator) {}
  }

  @Test func inTheBackgroundAStreamSaysWhyNothingComes() async throws {
    let authorizer = TestAuthorizer(Permission(status: .notDetermined, isInUse: false))
    let engine = LocationEngine(QuietSource(), authorizer)
    let updates = CLLocationUpdate.Updates(engine: engine, configuration: .default)
    var iterator = updates.makeAsyncIterator()
    let update = try #require(try await iterator.next())
    #expect(update.insufficientlyInUse)
  }
}
