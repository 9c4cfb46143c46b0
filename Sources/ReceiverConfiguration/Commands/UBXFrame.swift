// Core Location for Linux. SPDX-License-Identifier: MIT

/// A message of u-blox's binary protocol.
///
///     B5 62 class id length(2) payload… checksum(2)
package struct UBXFrame: Hashable, Sendable {
  /// The kind of a message: its class, and its number in the class.
  package struct Kind: Hashable, Sendable {
    package let messageClass: UInt8
    package let number: UInt8

    package init(_ messageClass: UInt8, _ number: UInt8) {
      self.messageClass = messageClass
      self.number = number
    }

    package static let acknowledged = Kind(0x05, 0x01)
    package static let refused = Kind(0x05, 0x00)
    package static let port = Kind(0x06, 0x00)
    package static let messageRate = Kind(0x06, 0x01)
    package static let rate = Kind(0x06, 0x08)
    package static let store = Kind(0x06, 0x09)
    package static let setValues = Kind(0x06, 0x8A)
    package static let getValues = Kind(0x06, 0x8B)
    package static let version = Kind(0x0A, 0x04)
  }

  package var kind: Kind
  package var payload: [UInt8]

  package init(_ kind: Kind, _ payload: [UInt8] = []) {
    self.kind = kind
    self.payload = payload
  }

  /// The frame as it is sent.
  package var bytes: [UInt8] {
    let body =
      [kind.messageClass, kind.number] + UInt16(payload.count).littleEndianBytes + payload
    return [0xB5, 0x62] + body + Self.checksum(of: body)
  }

  /// Returns Fletcher's checksum of the bytes between the first two and the last two.
  static func checksum(of body: some Sequence<UInt8>) -> [UInt8] {
    var (first, second): (UInt8, UInt8) = (0, 0)
    for byte in body {
      first &+= byte
      second &+= first
    }
    return [first, second]
  }
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
