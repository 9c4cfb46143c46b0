// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Galileo's messages are strings of bits: fields begin and end within bytes.

/// A string of bits that grows at its end.
struct BitString: Hashable, Sendable {
  /// The bits, the first one in the highest bit of the first byte; zeros fill the last byte.
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  init() {}

  /// Reserves memory for so many bits.
  init(capacity: Int) { bytes.reserveCapacity((capacity + 7) / 8) }

  /// Appends the lowest bits of a number, the highest of them first.
  mutating func append(_ number: UInt128, count added: Int) {
    var remaining = added
    while remaining > 0 {
      let used = count % 8
      if used == 0 { bytes.append(0) }
      let taken = min(8 - used, remaining)
      remaining -= taken
      let bits =
        UInt8(truncatingIfNeeded: number >> UInt128(remaining)) & UInt8(0xFF >> (8 - taken))
      bytes[bytes.count - 1] |= bits << UInt8(8 - used - taken)
      count += taken
    }
  }

  mutating func append(_ byte: UInt8) { append(UInt128(byte), count: 8) }

  mutating func append(_ other: BitString) {
    for byte in other.bytes.dropLast(other.count % 8 == 0 ? 0 : 1) { append(byte) }
    let rest = other.count % 8
    if rest > 0, let last = other.bytes.last {
      append(UInt128(last >> UInt8(8 - rest)), count: rest)
    }
  }
}

extension [UInt8] {
  /// The number in a range of bits, of which bit 0 is the highest of the first byte; at most 56, within the array.
  func bits(_ range: Range<Int>) -> UInt64 {
    guard !range.isEmpty else { return 0 }
    let (first, last) = (range.lowerBound / 8, (range.upperBound - 1) / 8)
    var number: UInt64 = 0
    for index in first...last { number = number << 8 | UInt64(self[index]) }
    return number >> UInt64(8 * (last + 1) - range.upperBound) & (1 << UInt64(range.count) - 1)
  }
}
