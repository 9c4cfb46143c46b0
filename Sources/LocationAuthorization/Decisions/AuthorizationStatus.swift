// Core Location for Linux. SPDX-License-Identifier: MIT

/// What an application may know about the location, as reported to it.
package enum AuthorizationStatus: String, Hashable, Sendable, Codable, CaseIterable {
  /// No decision has been made.
  case notDetermined
  /// The administrator forbids it, and the person cannot change that.
  case restricted
  /// The person forbids it, or location services are off.
  case denied
  case authorizedAlways
  /// The application may use the location while it is in use.
  case authorizedWhenInUse

  package var isAuthorized: Bool { self == .authorizedAlways || self == .authorizedWhenInUse }
}
