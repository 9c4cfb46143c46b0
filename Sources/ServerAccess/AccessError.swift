// Core Location for Linux. SPDX-License-Identifier: MIT

/// The reason why the user's password or certificates for a server cannot be used, as one line, until something is changed.
package struct AccessError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// Of sysexits.h.
  package let exitCode: Int32

  package init(_ description: String, exitCode: Int32) {
    (self.description, self.exitCode) = (description, exitCode)
  }
}
