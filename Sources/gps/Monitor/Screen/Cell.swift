// Core Location for Linux. SPDX-License-Identifier: MIT

/// One place of a ``Screen``.
struct Cell: Hashable {
  var glyph: Character = " "
  var style = CellStyle.plain
  /// How many columns the glyph takes: 1, or 2; 0 in the column behind the first one of a wide glyph.
  var width: UInt8 = 1

  static let blank = Cell()
  /// The second column of a wide glyph.
  static func second(_ style: CellStyle) -> Cell { Cell(glyph: " ", style: style, width: 0) }

  /// Whether every terminal that can show the glyph gives it the width that it has here.
  var isCertain: Bool {
    var scalars = glyph.unicodeScalars.makeIterator()
    guard let scalar = scalars.next(), scalars.next() == nil, width == 1 else { return false }
    // ASCII, Latin, lines, blocks, geometric shapes and Braille.
    return scalar.value < 0x300 || (0x2500..<0x2600).contains(scalar.value)
      || (0x2800..<0x2900).contains(scalar.value)
  }
}
