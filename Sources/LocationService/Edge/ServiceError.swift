// Core Location for Linux. SPDX-License-Identifier: MIT

/// Why the service cannot be started, on one line: what cannot be done to which object, why, and what to try.
package struct ServiceError: Error, Hashable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
