// Core Location for Linux. SPDX-License-Identifier: MIT

package struct PublishedMessage: Hashable, Sendable {
  package let topic: String
  package let payload: [UInt8]
  /// Whether the broker keeps the message for later subscribers.
  package let isRetained: Bool
}
