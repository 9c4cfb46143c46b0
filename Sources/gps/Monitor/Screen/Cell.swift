// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool

/// One character cell of a ``Screen``.
struct Cell: Hashable {
  var glyph: Character = " "
  var style = CellStyle.plain
  /// The number of columns of the glyph: 1 or 2; 0 in the second column of a wide glyph.
  var width: UInt8 = 1

  static let blank = Cell()
  /// Returns the second column of a wide glyph.
  static func second(_ style: CellStyle) -> Cell { Cell(glyph: " ", style: style, width: 0) }

  /// Whether every terminal that can display the glyph draws it in the width assumed here.
  var isCertain: Bool {
    var scalars = glyph.unicodeScalars.makeIterator()
    guard let scalar = scalars.next(), scalars.next() == nil, width == 1 else { return false }
    // ASCII, Latin, lines, blocks, geometric shapes and Braille.
    return scalar.value < 0x300 || (0x2500..<0x2600).contains(scalar.value)
      || (0x2800..<0x2900).contains(scalar.value)
  }
}

struct CellStyle: Hashable {
  var color: TerminalColor?
  var isBold = false
  var isDim = false
  var isReversed = false

  static let plain = CellStyle()
  static let bold = CellStyle(isBold: true)
  static let dim = CellStyle(isDim: true)

  /// Returns the escape sequence that selects the style, whatever was selected before.
  func sequence(in palette: TerminalPalette?) -> String {
    var codes = ["0"]
    if isBold { codes.append("1") }
    // What terminals make of "dim" is hard to read on white.
    if isDim { codes.append(palette == .wide && color == nil ? TerminalPalette.gray : "2") }
    if isReversed { codes.append("7") }
    if let palette, let color { codes.append(color.code(in: palette)) }
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }
}

// The number of terminal columns of a character, by the widths of Unicode (UAX #11) and wcwidth(3).
extension Unicode.Scalar {
  /// 0 for combining characters, 2 for wide ones, else 1; meaningful for printable characters only.
  var columns: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    // Hangul vowels and trailing consonants share the cell of the leading consonant.
    if (0x1160...0x11FF).contains(value) { return 0 }
    return isWide ? 2 : 1
  }

  private var isWide: Bool {
    guard value >= 0x1100 else { return false }
    // Regional indicators are emoji in pairs, and narrow alone.
    if properties.isEmojiPresentation { return !(0x1F1E6...0x1F1FF).contains(value) }
    return Self.wide.contains { $0.contains(value) }
  }

  /// A few ranges that contain only wide characters and unassigned or unprintable ones, besides emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
    0x1AFF0...0x1B2FF, 0x1F200...0x1F320, 0x20000...0x3FFFD,
  ]
}
