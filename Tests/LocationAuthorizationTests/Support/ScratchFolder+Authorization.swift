// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport

@testable import LocationAuthorization

/// The files of authorization.
extension ScratchFolder {
  var directories: AuthorizationDirectories {
    AuthorizationDirectories(
      decisions: path + "/config", policy: path + "/etc/policy.json", presence: path + "/run")
  }

  var store: DecisionStore { DecisionStore(directory: path + "/config") }

  /// The policy in this folder, whose administrator is the user that runs the tests.
  var policy: PolicyFile {
    PolicyFile(path: path + "/etc/policy.json", top: path, owner: geteuid())
  }

  /// Stores a decision, as `gps authorize` does.
  func decide(_ application: ApplicationIdentifier, _ decision: Decision?) throws {
    try store.update(at: Date()) { $0[application] = decision }
  }
}
