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
