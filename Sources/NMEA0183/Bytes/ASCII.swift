// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The characters that have a meaning on the wire (NMEA 0183, table 1).

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let dollar = UInt8(ascii: "$")
  static let exclamationMark = UInt8(ascii: "!")
  static let asterisk = UInt8(ascii: "*")
  static let comma = UInt8(ascii: ",")
  static let period = UInt8(ascii: ".")
  static let colon = UInt8(ascii: ":")
  static let backslash = UInt8(ascii: "\\")
  static let caret = UInt8(ascii: "^")
  static let plus = UInt8(ascii: "+")
  static let minus = UInt8(ascii: "-")

  var isPrintable: Bool { self >= 0x20 && self < 0x7F }

  var isDigit: Bool { self &- 0x30 <= 9 }

  /// Whether it is one of `A` to `Z`.
  var isUppercase: Bool { self &- 0x41 <= 25 }

  var isAddressCharacter: Bool { isDigit || self &- 0x41 <= 25 }

  /// The value of a hexadecimal digit in either case; `nil` for anything else.
  var hexDigitValue: UInt8? {
    if isDigit { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter <= 5 ? letter &+ 10 : nil
  }
}

extension UInt16 {
  /// Carriage return and line feed in memory order.
  static let lineEnd: UInt16 = 0x0A0D
}

/// Returns a byte as two capital hexadecimal digits.
func hexadecimalDigits(_ byte: UInt8) -> String {
  let text = String(byte, radix: 16, uppercase: true)
  return text.utf8.count < 2 ? "0" + text : text
}

// Short texts are packed into integers, so that they are compared as numbers.

/// Returns the characters packed into an integer, the first in the lowest byte.
func packedText(_ word: UInt64) -> String {
  var text = ""
  var rest = word
  while rest != 0 {
    text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: rest)))
    rest >>= 8
  }
  return text
}

/// Packs a text of at most eight ASCII characters into an integer, the first in the lowest byte.
///
/// The compiler turns a literal into a constant.
func packedText(_ text: StaticString) -> UInt64 {
  precondition(
    text.isASCII && text.utf8CodeUnitCount <= 8, "not packed: over eight characters, or not ASCII")
  var word: UInt64 = 0
  for index in 0..<text.utf8CodeUnitCount {
    // Proof: the index is below the number of bytes that the literal has.
    word |= unsafe UInt64(text.utf8Start[index]) &<< UInt64(8 &* index)
  }
  return word
}
