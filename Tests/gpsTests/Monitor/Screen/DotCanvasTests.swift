// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import gps

@Suite struct DotCanvasTests {
  private static func drawn(_ canvas: DotCanvas, _ glyphs: Glyphs = .unicode) -> [String] {
    var screen = Screen(width: canvas.columns, height: canvas.rows, glyphs: glyphs)
    canvas.draw(on: &screen, at: 0, 0)
    return screen.lines
  }

  /// The numbers of the dots are those of Unicode's chart U2800: 1, 2, 3, 7 on the left, 4, 5, 6, 8 on the right.
  @Test(
    arguments: [
      (0, 0, "⠁"), (0, 1, "⠂"), (0, 2, "⠄"), (0, 3, "⡀"), (1, 0, "⠈"), (1, 1, "⠐"), (1, 2, "⠠"),
      (1, 3, "⢀"),
    ] as [(Int, Int, String)])
  func numbersDotsAsBrailleDoes(x: Int, y: Int, glyph: String) {
    var canvas = DotCanvas(columns: 1, rows: 1)
    canvas.set(x, y)
    #expect(Self.drawn(canvas) == [glyph])
    canvas.clear(x, y)
    #expect(Self.drawn(canvas) == [""])
  }

  @Test func countsDotsWhereThereAreNone() {
    var canvas = DotCanvas(columns: 4, rows: 1)
    for (cell, count) in [1, 3, 5, 8].enumerated() {
      for dot in 0..<count { canvas.set(cell * 2 + dot % 2, dot / 2) }
    }
    #expect(Self.drawn(canvas, .ascii) == [".+*#"])
  }

  @Test func drawsACircle() {
    var canvas = DotCanvas(columns: 4, rows: 2)
    canvas.circle(3, 3, radius: 3)
    #expect(Self.drawn(canvas) == ["⡞⠉⠙⡆", "⠳⠤⠴⠃"])
  }

  @Test func leavesOutWhatIsOutside() {
    var canvas = DotCanvas(columns: 1, rows: 1)
    canvas.set(-1, 0)
    canvas.set(0, 4)
    canvas.set(.nan, 0.0)
    canvas.set(.infinity, -1e300)
    canvas.circle(0, 0, radius: .infinity)
    canvas.circle(0, 0, radius: .nan)
    canvas.line(0, from: -5, to: -1)
    #expect(Self.drawn(canvas) == [""])
  }
}
