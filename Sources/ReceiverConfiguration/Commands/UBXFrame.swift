// Core Location for Linux. SPDX-License-Identifier: MIT

package import UBX

/// A message of u-blox's binary protocol.
package struct UBXFrame: Hashable, Sendable {
  package var kind: FrameKind
  package var payload: [UInt8]

  package init(_ kind: FrameKind, _ payload: [UInt8] = []) {
    (self.kind, self.payload) = (kind, payload)
  }

  package var bytes: [UInt8] { FrameCandidate.bytes(kind, payload) }
}

extension FrameKind {
  package static let acknowledged = FrameKind(0x05, 0x01)
  package static let refused = FrameKind(0x05, 0x00)
  package static let port = FrameKind(0x06, 0x00)
  package static let messageRate = FrameKind(0x06, 0x01)
  package static let rate = FrameKind(0x06, 0x08)
  package static let store = FrameKind(0x06, 0x09)
  package static let setValues = FrameKind(0x06, 0x8A)
  package static let getValues = FrameKind(0x06, 0x8B)
  package static let version = FrameKind(0x0A, 0x04)
}

extension FixedWidthInteger {
  /// The bytes of the integer, the lowest first.
  var littleEndianBytes: [UInt8] {
    (0..<(Self.bitWidth / 8)).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }

  /// Creates the integer with these bytes, the lowest first; missing ones are zero.
  init(littleEndianBytes bytes: some Sequence<UInt8>) {
    self = bytes.prefix(Self.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Self($1) }
  }
}

extension MONVER {
  /// The version of the protocol, `PROTVER`; `nil` if it is not reported, as by old receivers.
  package var protocolVersion: Double? {
    // "PROTVER=18.00" or "PROTVER 14.00".
    extensions.lazy.filter { $0.hasPrefix("PROTVER") }.compactMap { Double($0.dropFirst(8)) }
      .last { (0..<1000).contains($0) }
  }

  /// Whether the receiver is configured with values by their keys.
  ///
  /// This is so from the tenth generation on, which no longer knows the earlier messages.
  package var takesValues: Bool { protocolVersion.map { $0 >= 34 } ?? false }
}
