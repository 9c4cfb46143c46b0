// Core Location for Linux. SPDX-License-Identifier: MIT

import UBX

/// A payload that a test fills in by offset, as data sheets list fields.
struct Payload {
  private(set) var bytes: [UInt8]

  init(_ count: Int) { bytes = Array(repeating: 0, count: count) }

  /// Returns the payload with a number at an offset, its lowest byte first.
  func with<Number: FixedWidthInteger>(_ number: Number, at offset: Int) -> Payload {
    var payload = self
    for index in 0..<Number.bitWidth / 8 {
      payload.bytes[offset + index] = UInt8(truncatingIfNeeded: number >> Number(8 * index))
    }
    return payload
  }

  /// Reads the payload as a message.
  func read<Message: FrameMessage>(as type: Message.Type) -> Message? {
    Message(bytes.span.bytes)
  }
}
