// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Texts of strangers on their way to a terminal.

extension String {
  /// The text with the characters that a terminal might obey replaced by their numbers, `\u{1b}`.
  package var escapedForTerminal: String {
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isPrintable {
        result.unicodeScalars.append(scalar)
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
    return switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }
}
