// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
package import LinuxSystem

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

/// What is stored about one application: the person's decision and the administrator's policy.
package struct AuthorizationRecords: Hashable, Sendable {
  /// The person's decision; `nil` if there is none, or if it cannot be read.
  package var decision: Decision?
  package var servicesEnabled = true
  /// The administrator's rule; `nil` if there is none for this application.
  package var rule: AdministratorPolicy.Rule?
  /// Why nothing can be authorized, for example because a file is damaged; one line.
  package var obstacle: String?

  package init(
    decision: Decision? = nil, servicesEnabled: Bool = true,
    rule: AdministratorPolicy.Rule? = nil, obstacle: String? = nil
  ) {
    self.decision = decision
    self.servicesEnabled = servicesEnabled
    self.rule = rule
    self.obstacle = obstacle
  }

  /// The resulting status, for a process without a temporary permission.
  package var status: AuthorizationStatus {
    if !servicesEnabled { return .denied }
    if rule?.status == .restricted { return .restricted }
    if decision?.answer == .denied { return .denied }
    if obstacle != nil { return .notDetermined }
    return switch decision?.answer {
    case .authorizedWhenInUse: .authorizedWhenInUse
    case .authorizedAlways: .authorizedAlways
    case .denied, .once, .notDetermined, nil: rule?.status ?? .notDetermined
    }
  }

  /// Full, unless the person or else the administrator has decided otherwise.
  package var accuracy: AuthorizedAccuracy { decision?.accuracy ?? rule?.accuracy ?? .full }
}

/// The places of the files.
package struct AuthorizationDirectories: Hashable, Sendable {
  /// The directory of the person's decisions; `nil` for a user without a home.
  package var decisions: String?
  package var policy = Self.defaultPolicy
  /// The directory of the files that tell which processes use the location; `nil` without a session.
  package var presence: String?

  /// The path of the administrator's file, except in tests.
  package static let defaultPolicy = "/etc/core-location-linux/policy.json"
}

extension AuthorizationDirectories {
  package init(_ directories: UserDirectories) {
    self.init(decisions: directories.ourConfiguration, presence: directories.ourRuntime)
  }

  package static var current: AuthorizationDirectories {
    AuthorizationDirectories(.current)
  }
}
