// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// What an application that monitors with Always leaves behind, so that it can be started when something happens.
///
/// Its regions and conditions are in their own files.
package struct WakeRegistration: Hashable, Sendable, Codable {
  package var version = 1
  package var application: ApplicationIdentifier
  package var executable: RegisteredExecutable
  package var user: UInt32
  package var significantChanges = false
  package var visits = false

  package init(
    application: ApplicationIdentifier, executable: RegisteredExecutable, user: UInt32 = geteuid()
  ) {
    (self.application, self.executable, self.user) = (application, executable, user)
  }

  /// Whether another one may take its place: one of the same file, or of any file once its own is gone.
  ///
  /// A copy of a program, or one in a namespace of its own, does not take the place of the program.
  package func yields(to other: WakeRegistration) -> Bool {
    guard !other.executable.isElsewhere else { return false }
    if executable.path == other.executable.path {
      return executable.boot != other.executable.boot
        || executable.namespace == other.executable.namespace
    }
    return !executable.isThere
  }
}
