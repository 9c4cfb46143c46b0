// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import LinuxSystem

/// The cells of a terminal or of a part of it, as a value that is drawn into before output.
///
/// Anything drawn outside is ignored. Text is escaped here, so that no caller can forget to.
struct Screen: Hashable {
  let width: Int
  let height: Int
  let glyphs: Glyphs
  private var cells: [Cell]

  init(width: Int, height: Int, glyphs: Glyphs = .unicode) {
    self.width = max(0, width)
    self.height = max(0, height)
    self.glyphs = glyphs
    cells = Array(repeating: .blank, count: self.width * self.height)
  }

  /// The cell at a column and a row, both from 0.
  subscript(column: Int, row: Int) -> Cell {
    isInside(column, row) ? cells[row * width + column] : .blank
  }

  private func isInside(_ column: Int, _ row: Int) -> Bool {
    (0..<width).contains(column) && (0..<height).contains(row)
  }

  /// Writes text in one row, escaped, and truncated with an ellipsis if it does not fit; returns the columns used.
  @discardableResult
  mutating func write(
    _ text: String, at column: Int, _ row: Int, _ style: CellStyle = .plain, within room: Int? = nil
  ) -> Int {
    let end = min(width, room.map { column + $0 } ?? width)
    guard column >= 0, column < end, (0..<height).contains(row) else { return 0 }
    var next = column
    for glyph in Self.glyphs(of: text, in: glyphs) {
      guard next + glyph.width <= end else {
        set(glyphs.ellipsis, at: end - 1, row, style)
        return end - column
      }
      place(Cell(glyph: glyph.character, style: style, width: UInt8(glyph.width)), next, row)
      next += glyph.width
    }
    return next - column
  }

  /// Writes texts side by side, and continues in the next row where one does not fit.
  mutating func flow(_ texts: [(text: String, style: CellStyle)]) {
    var (column, row) = (0, 0)
    for (text, style) in texts {
      if column > 0, column + Self.columns(of: text, in: glyphs) > width {
        (column, row) = (0, row + 1)
      }
      column += write(text, at: column, row, style) + 2
    }
  }

  mutating func write(_ text: String, endingAt column: Int, _ row: Int, _ style: CellStyle = .plain)
  {
    let count = Self.columns(of: text, in: glyphs)
    if count <= column { write(text, at: column - count, row, style) }
  }

  /// Sets one cell to a glyph of one column, chosen by this program.
  mutating func set(_ glyph: Character, at column: Int, _ row: Int, _ style: CellStyle = .plain) {
    guard isInside(column, row) else { return }
    place(Cell(glyph: glyph, style: style), column, row)
  }

  mutating func put(_ other: Screen, at column: Int, _ row: Int) {
    for line in 0..<other.height {
      for place in 0..<other.width where isInside(column + place, row + line) {
        let cell = other[place, line]
        // A wide glyph that the edge would cut in half is left out.
        let isCut = cell.width == 2 && !isInside(column + place + 1, row + line)
        self.place(isCut ? .blank : cell, column + place, row + line)
      }
    }
  }

  mutating func paint(row: Int, _ style: CellStyle) {
    guard (0..<height).contains(row) else { return }
    for column in 0..<width { cells[row * width + column].style = style }
  }

  static func columns(of text: String, in glyphs: Glyphs = .unicode) -> Int {
    Self.glyphs(of: text, in: glyphs).reduce(0) { $0 + $1.width }
  }

  /// The rows as text, without trailing blanks.
  var lines: [String] {
    (0..<height).map { row in
      var line = ""
      for column in 0..<width where self[column, row].width > 0 {
        line.append(self[column, row].glyph)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private mutating func place(_ cell: Cell, _ column: Int, _ row: Int) {
    let index = row * width + column
    // Overwriting half of a wide glyph erases the other half.
    if cells[index].width == 0, cell.width != 0, column > 0, cells[index - 1].width == 2 {
      cells[index - 1] = .blank
    }
    if cells[index].width == 2, cell.width != 2, column + 1 < width { cells[index + 1] = .blank }
    cells[index] = cell
    guard cell.width == 2, column + 1 < width else { return }
    if cells[index + 1].width == 2, column + 2 < width { cells[index + 2] = .blank }
    cells[index + 1] = .second(cell.style)
  }

  private static func glyphs(
    of text: String, in glyphs: Glyphs
  ) -> [(character: Character, width: Int)] {
    var result: [(character: Character, width: Int)] = []
    result.reserveCapacity(text.utf8.count)
    var marks = 0
    for scalar in text.escapedForTerminal.unicodeScalars {
      if glyphs == .ascii, !scalar.isASCII {
        if scalar.columns > 0 { result.append(("?", 1)) }
        continue
      }
      let columns = scalar.columns
      if columns > 0 {
        result.append((Character(scalar), columns))
        marks = 0
      } else if marks < 2, let last = result.popLast() {
        var text = String(last.character)
        text.unicodeScalars.append(scalar)
        // Some characters combine with the preceding one differently.
        result.append(text.count == 1 ? (Character(text), last.width) : last)
        marks += 1
      }
    }
    return result
  }
}

// MARK: Turning cells into bytes for a terminal: only what has changed

extension Screen {
  /// Returns the bytes that bring a terminal's contents up to date; if it is unknown what is shown, it is cleared first.
  func update(from shown: Screen?, in palette: TerminalPalette?) -> [UInt8] {
    let isSameSize = shown.map { ($0.width, $0.height) == (width, height) } ?? false
    var pen = Pen(palette)
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
  let palette: TerminalPalette?
  private(set) var bytes: [UInt8] = []
  /// Where the next character goes; `nil` if that is uncertain.
  private var position: (column: Int, row: Int)?
  private var style = CellStyle.plain

  init(_ palette: TerminalPalette?) { self.palette = palette }

  mutating func clear() { add("\u{1B}[0m\u{1B}[2J") }

  mutating func write(_ cell: Cell, at column: Int, _ row: Int) {
    move(to: column, row)
    if cell.style != style {
      style = cell.style
      add(style.sequence(in: palette))
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
    if style != .plain { add(CellStyle.plain.sequence(in: palette)) }
    return bytes
  }

  private mutating func move(to column: Int, _ row: Int) {
    if let position, position == (column, row) { return }
    add("\u{1B}[\(row + 1);\(column + 1)H")
    position = (column, row)
  }

  private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
