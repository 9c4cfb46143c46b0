// Core Location for Linux. SPDX-License-Identifier: MIT

/// The first word of a sentence: talker and formatter, or `P` and what a maker put behind it.
///
/// Three to sixteen capital letters and digits. The characters are packed into two words, the first
/// in the lowest byte, so that comparing an address is comparing integers.
public struct SentenceAddress: Hashable, Sendable {
  let low: UInt64
  let high: UInt64
  /// Number of characters.
  public let count: Int

  static let maximumLength = 16

  /// Whether it names a maker rather than a talker.
  public var isProprietary: Bool { UInt8(truncatingIfNeeded: low) == UInt8(ascii: "P") }

  /// The first two characters of a sentence that is not proprietary; `nil` in one that is.
  public var talker: Talker? {
    isProprietary || count != 5 ? nil : Talker(rawValue: UInt16(truncatingIfNeeded: low))
  }

  /// The last three characters of a sentence that is not proprietary; `nil` in one that is.
  public var formatter: SentenceFormatter? {
    isProprietary || count != 5
      ? nil : SentenceFormatter(rawValue: UInt32(truncatingIfNeeded: low >> 16) & 0xFF_FFFF)
  }

  /// The address in `bytes[from..<to]`, which ends there or at a comma; `nil` if it is none.
  init?(_ bytes: RawSpan, from: Int, to: Int) {
    let word = bytes.word(at: from)
    let comma = word ^ 0x2C2C_2C2C_2C2C_2C2C
    let zeros = (comma &- 0x0101_0101_0101_0101) & ~comma & 0x8080_8080_8080_8080
    let length = min(zeros == 0 ? 8 : zeros.trailingZeroBitCount >> 3, to - from)
    if length == 5 {
      low = word & 0xFF_FFFF_FFFF
      high = 0
      count = 5
      // The two letters of the talker; unknown formatters are looked at in the long way.
      guard low.areAddressCharacters(5) else { return nil }
      return
    }
    var characters: (UInt64, UInt64) = (0, 0)
    var index = 0
    while from + index < to, bytes.byte(at: from + index) != .comma {
      let byte = bytes.byte(at: from + index)
      guard index < Self.maximumLength, byte.isAddressCharacter else { return nil }
      if index < 8 {
        characters.0 |= UInt64(byte) << (8 * UInt64(index))
      } else {
        characters.1 |= UInt64(byte) << (8 * UInt64(index - 8))
      }
      index += 1
    }
    // A talker without a formatter is no address, nor is a P without a maker.
    guard index >= 3 else { return nil }
    (low, high) = characters
    count = index
  }

  /// An address spelled out; `nil` if it is not three to sixteen capital letters and digits.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy(\.isAddressCharacter) else { return nil }
    self.init(bytes.rawSpan, from: 0, to: bytes.count)
  }
}

extension SentenceAddress: CustomStringConvertible {
  /// The address as it is sent, as in `GPGGA`.
  public var description: String {
    String(
      decoding: (0..<count).map { index in
        UInt8(truncatingIfNeeded: (index < 8 ? low : high) >> (8 * UInt64(index % 8)))
      }, as: UTF8.self)
  }
}

extension UInt64 {
  /// Whether the lowest `count` bytes are all capital letters or digits.
  fileprivate func areAddressCharacters(_ count: UInt64) -> Bool {
    let mask: UInt64 = (1 << (8 * count)) - 1
    let word = self & mask | (0x4141_4141_4141_4141 & ~mask)
    if word & 0x8080_8080_8080_8080 != 0 { return false }
    // High bit of each byte: at least "0", more than "9", at least "A", more than "Z".
    let atLeast0 = word + 0x5050_5050_5050_5050
    let above9 = word + 0x4646_4646_4646_4646
    let atLeastA = word + 0x3F3F_3F3F_3F3F_3F3F
    let aboveZ = word + 0x2525_2525_2525_2525
    return (atLeast0 & ~above9 | atLeastA & ~aboveZ) & 0x8080_8080_8080_8080
      == 0x8080_8080_8080_8080
  }
}
