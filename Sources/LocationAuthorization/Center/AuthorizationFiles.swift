// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials

/// The files that contain the decision and the policy for one application, as last read.
struct AuthorizationFiles: Sendable {
  let identity: ApplicationIdentity
  private let store: DecisionStore?
  private let policy: PolicyFile
  private(set) var records = AuthorizationRecords()
  /// Problems with disregarded files when they were last read.
  private var complaints: [String] = []

  init(of identity: ApplicationIdentity, store: DecisionStore?, policy: PolicyFile) {
    self.identity = identity
    self.store = store
    self.policy = policy
  }

  var paths: [String] { [policy.path] + (store.map { [$0.path] } ?? []) }

  /// Reads the files again; returns lines about problems that did not exist when they were last read.
  mutating func refresh() -> [String] {
    var records = AuthorizationRecords()
    var complaints: [String] = []
    do {
      let (decisions, fault) = try store?.readWithFault() ?? ([:], nil)
      records.decision = decisions.decision(about: identity)
      records.obstacle = fault?.description
    } catch {
      records.obstacle = error.description
    }
    do {
      let (policy, fault) = try policy.read()
      records.servicesEnabled = policy.servicesEnabled
      records.rule = policy.rule(for: identity)
      complaints = [fault?.description].compactMap { $0 }
    } catch {
      // The policy may forbid something that can no longer be read.
      records.obstacle = error.description
    }
    defer { (self.records, self.complaints) = (records, complaints) }
    return complaints.filter { !self.complaints.contains($0) }
  }

  enum Outcome {
    case stored(Decision)
    /// Another process had changed the decision; ``AuthorizationFiles/records`` contain the new state.
    case overtaken
    /// It could not be stored, and only applies to this process.
    case failed
  }

  /// Stores a decision, if the one to replace is still in the file; returns lines about problems, too.
  mutating func replace(
    _ old: Decision?, with new: Decision, at date: Date,
    whileWaiting: @escaping @Sendable (String) -> Void
  ) -> (Outcome, problems: [String]) {
    guard let store else {
      let error = AuthorizationError(.write, "the decision", .noPlace(variable: "HOME"))
      return (.failed, [error.description])
    }
    do {
      let (isStored, decision) = try store.replace(
        old, of: identity.identifier, with: new, at: date, whileWaiting: whileWaiting)
      guard isStored, let decision else { return (.overtaken, refresh()) }
      records.decision = decision
      return (.stored(decision), [])
    } catch {
      return (.failed, [error.description])
    }
  }
}
