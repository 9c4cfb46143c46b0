// Core Location for Linux. SPDX-License-Identifier: MIT

package struct Authorization: Hashable, Sendable {
  package var status: AuthorizationStatus
  /// Whether Always has been granted without a question for it, which is asked when an event first requires it.
  package var isProvisional: Bool
  package var accuracy: AuthorizedAccuracy
  /// Whether location services are enabled on this machine; if not, `status` is denied.
  package var servicesEnabled: Bool
  /// Whether the application is in use: in the foreground of a terminal, or declared so by itself.
  package var isInUse: Bool
  package var isBeingAsked: Bool
}
