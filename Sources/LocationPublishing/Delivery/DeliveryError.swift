// Core Location for Linux. SPDX-License-Identifier: MIT

/// The reason why the other side has not accepted what was sent, as one line of text.
package enum DeliveryError: Error, Hashable {
  /// It may accept it later: it could not be reached, closed the connection, or is overloaded.
  ///
  /// - Parameter after: the least time that the other side asks the client to wait; `nil` if it does not.
  case later(String, after: Duration? = nil)
  /// It will not accept it until something is changed; with an exit code of sysexits.h.
  case refused(String, exitCode: Int32)

  /// The error that a wait throws when a stop request ends it.
  package static let stopped = DeliveryError.later("stopped")

  package var reason: String {
    switch self {
    case .later(let reason, _), .refused(let reason, _): reason
    }
  }
}
