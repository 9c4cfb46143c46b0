// Core Location for Linux. SPDX-License-Identifier: MIT

/// What the edge is to do for clients, in this order.
package struct ServiceEffects {
  package var writes: [(client: ClientID, bytes: [UInt8])] = []
  /// To be closed at once: nothing more is written to them.
  package var closes: [ClientID] = []

  /// Whether there is nothing to do.
  package var isEmpty: Bool { writes.isEmpty && closes.isEmpty }
}

/// What the receiver is needed for.
package enum ReceiverNeed: Hashable, Sendable {
  case nothing
  case events
  /// The receiver's own bytes as well.
  case eventsAndBytes
}
