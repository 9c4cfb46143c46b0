// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import gps

@Suite struct DotCanvasTests {
  private static func drawn(_ canvas: DotCanvas, _ glyphs: Glyphs = .unicode) -> [String] {
    var screen = Screen(width: canvas.columns, height: canvas.rows, glyphs: glyphs)
    canvas.draw(on: &screen, at: 0, 0)
    return screen.lines
  }

  /// The dots are numbered as in Unicode's chart U2800: 1, 2, 3, 7 on the left, 4, 5, 6, 8 on the right.
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

  @Test func drawsACircleWithoutGaps() {
    var canvas = DotCanvas(columns: 10, rows: 5)
    canvas.circle(9, 9, radius: 8)
    var screen = Screen(width: 10, height: 5)
    canvas.draw(on: &screen, at: 0, 0)
    // The bit of each dot of a character, according to Unicode's chart, as above.
    let bits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    var sectors: Set<Int> = []
    for y in 0..<20 {
      for x in 0..<20 {
        let glyph = screen[x / 2, y / 4].glyph.unicodeScalars.first?.value ?? 0
        guard glyph >= 0x2800, glyph & bits[x % 2][y % 4] != 0 else { continue }
        let (east, north) = (Double(x) - 9, 9 - Double(y))
        // Rounding moves a point by at most half the diagonal of a dot.
        #expect(abs((east * east + north * north).squareRoot() - 8) < 0.708)
        sectors.insert((Int((atan2(north, east) / .pi * 12).rounded(.down)) + 24) % 24)
      }
    }
    #expect(sectors.count == 24)
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
