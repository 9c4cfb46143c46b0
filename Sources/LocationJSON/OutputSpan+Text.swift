// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Writes text and numbers into existing storage, without allocations and in one pass.

private let powersOfTen: [UInt64] = [
  1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  10_000_000_000,
]

extension OutputSpan<UInt8> {
  /// The number of characters, if each is one code point.
  package var characterCount: Int {
    var count = 0
    for index in indices where self[index] & 0xC0 != 0x80 { count += 1 }
    return count
  }

  package mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ append($0) }) == nil {
      for byte in text.utf8 { append(byte) }
    }
  }

  /// Appends bytes; traps if there is no room.
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    precondition(bytes.count <= freeCapacity)
    withUnsafeMutableBufferPointer { buffer, count in
      // Proof: the room was checked above, and access to that memory is exclusive.
      guard let base = buffer.baseAddress, let bytesBase = bytes.baseAddress else { return }
      (base + count).initialize(from: bytesBase, count: bytes.count)
      count += bytes.count
    }
  }

  /// Appends an integer.
  package mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: UInt64(value.magnitude), width: 1)
  }

  /// Appends a number rounded to `decimals` decimals, ten at most; trailing zeros only if it is `padded`.
  ///
  /// Faster than `description`, and more readable: a speed does not need sixteen digits.
  package mutating func append(_ value: Double, decimals: Int, padded: Bool = false) {
    let scale = powersOfTen[decimals]
    let scaled = (value.magnitude * Double(scale)).rounded()
    guard scaled < 9e18 else { return append(value.description) }
    let (whole, fraction) = UInt64(scaled).quotientAndRemainder(dividingBy: scale)
    if value < 0, scaled != 0 { append(UInt8(ascii: "-")) }
    append(digits: whole, width: 1)
    if decimals > 0, padded || fraction != 0 {
      append(fraction: fraction, decimals: decimals, padded: padded)
    }
  }

  /// Appends the digits of a number, with leading zeros up to a width.
  package mutating func append(digits value: UInt64, width: Int) {
    if value < 10, width == 1 { return append(UInt8(ascii: "0") + UInt8(value)) }
    let (front, rest) = value.quotientAndRemainder(dividingBy: EightDigits.limit)
    if front != 0 || width > 8 { append(digits: front, width: Swift.max(width - 8, 1)) }
    let digits = EightDigits(rest)
    append(digits, from: front != 0 || width >= 8 ? 0 : Swift.min(digits.zerosInFront, 8 - width))
  }

  /// Appends the decimal point and the fraction.
  private mutating func append(fraction: UInt64, decimals: Int, padded: Bool) {
    append(UInt8(ascii: "."))
    var rest = fraction
    var width = decimals
    if width > 8 {
      let front: UInt64
      (front, rest) = fraction.quotientAndRemainder(dividingBy: powersOfTen[decimals - 8])
      let digits = EightDigits(front)
      guard padded || rest != 0 else { return append(digits, to: 8 - digits.zerosAtEnd) }
      append(digits)
      width = decimals - 8
    }
    let digits = EightDigits(rest * powersOfTen[8 - width])
    append(digits, to: padded ? width : 8 - digits.zerosAtEnd)
  }

  private mutating func append(_ digits: EightDigits, from start: Int = 0, to end: Int = 8) {
    precondition(freeCapacity >= 8 && start <= end && end <= 8)
    let text = (digits.text >> (8 * UInt64(start))).littleEndian
    withUnsafeMutableBufferPointer { buffer, count in
      // All eight bytes are stored, as that is one instruction; the next text overwrites those that do not count.
      // Proof: there is room for eight, as checked above, and bytes have no invalid bit pattern.
      guard let base = buffer.baseAddress else { return }
      UnsafeMutableRawPointer(base + count).storeBytes(of: text, as: UInt64.self)
      count += end - start
    }
  }
}

extension String {
  /// Creates a string from what is written, with room for `capacity` bytes.
  package init(capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
    self.init(decoding: [UInt8](capacity: capacity, initializingWith: write), as: UTF8.self)
  }

  /// Creates the text of a number rounded to `decimals` decimals, ten at most.
  package init(_ value: Double, decimals: Int) {
    self.init(capacity: 32) { $0.append(value, decimals: decimals) }
  }
}
