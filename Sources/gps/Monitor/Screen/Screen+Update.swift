// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Turns cells into the bytes sent to a terminal: only what has changed.

extension Screen {
  /// Returns the bytes that bring a terminal's contents up to date; if it is unknown what is shown, it is cleared first.
  func update(from shown: Screen?, hasColor: Bool) -> [UInt8] {
    let isSameSize = shown.map { ($0.width, $0.height) == (width, height) } ?? false
    var pen = Pen(hasColor: hasColor)
    if !isSameSize { pen.clear() }
    let blank = isSameSize ? nil : Screen(width: width, height: height)
    guard let old = isSameSize ? shown : blank else { return pen.bytes }
    for row in 0..<height {
      var column = 0
      var isForced = false
      while column < width {
        let cell = self[column, row]
        guard isForced || cell != old[column, row] else {
          column += 1
          continue
        }
        if cell.width == 0 {
          // Written together with its first half, unless only this half has changed.
          column += 1
          continue
        }
        pen.write(cell, at: column, row)
        // A glyph that the terminal draws wider than expected reaches into the next cell.
        isForced = !cell.isCertain
        column += max(1, Int(cell.width))
      }
    }
    return pen.finished()
  }
}

/// Writes cells, keeping track of the terminal's cursor and style.
private struct Pen {
  let hasColor: Bool
  private(set) var bytes: [UInt8] = []
  /// Where the next character goes; `nil` if that is uncertain.
  private var position: (column: Int, row: Int)?
  private var style = CellStyle.plain

  init(hasColor: Bool) { self.hasColor = hasColor }

  mutating func clear() { add("\u{1B}[0m\u{1B}[2J") }

  mutating func write(_ cell: Cell, at column: Int, _ row: Int) {
    move(to: column, row)
    if cell.style != style {
      style = cell.style
      add(style.sequence(hasColor: hasColor))
    }
    if cell.width == 2 {
      // Clears the second cell, in case the terminal treats the glyph as narrow.
      add("  ")
      position = nil
      move(to: column, row)
    }
    add(String(cell.glyph))
    position = cell.isCertain ? (column + 1, row) : nil
  }

  mutating func finished() -> [UInt8] {
    if style != .plain { add(CellStyle.plain.sequence(hasColor: hasColor)) }
    return bytes
  }

  private mutating func move(to column: Int, _ row: Int) {
    if let position, position == (column, row) { return }
    add("\u{1B}[\(row + 1);\(column + 1)H")
    position = (column, row)
  }

  private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
