// Core Location for Linux. SPDX-License-Identifier: MIT

extension UInt8 {
  package var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Whether it is white space in ASCII: a blank, a tab, or what begins a new line or page.
  ///
  /// Inlinable, since readers ask it of each byte.
  @inlinable
  package var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension StringProtocol {
  /// Returns the text without the last characters that are like that.
  package func droppingLast(while isDropped: (Character) -> Bool) -> String {
    lastIndex { !isDropped($0) }.map { String(self[...$0]) } ?? ""
  }
}

extension Sequence<UInt8> {
  /// Returns FNV-1a with 64 bits, which is the same in every process, unlike Swift's hashes.
  package func digest(seed: UInt64 = 0) -> UInt64 {
    reduce(0xCBF2_9CE4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// Returns a number in hexadecimal digits, with leading zeros.
package func hexadecimal(
  _ number: some BinaryInteger, digits: Int, uppercase: Bool = false
) -> String {
  let text = String(number, radix: 16, uppercase: uppercase)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}

/// Returns a text as one word of a shell's command, quoted if it has to be.
package func shellWord(_ text: String) -> String {
  let plain = text.utf8.allSatisfy { $0.isLetterOrDigit || "/._-:@%+,".utf8.contains($0) }
  if plain, !text.isEmpty { return text }
  return "'\(text.replacing("'", with: "'\\''"))'"
}

// MARK: - Untrusted text that is written to a terminal

extension String {
  /// The text with characters that a terminal might interpret or not show replaced by their numbers, such as `\u{1b}`.
  ///
  /// A byte of a path that is not UTF-8 is `\xe9`.
  package var escapedForTerminal: String {
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isPrintable {
        result.unicodeScalars.append(scalar)
      } else if let byte = scalar.pathByte {
        result += "\\x\(String(byte, radix: 16))"
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether a terminal shows the character, without any other effect.
  package var isPrintable: Bool {
    if isASCII { return (0x20..<0x7F).contains(value) }
    if isBlankSymbol || properties.isDefaultIgnorableCodePoint { return false }
    return switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }

  /// Whether it is a symbol that looks like a space, but is not classified as one: the blank Braille pattern.
  private var isBlankSymbol: Bool { value == 0x2800 }

  /// The most columns of a terminal that the character may take; combining characters count as one.
  package var mostCells: Int { value < 0x1100 ? 1 : 2 }
}
