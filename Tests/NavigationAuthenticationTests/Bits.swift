// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The bits of messages, written here apart from the code that reads them.

/// A string of bits, one in each element.
struct Bits {
  var bits: [UInt8] = []

  init() {}

  init(_ bytes: [UInt8]) { bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } } }

  mutating func append(_ value: UInt64, _ count: Int) {
    bits += (0..<count).map { UInt8(value >> UInt64(count - 1 - $0) & 1) }
  }

  mutating func append(_ bytes: [UInt8]) { bits += Bits(bytes).bits }

  mutating func append(_ more: Bits) { bits += more.bits }

  func padded(to count: Int) -> Bits {
    var padded = self
    padded.bits += Array(repeating: 0, count: max(0, count - bits.count))
    return padded
  }

  subscript(range: Range<Int>) -> Bits {
    var part = Bits()
    part.bits = Array(bits[range])
    return part
  }

  /// The bits in bytes, the last one filled with zeros.
  var bytes: [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
    }
  }
}

/// The remainder of a string of bits by the polynomial 1864CFB.
func remainder(of bits: [UInt8]) -> UInt64 {
  var register: UInt64 = 0
  for bit in bits + Array(repeating: 0, count: 24) {
    register = register << 1 | UInt64(bit)
    if register >> 24 & 1 == 1 { register ^= 0x186_4CFB }
  }
  return register
}
