// Core Location for Linux. SPDX-License-Identifier: MIT

/// How the service treats its clients.
package struct ServiceOptions: Sendable {
  /// Whether the receiver stays open without clients.
  package var keepsOpen = false
  /// The version of the program that serves.
  package var version = ""
  package var mostClients = 200
  /// How many of them may be such as are allowed nothing.
  package var mostRefused = 50
  /// How long the receiver stays open after its last client has gone.
  package var closingDelay: Duration = .seconds(60)
  /// How long a client of gpsd's protocol may ask for nothing without watching.
  package var idleTime: Duration = .seconds(15 * 60)

  package init() {}
}
