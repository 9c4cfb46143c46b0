// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import LocationAuthorization
import TestSupport

/// A center with a folder of its own, whose surroundings the test controls.
final class Stage: Sendable {
  let folder: ScratchFolder
  let asker = ScriptedAsker()
  let lines = Journal<String>()
  let told = Journal<Authorization>()
  let center: AuthorizationCenter
  private let surroundings: Surroundings

  private final class Surroundings: Sendable {
    let processState: Mutex<Foreground.ProcessState>
    init(_ value: Foreground.ProcessState) { processState = Mutex(value) }
  }

  static let application: ApplicationIdentifier = "org.example.weather"

  init(
    _ folder: ScratchFolder? = nil, processState: Foreground.ProcessState = .foreground,
    descriptions: UsageDescriptions = Trial.texts
  ) throws {
    let folder = try folder ?? ScratchFolder()
    self.folder = folder
    let surroundings = Surroundings(processState)
    self.surroundings = surroundings
    center = try AuthorizationCenter(
      application: Application(Trial.weather, descriptions), directories: folder.directories,
      policy: folder.policy, asker: asker,
      processState: { surroundings.processState.withLock { $0 } },
      now: { Date(timeIntervalSince1970: 1_750_000_000) },
      log: { [lines] in lines.append($0) })
    center.observe { [told] in told.append($0) }
  }

  var status: AuthorizationStatus { center.authorization.status }

  /// Changes the process state without notifying the center.
  func go(_ processState: Foreground.ProcessState) {
    surroundings.processState.withLock { $0 = processState }
  }

  /// Returns the stored decision about the application.
  func kept() throws -> Decision? { try folder.store.read()[Self.application] }

  func decide(_ decision: Decision?) throws { try folder.decide(Self.application, decision) }

  /// The applications that are shown as using the location.
  var presence: [PresenceEntry] {
    (try? PresenceDirectory(path: folder.path + "/run").entries()) ?? []
  }
}
