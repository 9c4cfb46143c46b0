// Core Location for Linux. SPDX-License-Identifier: MIT

/// Why the other side has not taken what was sent to it; each with one line that says so.
package enum DeliveryError: Error, Hashable {
  /// It may take it later: it could not be reached, went away, or is overloaded.
  ///
  /// - Parameter after: how long the other side asks us to wait at least; `nil` if it does not.
  case later(String, after: Duration? = nil)
  /// It will not take it until somebody changes something: an exit code of sysexits.h.
  case refused(String, exitCode: Int32)

  /// What a wait throws that a stop request has ended.
  package static let stopped = DeliveryError.later("stopped")

  package var reason: String {
    switch self {
    case .later(let reason, _), .refused(let reason, _): reason
    }
  }
}
