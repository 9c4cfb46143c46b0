// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationFormats

/// How the service treats its clients.
package struct ServiceOptions: Sendable {
  /// Whether the receiver stays open without clients.
  package var keepsOpen = false
  /// Whether sentences are counted, so that the receiver's bytes are needed even if no client wants them.
  package var countsSentences = false
  package var version = ""
  /// How many clients are served, and whose.
  package var places = ClientPlaces()
  /// How long the receiver stays open after its last client has disconnected.
  package var closingDelay: Duration = .seconds(60)
  /// How long a client of gpsd's protocol may make no request unless it watches.
  package var idleTime: Duration = .seconds(15 * 60)

  /// Returns what the service does besides reporting positions; called on the service's thread, and returns at once.
  package var exchange: @Sendable () -> ExchangeReport? = { nil }

  package init() {}

  /// What the receiver is needed for while it is open.
  var leastNeed: ReceiverNeed { countsSentences ? .eventsAndBytes : .events }
}
