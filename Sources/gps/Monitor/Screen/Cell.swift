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
