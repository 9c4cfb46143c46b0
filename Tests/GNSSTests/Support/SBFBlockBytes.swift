// Core Location for Linux. SPDX-License-Identifier: MIT

/// A block of SBF, made field by field; its offsets are those of the block.
struct SBFBlockBytes: Sendable {
  private var payload: [UInt8]

  /// Creates a block so many bytes long: 561,618 seconds of week 2370, everything else 0.
  init(_ number: UInt16, _ count: Int) {
    payload = Array(repeating: 0, count: count)
    self = with(UInt16(0x4024), at: 0).with(number, at: 4).with(UInt16(count), at: 6)
      .with(UInt32(561_618_000), at: 8).with(UInt16(2370), at: 12)
  }

  /// Returns the block with a number at an offset, its lowest byte first.
  func with<Number: FixedWidthInteger>(_ number: Number, at offset: Int) -> Self {
    var block = self
    for index in 0..<Number.bitWidth / 8 {
      block.payload[offset + index] = UInt8(truncatingIfNeeded: number >> Number(8 * index))
    }
    return block
  }

  func with(_ number: Float, at offset: Int) -> Self { with(number.bitPattern, at: offset) }
  func with(_ number: Double, at offset: Int) -> Self { with(number.bitPattern, at: offset) }

  /// Returns the beginning of the block, as a block of its own.
  func cut(to count: Int) -> Self {
    var block = with(UInt16(count), at: 6)
    block.payload.removeLast(payload.count - count)
    return block
  }

  /// The block with its CRC-16, computed bit by bit.
  var bytes: [UInt8] {
    var remainder: UInt16 = 0
    for byte in payload[4...] {
      for bit in (0..<8).reversed() {
        let carries = (remainder & 0x8000 != 0) != (byte >> UInt8(bit) & 1 != 0)
        remainder = remainder << 1 ^ (carries ? 0x1021 : 0)
      }
    }
    return with(remainder, at: 2).payload
  }
}
