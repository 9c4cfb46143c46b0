// Core Location for Linux. SPDX-License-Identifier: MIT

/// The first word of a sentence: talker and formatter, or `P` followed by text of the maker's choice.
///
/// Three to twenty-four capital letters and digits. The characters are packed into words, the first in the lowest byte,
/// so that addresses are compared as integers.
public struct SentenceAddress: Hashable, Sendable {
  /// The first eight characters, and those after them.
  let low: UInt64
  private let middle: UInt64
  private let high: UInt64
  private let length: UInt8

  /// Number of characters.
  public var count: Int { Int(length) }

  static let maximumLength = 24

  /// Whether it names a maker rather than a talker.
  ///
  /// Proprietary sentences begin with `P`. `PQGSA` and `PQGSV` are not proprietary: Qualcomm modems use `PQ` as
  /// the talker of QZSS.
  public var isProprietary: Bool {
    guard UInt8(truncatingIfNeeded: low) == UInt8(ascii: "P") else { return false }
    return low != packedText("PQGSA") && low != packedText("PQGSV")
  }

  /// The first two characters; `nil` if proprietary.
  public var talker: Talker? { isProprietary || count != 5 ? nil : leadingTalker }

  /// The last three characters; `nil` if proprietary.
  public var formatter: SentenceFormatter? {
    isProprietary || count != 5 ? nil : SentenceFormatter(rawValue: low >> 16)
  }

  /// The first two characters, whatever they mean.
  var leadingTalker: Talker { Talker(rawValue: UInt16(truncatingIfNeeded: low)) }

  /// The formatter, or the whole address if proprietary; `nil` if no known sentence can have it.
  @inline(__always)
  var kind: SentenceFormatter? {
    if isProprietary { return count <= 8 ? SentenceFormatter(rawValue: low) : nil }
    return count == 5 ? SentenceFormatter(rawValue: low >> 16) : nil
  }

  /// Creates an address of five characters, packed into a word.
  init(fiveCharacters word: UInt64) {
    self.init(low: word, middle: 0, high: 0, length: 5)
  }

  /// Reads the address in `bytes[from..<to]`, which ends there or at a comma; `nil` if it is malformed.
  init?(_ bytes: RawSpan, from: Int, to: Int) {
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    var index = 0
    while from + index < to, bytes.byte(at: from + index) != .comma {
      let byte = bytes.byte(at: from + index)
      guard index < Self.maximumLength, byte.isAddressCharacter else { return nil }
      let character = UInt64(byte) << UInt64(8 * (index % 8))
      switch index / 8 {
      case 0: words.0 |= character
      case 1: words.1 |= character
      default: words.2 |= character
      }
      index += 1
    }
    // A talker without a formatter is not an address, and neither is a P without a maker.
    guard index >= 3 else { return nil }
    self.init(low: words.0, middle: words.1, high: words.2, length: UInt8(index))
  }

  private init(low: UInt64, middle: UInt64, high: UInt64, length: UInt8) {
    self.low = low
    self.middle = middle
    self.high = high
    self.length = length
  }

  /// Creates an address from its characters; `nil` if they are not three to twenty-four capital letters and digits.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy({ $0.isAddressCharacter }) else { return nil }
    self.init(bytes.rawSpan, from: 0, to: bytes.count)
  }
}

extension SentenceAddress: CustomStringConvertible {
  /// The address as it is sent, as in `GPGGA`.
  public var description: String {
    let words = [low, middle, high]
    let bytes = (0..<count).map { index -> UInt8 in
      UInt8(truncatingIfNeeded: words[index / 8] >> (8 * (index % 8)))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt64 {
  /// Whether the lowest five bytes are all capital letters or digits.
  var startsWithFiveAddressCharacters: Bool {
    let word = self & 0xFF_FFFF_FFFF
    // High bit of each byte: at least "0", more than "9", at least "A", more than "Z", not ASCII. No sum exceeds its
    // byte if all are ASCII.
    let atLeast0 = word &+ 0x50_5050_5050
    let above9 = word &+ 0x46_4646_4646
    let atLeastA = word &+ 0x3F_3F3F_3F3F
    let aboveZ = word &+ 0x25_2525_2525
    return ((atLeast0 & ~above9 | atLeastA & ~aboveZ) & ~word) & 0x80_8080_8080 == 0x80_8080_8080
  }
}

/// The kind of a sentence: the last three characters of its address, as in `GGA`.
///
/// For a proprietary sentence it is the whole address, as in `PGRME`.
public struct SentenceFormatter: RawRepresentable, Hashable, Sendable {
  /// The characters, at most eight, the first in the lowest byte.
  public let rawValue: UInt64

  /// Creates the formatter with these characters, the first in the lowest byte.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension SentenceFormatter: ExpressibleByStringLiteral {
  /// Creates the formatter from a literal.
  ///
  /// - Precondition: it has at most eight characters, all of them ASCII.
  public init(stringLiteral characters: StaticString) { rawValue = packedText(characters) }
}

extension SentenceFormatter: CustomStringConvertible {
  /// The characters as they are sent.
  public var description: String { packedText(rawValue) }
}
