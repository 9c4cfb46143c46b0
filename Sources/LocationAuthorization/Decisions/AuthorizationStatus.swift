// Core Location for Linux. SPDX-License-Identifier: MIT

/// What an application may know about the location, as everybody sees it.
package enum AuthorizationStatus: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nobody has decided.
  case notDetermined
  /// The administrator forbids it, and the person cannot change that.
  case restricted
  /// The person forbids it, or location services are off.
  case denied
  /// At any time.
  case authorizedAlways
  /// While the application is in use.
  case authorizedWhenInUse

  /// Whether locations may be known at all.
  package var isAuthorized: Bool { self == .authorizedAlways || self == .authorizedWhenInUse }
}
