// Core Location for Linux. SPDX-License-Identifier: MIT

/// The result of a nonblocking read.
package enum ReadOutcome: Hashable, Sendable {
  /// This many bytes were read.
  case bytes(Int)
  /// Nothing has arrived.
  case nothing
  /// Nothing more will arrive: the device was unplugged, the peer closed the connection, or the file is at its end.
  case hungUp
}
