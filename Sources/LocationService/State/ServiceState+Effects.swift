// Core Location for Linux. SPDX-License-Identifier: MIT

extension ServiceState {
  /// What the event loop has to do for clients, in this order.
  package struct Effects {
    package var writes: [(client: ClientID, bytes: [UInt8])] = []
    /// Clients to disconnect at once: nothing more is written to them.
    package var closes: [ClientID] = []

    package var isEmpty: Bool { writes.isEmpty && closes.isEmpty }
  }
}
