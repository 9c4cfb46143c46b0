// Core Location for Linux. SPDX-License-Identifier: MIT

/// What a read found that did not wait.
package enum ReadOutcome: Hashable, Sendable {
  /// So many bytes.
  case bytes(Int)
  /// Nothing has come.
  case nothing
  /// Nothing more will come: the device was unplugged, the peer closed the connection, or this is the end.
  case hungUp
}
