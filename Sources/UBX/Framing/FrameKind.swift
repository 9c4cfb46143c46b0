// Core Location for Linux. SPDX-License-Identifier: MIT

/// The kind of a frame: its class and its identifier within that.
package struct FrameKind: RawRepresentable, Hashable, Sendable {
  /// The class in the upper byte, the identifier in the lower one.
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package init(_ messageClass: UInt8, _ identifier: UInt8) {
    rawValue = UInt16(messageClass) << 8 | UInt16(identifier)
  }

  /// The class, such as 01 for NAV.
  package var messageClass: UInt8 { UInt8(rawValue >> 8) }
  /// The identifier within the class.
  package var identifier: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
}
