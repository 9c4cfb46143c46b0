// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Texts of strangers on their way to a terminal.

extension String {
  /// The text with the characters that a terminal might obey or not show replaced by their numbers, `\u{1b}`.
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
  /// Whether a terminal shows it, and does nothing else about it.
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

  /// Symbols that are as empty as a space, and not known as one: the Braille blank.
  private var isBlankSymbol: Bool { value == 0x2800 }

  /// How many columns of a terminal it may take up, at the most; combining characters count as one.
  package var mostCells: Int { value < 0x1100 ? 1 : 2 }
}
