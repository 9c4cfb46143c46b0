// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A drawing of dots, two by four in each cell; the style set last applies to all dots of a cell.
struct DotCanvas {
  /// Size in cells.
  let columns: Int
  let rows: Int
  private var patterns: [UInt8]
  private var styles: [CellStyle]

  init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    patterns = Array(repeating: 0, count: self.columns * self.rows)
    styles = Array(repeating: .plain, count: self.columns * self.rows)
  }

  /// Size in dots, which are square on a terminal whose cells are twice as high as wide.
  var width: Int { columns * 2 }
  var height: Int { rows * 4 }

  /// Sets a dot, counted from the upper left; dots outside the canvas are ignored.
  mutating func set(_ x: Int, _ y: Int, _ style: CellStyle = .plain) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    let index = y / 4 * columns + x / 2
    patterns[index] |= Self.bits[x % 2][y % 4]
    styles[index] = style
  }

  mutating func clear(_ x: Int, _ y: Int) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    patterns[y / 4 * columns + x / 2] &= ~Self.bits[x % 2][y % 4]
  }

  /// Sets the dot nearest to a point; ignores a point that is not finite or far outside.
  mutating func set(_ x: Double, _ y: Double, _ style: CellStyle = .plain) {
    guard abs(x) < 1e6, abs(y) < 1e6 else { return }
    set(Int(x.rounded()), Int(y.rounded()), style)
  }

  mutating func circle(
    _ x: Double, _ y: Double, radius: Double, _ style: CellStyle = .plain
  ) {
    guard radius > 0, radius < 1e4 else { return }
    let steps = Int(radius * 9) + 8
    for step in 0..<steps {
      let angle = 2 * Double.pi * Double(step) / Double(steps)
      set(x + radius * sin(angle), y - radius * cos(angle), style)
    }
  }

  mutating func line(_ x: Int, from top: Int, to bottom: Int, _ style: CellStyle = .plain) {
    for y in min(top, bottom)...max(top, bottom) { set(x, y, style) }
  }

  /// Draws the canvas over a screen; cells without a dot are left unchanged.
  func draw(on screen: inout Screen, at column: Int, _ row: Int) {
    for line in 0..<rows {
      for place in 0..<columns where patterns[line * columns + place] != 0 {
        let index = line * columns + place
        screen.set(
          screen.glyphs.dots(patterns[index]), at: column + place, row + line, styles[index])
      }
    }
  }

  private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
}
