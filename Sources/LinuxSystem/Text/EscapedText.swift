// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Untrusted text that is written to a terminal.

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
