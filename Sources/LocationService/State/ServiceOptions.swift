// Core Location for Linux. SPDX-License-Identifier: MIT

/// How the service treats its clients.
package struct ServiceOptions: Sendable {
  /// Whether the receiver stays open without clients.
  package var keepsOpen = false
  /// The version of the service's program.
  package var version = ""
  package var mostClients = 200
  /// How many clients may be connected that are not allowed the location.
  package var mostRefused = 50
  /// How long the receiver stays open after its last client has disconnected.
  package var closingDelay: Duration = .seconds(60)
  /// How long a client of gpsd's protocol may make no request unless it watches.
  package var idleTime: Duration = .seconds(15 * 60)

  package init() {}
}
