// Core Location for Linux. SPDX-License-Identifier: MIT

package enum ReadOutcome: Hashable, Sendable {
  case bytes(Int)
  case nothing
  /// Nothing more will arrive: the device was unplugged, the peer closed the connection, or the file is at its end.
  case hungUp
}
