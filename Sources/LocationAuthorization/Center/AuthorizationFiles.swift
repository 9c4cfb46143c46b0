// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials

/// The files that decide about one application, as they were last read.
struct AuthorizationFiles: Sendable {
  let identity: ApplicationIdentity
  private let store: DecisionStore?
  private let policy: PolicyFile
  private(set) var records = AuthorizationRecords()
  /// What was wrong with files that are disregarded, when they were last read.
  private var complaints: [String] = []

  init(of identity: ApplicationIdentity, store: DecisionStore?, policy: PolicyFile) {
    self.identity = identity
    self.store = store
    self.policy = policy
  }

  /// The files whose change matters.
  var paths: [String] { [policy.path] + (store.map { [$0.path] } ?? []) }

  /// Reads them again.
  ///
  /// - Returns: lines about files that count less than they say, and did not when they were last read.
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
      // It may forbid what it cannot say any more.
      records.obstacle = error.description
    }
    defer { (self.records, self.complaints) = (records, complaints) }
    return complaints.filter { !self.complaints.contains($0) }
  }

  /// What became of a decision that was to be kept.
  enum Outcome {
    /// It was kept, as it is in the file now.
    case stored(Decision)
    /// Somebody else had decided: ``AuthorizationFiles/records`` are theirs.
    case overtaken
    /// It could not be kept, and holds as long as this process.
    case failed
  }

  /// Keeps a decision, if what it replaces is still there.
  mutating func replace(
    _ old: Decision?, with new: Decision, at date: Date, _ log: @escaping @Sendable (String) -> Void
  ) -> Outcome {
    guard let store else {
      log(AuthorizationError(.write, "the decision", .noPlace(variable: "HOME")).description)
      return .failed
    }
    do {
      let (isKept, decision) = try store.replace(
        old, of: identity.identifier, with: new, at: date, whileWaiting: log)
      guard isKept, let decision else {
        for complaint in refresh() { log(complaint) }
        return .overtaken
      }
      records.decision = decision
      return .stored(decision)
    } catch {
      log(error.description)
      return .failed
    }
  }
}
