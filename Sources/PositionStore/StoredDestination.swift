// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A destination that a store knows.

#if Publishing
  /// The number of a destination in a store.
  package struct DestinationID: Hashable, Sendable {
    let number: Int64
  }

  /// A destination that a store knows, and how far it is behind.
  package struct StoredDestination: Hashable, Sendable {
    package let id: DestinationID
    package let name: String
    /// How many reports it has not acknowledged.
    package let backlog: Int
    /// How many reports were dropped before it could acknowledge them, since it was added.
    package let dropped: Int
  }
#endif
