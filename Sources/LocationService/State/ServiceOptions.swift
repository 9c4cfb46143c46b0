// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
package import LocationProtocols

package struct ServiceOptions: Sendable {
  package var keepsOpen = false
  /// Whether sentences are counted, so that the receiver's bytes are needed even if no client wants them.
  package var countsSentences = false
  package var version = ""
  package var slots = ClientSlots()
  /// How long the receiver stays open after its last client has disconnected.
  package var closingDelay: Duration = .seconds(60)
  /// How long a client of gpsd's protocol may make no request unless it watches.
  package var idleTime: Duration = .seconds(15 * 60)

  /// Returns what the service does besides reporting positions; called on the service's thread, and returns at once.
  package var exchange: @Sendable () -> ExchangeReport? = { nil }

  package init() {}
}

extension ServiceState {
  /// What the event loop has to do for clients, in this order.
  package struct Effects {
    package var writes: [(client: ClientID, bytes: [UInt8])] = []
    /// Clients to disconnect at once: nothing more is written to them.
    package var closes: [ClientID] = []
    /// Lines for the log.
    package var complaints: [String] = []

    package var isEmpty: Bool { writes.isEmpty && closes.isEmpty && complaints.isEmpty }
  }
}

/// A time on both clocks of the machine.
package struct Moment: Hashable, Sendable {
  /// On the clock that cannot be set, which all timing here uses.
  package var monotonic: Duration
  /// Nanoseconds since 1970 by the machine's clock: only for reports about the machine, never for a fix.
  package var nanosecondsSince1970: Int64

  /// The machine's time, as gpsd writes it.
  var iso8601: String { FixTime(nanosecondsSince1970: nanosecondsSince1970).iso8601 ?? "" }

  package static var now: Moment {
    Moment(monotonic: monotonicNow(), nanosecondsSince1970: LinuxSystem.nanosecondsSince1970())
  }
}
