// Core Location for Linux. SPDX-License-Identifier: MIT

package struct DestinationID: Hashable, Sendable {
  let number: Int64
}

/// A destination in a store, and how far it is behind.
package struct StoredDestination: Hashable, Sendable {
  package let id: DestinationID
  package let name: String
  /// The number of reports that it has not acknowledged.
  package let backlog: Int
  /// The number of reports dropped before it could acknowledge them, since it was added.
  package let dropped: Int
  /// The time of the oldest position that it has not acknowledged, microseconds since 1970; `nil` if there is none.
  package let oldest: Int64?
  /// When it last acknowledged a position, nanoseconds since 1970 by the machine's clock; `nil` if it never has, or if an
  /// earlier version recorded that.
  package let delivered: Int64?
}
