// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationProtocols

package struct ServiceOptions: Sendable {
  package var keepsOpen = false
  /// Whether sentences are counted, so that the receiver's bytes are needed even if no client wants them.
  package var countsSentences = false
  package var version = ""
  package var places = ClientPlaces()
  /// How long the receiver stays open after its last client has disconnected.
  package var closingDelay: Duration = .seconds(60)
  /// How long a client of gpsd's protocol may make no request unless it watches.
  package var idleTime: Duration = .seconds(15 * 60)

  /// Returns what the service does besides reporting positions; called on the service's thread, and returns at once.
  package var exchange: @Sendable () -> ExchangeReport? = { nil }

  package init() {}
}
