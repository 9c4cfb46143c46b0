// Core Location for Linux. SPDX-License-Identifier: MIT

/// Why the service cannot be started, in one line: cannot do what, to which, because why; what to try.
package struct ServiceError: Error, Hashable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
