// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import LinuxLocation
@testable import LocationAuthorization

/// The engine with the authorization of a process, whose person is the test.
@Suite final class CenterAuthorizerTests {
  private let scratch: ScratchFolder
  private let person = Person()
  private let center: AuthorizationCenter
  private let engine: LocationEngine

  /// Keeps the question until the test answers it.
  private final class Person: AuthorizationAsker {
    private let shown = Mutex<
      (kind: Question.Kind, answer: @Sendable (AuthorizationOutcome) -> Void)?
    >(
      nil)

    func ask(
      _ question: Question, answer: @escaping @Sendable (AuthorizationOutcome) -> Void
    ) { shown.withLock { $0 = (question.kind, answer) } }

    func withdraw() { shown.withLock { $0 = nil } }

    /// Waits for a question and answers it; returns what it was about.
    func chooses(_ choice: Question.Choice) -> Question.Kind? {
      guard eventually({ shown.withLock { $0 != nil } }) else { return nil }
      let question = shown.withLock { shown in
        defer { shown = nil }
        return shown
      }
      question?.answer(.chosen(choice))
      return question?.kind
    }
  }

  init() throws {
    scratch = try ScratchFolder()
    let texts = LocationAuthorization.UsageDescriptions(
      whenInUse: "in use", alwaysAndWhenInUse: "always", temporary: ["Turns": "exactly"])
    center = try AuthorizationCenter(
      application: Application(
        ApplicationIdentity(identifier: "org.example.tracker", name: "Tracker"), texts),
      directories: AuthorizationDirectories(
        decisions: scratch.path + "/config", policy: scratch.path + "/policy.json",
        presence: scratch.path + "/run"),
      policy: PolicyFile(path: scratch.path + "/policy.json", top: scratch.path, owner: geteuid()),
      asker: person, log: { _ in })
    center.setInUse(true)
    engine = LocationEngine(QuietSource(), center)
  }

  private func becomes(_ path: KeyPath<Permission, Bool>, _ value: Bool) -> Bool {
    eventually { engine.read { $0.permission[keyPath: path] } == value }
  }

  @Test(
    arguments: [
      (Question.Choice.changeToAlways, ["authorization 3", "at 1"]),
      (.keepOnlyWhileUsing, ["authorization 3", "authorization 4"]),
    ])
  func nothingReachesAProvisionalApplicationInTheBackground(
    choice: Question.Choice, told: [String]
  ) async throws {
    center.requestAlways()
    #expect(person.chooses(.allowWhileUsing) == .permission(forAlways: true))
    #expect(becomes(\.needsConfirmation, true))
    center.setInUse(false)
    #expect(becomes(\.isInUse, false))
    let (manager, diary) = (CLLocationManager(engine: engine), Diary())
    manager.delegate = diary
    manager.startUpdatingLocation()
    engine.receive(TestLocations.location(after: 1))
    #expect(await diary.has(1))
    await MainActor.run {}
    #expect(diary.words == ["authorization 3"] && manager.location == nil)
    center.setInUse(true)
    #expect(person.chooses(choice) == .always(isProvisional: true))
    #expect(await diary.has(2))
    #expect(diary.words == told)
    #expect(becomes(\.needsConfirmation, false))
  }

  @Test func fullAccuracyIsThereWhenItsCompletionIsCalled() async throws {
    try DecisionStore(directory: scratch.path + "/config").update(at: Date()) {
      $0["org.example.tracker"] = Decision(.authorizedWhenInUse, accuracy: .reduced)
    }
    #expect(await eventually { engine.read(\.permission.accuracy) == .reducedAccuracy })
    let (manager, diary) = (CLLocationManager(engine: engine), Diary())
    manager.delegate = diary
    #expect(await diary.has(1))
    let accuracy: CLAccuracyAuthorization? = await withCheckedContinuation { continuation in
      manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Turns") { error in
        #expect(diary.words == ["authorization 4", "authorization 4"])
        continuation.resume(returning: error == nil ? manager.accuracyAuthorization : nil)
      }
      #expect(person.chooses(.allowOnce) == .temporaryFullAccuracy(purposeKey: "Turns"))
    }
    #expect(accuracy == .fullAccuracy)
  }
}
