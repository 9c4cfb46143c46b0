// Core Location for Linux. SPDX-License-Identifier: MIT

/// The reason why a source cannot be started.
package struct PositionSourceError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// One line for people, including what to try.
  package var text: String
  /// Whether it may resolve itself, since descriptors and threads may become free again.
  package var isTransient: Bool

  package init(text: String, isTransient: Bool) {
    self.text = text
    self.isTransient = isTransient
  }

  package var description: String { text }
}
