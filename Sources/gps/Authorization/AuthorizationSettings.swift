// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import GPSTool
import Glibc
import LocationAuthorization

/// The files of decisions, as used by `gps authorize`.
struct AuthorizationSettings {
  private let store: DecisionStore
  let policy: AdministratorPolicy?

  /// Returns the files of this user, and reports faults in the administrator's policy.
  static func current() throws -> AuthorizationSettings {
    let directories = AuthorizationDirectories.current
    guard let directory = directories.decisions else {
      throw AuthorizationError(.find, "decisions", .noPlace(variable: "HOME"))
    }
    return AuthorizationSettings(
      store: DecisionStore(directory: directory), policy: policy(directories.policy))
  }

  private static func policy(_ path: String) -> AdministratorPolicy? {
    do {
      let (policy, fault) = try PolicyFile(path: path).read()
      if let fault { complain(fault.description) }
      return policy
    } catch {
      complain(error.description)
      return nil
    }
  }

  @discardableResult
  func update(
    _ change: (inout [ApplicationIdentifier: Decision]) -> Void
  ) throws -> [ApplicationIdentifier: Decision] {
    try store.update(at: Date(), whileWaiting: { complain($0) }, change)
  }

  /// Changes one decision; a repeated one gets a new date, so that it takes effect again.
  @discardableResult
  func change(
    _ application: ApplicationIdentifier, _ change: (inout Decision) -> Void
  ) throws -> [ApplicationIdentifier: Decision] {
    try update { decisions in
      var decision = decisions[application] ?? Decision()
      change(&decision)
      decision.date = nil
      decisions[application] = decision
    }
  }

  /// Returns what holds for each application, in the order of their names, and for this one if nothing has been decided.
  func listings(
    with application: ApplicationIdentifier? = nil, woken: Set<ApplicationIdentifier> = []
  ) throws -> [DecisionListing] {
    let decisions = try store.read()
    let others = [application].compactMap { $0 } + (policy?.rules.keys.map { $0 } ?? [])
    return Set(decisions.keys).union(others).sorted().map { application in
      DecisionListing(
        application: application, decision: decisions[application],
        records: records(application, decisions[application]),
        isWoken: woken.contains(application))
    }
  }

  /// Returns the identifier of an application: that of its bundle, else a real path.
  ///
  /// An application that no longer exists is found by the name in its decision.
  func identifier(of app: String) throws -> ApplicationIdentifier {
    guard app.contains("/") else {
      guard app.contains("."), !app.hasPrefix("."), !app.hasSuffix(".") else {
        throw Failure(
          "cannot find \(app): a bundle identifier has a dot, and a path has a slash; write ./\(app) for a "
            + "file in this directory", EX_NOINPUT)
      }
      return ApplicationIdentifier(app)
    }
    do {
      return try Application.identifier(ofPath: app)
    } catch {
      // A name that is not valid text is displayed escaped, and can be given in that form.
      let names = [ApplicationIdentifier(app), ApplicationIdentifier(escaped: app)]
      if error.cause == .missing {
        let decisions = try store.read()
        for name in names where decisions[name] != nil { return name }
      }
      throw error
    }
  }

  /// Returns the records that apply to an application, without regard to a process.
  func records(
    _ application: ApplicationIdentifier, _ decision: Decision?
  ) -> AuthorizationRecords {
    AuthorizationRecords(
      decision: decision, servicesEnabled: policy?.servicesEnabled ?? true,
      rule: rule(for: application))
  }

  private func rule(for application: ApplicationIdentifier) -> AdministratorPolicy.Rule? {
    policy?.rule(
      for: ApplicationIdentity(
        identifier: application,
        executable: application.isPath ? Executable(path: application) : nil))
  }

  /// Prints the present decision, and reports if the administrator overrides it.
  func print(_ application: ApplicationIdentifier, _ decision: Decision?) throws {
    let listing = DecisionListing(
      application: application, decision: decision, records: records(application, decision))
    var output = StandardOutput()
    try output.line(listing.sentence)
    try output.flush()
    if policy?.servicesEnabled == false {
      complain("location services are off on this machine: nothing is authorized")
    } else if rule(for: application)?.status == .restricted {
      complain(
        "the administrator denies \(application) the location; your decision has no effect")
    }
  }
}

/// The output of `gps authorize` about an application.
struct DecisionListing: Listing {
  let application: ApplicationIdentifier
  let decision: Decision?
  let records: AuthorizationRecords
  /// Whether `gps wake` starts it when something happens that it monitors.
  var isWoken = false

  static let columns: [TextTable.Column] = [
    .init("APPLICATION", 200), .init("LOCATION", 40), .init("ACCURACY", 8), .init("DECIDED", 20),
    .init("ADMINISTRATOR", 20), .init("WOKEN", 5),
  ]

  var cells: [String] {
    [
      printable(application.description), text, records.accuracy.rawValue,
      decision?.date.map { Date.ISO8601FormatStyle().format($0) } ?? "",
      records.servicesEnabled ? records.rule.map { Self.word($0.status) } ?? "" : "services off",
      isWoken ? "yes" : "",
    ]
  }

  var sentence: String {
    "\(printable(application.description)): \(text), \(records.accuracy.rawValue) accuracy"
  }

  private var text: String {
    let status = records.status
    if status == .authorizedAlways, decision?.isProvisional == true {
      return "always, to be confirmed"
    }
    if status == .notDetermined, decision?.answer == .once { return "once" }
    return Self.word(status)
  }

  private static func word(_ status: AuthorizationStatus) -> String {
    switch status {
    case .notDetermined: "ask"
    case .restricted: "restricted"
    case .denied: "denied"
    case .authorizedAlways: "always"
    case .authorizedWhenInUse: "while using"
    }
  }

  var members: JSONMembers {
    [
      "application": application.description, "status": records.status.rawValue,
      "accuracy": records.accuracy.rawValue, "decision": decision?.answer.rawValue,
      "provisional": decision?.isProvisional == true ? true : nil,
      "alwaysAsked": decision?.wasAskedForAlways == true ? true : nil,
      "decided": decision?.date.map {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true).format($0)
      },
      "policy": records.rule?.status.rawValue,
      "servicesEnabled": records.servicesEnabled ? nil : false,
      "woken": isWoken ? true : nil,
    ]
  }
}
