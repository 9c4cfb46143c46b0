// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import LocationAuthorization

/// The files of decisions, as `gps authorize` uses them.
struct AuthorizationSettings {
  private let store: DecisionStore
  /// What the administrator says; `nil` if nothing.
  let policy: AdministratorPolicy?

  /// Those of this user; what is wrong with the administrator's is complained about.
  ///
  /// - Throws: `Failure` without a home.
  static func current() throws -> AuthorizationSettings {
    let directories = AuthorizationDirectories.current
    guard let directory = directories.decisions else {
      throw Failure(AuthorizationError(.find, "decisions", .noPlace(variable: "HOME")))
    }
    return AuthorizationSettings(
      store: DecisionStore(directory: directory), policy: policy(directories.policy))
  }

  private static func policy(_ path: String) -> AdministratorPolicy? {
    do {
      return try PolicyFile(path: path).read()
    } catch {
      complain(error.description)
      return nil
    }
  }

  func decisions() throws -> [String: Decision] {
    do {
      return try store.read()
    } catch {
      throw Failure(error)
    }
  }

  @discardableResult
  func update(_ change: (inout [String: Decision]) -> Void) throws -> [String: Decision] {
    do {
      return try store.update(at: Date(), change)
    } catch {
      throw Failure(error)
    }
  }

  /// The identifier of an application: that of its bundle, else a real path.
  ///
  /// An application that is gone is found by the name under which it was decided about.
  func identifier(of app: String) throws -> String {
    guard app.contains("/") else {
      guard app.contains("."), !app.hasPrefix("."), !app.hasSuffix(".") else {
        throw Failure(
          "cannot find \(app): it is no bundle identifier, as it has no dot, and no path, as it has "
            + "no slash; write ./\(app) for a file that is here", EX_NOINPUT)
      }
      return app
    }
    do {
      return try Application.identifier(ofPath: app)
    } catch {
      if error.cause == .missing, try decisions()[app] != nil { return app }
      throw Failure(error)
    }
  }

  /// How an application without a process of its own stands.
  func records(_ application: String, _ decision: Decision?) -> AuthorizationRecords {
    AuthorizationRecords(
      decision: decision, servicesEnabled: policy?.servicesEnabled ?? true,
      rule: policy?.rules[application])
  }

  /// Says what holds now, and if it does not hold because of the administrator.
  func tell(_ application: String, _ decision: Decision?) throws {
    let listing = DecisionListing(application, decision, records(application, decision))
    var output = StandardOutput()
    try output.line { $0.append(contentsOf: listing.sentence.utf8) }
    try output.flush()
    if policy?.servicesEnabled == false {
      complain("location services are off on this machine: nothing is authorized")
    } else if policy?.rules[application]?.status == .restricted {
      complain("the administrator forbids \(application) the location, whatever is decided here")
    }
  }
}
