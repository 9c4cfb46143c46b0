// Core Location for Linux. SPDX-License-Identifier: MIT

/// What the event loop has to do for clients, in this order.
package struct ServiceEffects {
  package var writes: [(client: ClientID, bytes: [UInt8])] = []
  /// Clients to disconnect at once: nothing more is written to them.
  package var closes: [ClientID] = []

  package var isEmpty: Bool { writes.isEmpty && closes.isEmpty }
}

/// What clients need the receiver for.
package enum ReceiverNeed: Hashable, Sendable {
  case nothing
  case events
  /// Events, and the receiver's own bytes.
  case eventsAndBytes
}
