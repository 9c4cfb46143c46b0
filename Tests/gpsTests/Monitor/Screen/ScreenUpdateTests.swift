// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import TestSupport
import Testing

@testable import gps

@Suite struct ScreenUpdateTests {
  private static func screen(_ lines: [String], _ style: CellStyle = .plain) -> Screen {
    var screen = Screen(width: 6, height: lines.count)
    for (row, line) in lines.enumerated() { screen.write(line, at: 0, row, style) }
    return screen
  }

  private static func update(
    _ old: Screen?, _ new: Screen, in palette: TerminalPalette? = .basic
  ) -> String {
    String(decoding: new.update(from: old, in: palette), as: UTF8.self)
  }

  @Test func writesNothingIfNothingHasChanged() {
    let screen = Self.screen(["abc", "def"])
    #expect(Self.update(screen, screen) == "")
  }

  @Test func writesOnlyWhatHasChanged() {
    let old = Self.screen(["abcdef", "ghijkl"])
    let new = Self.screen(["abXYef", "ghijkZ"])
    #expect(Self.update(old, new) == "\u{1B}[1;3HXY\u{1B}[2;6HZ")
  }

  @Test func clearsWhatItDoesNotKnow() {
    let new = Self.screen([" ab", ""])
    #expect(Self.update(nil, new) == "\u{1B}[0m\u{1B}[2J\u{1B}[1;2Hab")
    #expect(Self.update(Self.screen(["abc"]), new) == Self.update(nil, new))
  }

  @Test func selectsAStyleOnce() {
    let old = Self.screen([""])
    let new = Self.screen(["ab"], CellStyle(color: .red, isBold: true, isReversed: true))
    #expect(Self.update(old, new) == "\u{1B}[1;1H\u{1B}[0;1;7;31mab\u{1B}[0m")
    // With NO_COLOR, bold and reverse remain.
    #expect(Self.update(old, new, in: nil) == "\u{1B}[1;1H\u{1B}[0;1;7mab\u{1B}[0m")
  }

  /// In the basic palette, dim is what the terminal makes of it; in the wide one, a gray that white and black both bear.
  @Test func selectsColorsThatWhiteAndBlackBear() {
    let old = Self.screen([""])
    let new = Self.screen(["a"], .dim)
    #expect(Self.update(old, new, in: .basic) == "\u{1B}[1;1H\u{1B}[0;2ma\u{1B}[0m")
    #expect(Self.update(old, new, in: .wide) == "\u{1B}[1;1H\u{1B}[0;38;5;243ma\u{1B}[0m")
    #expect(Self.update(old, new, in: nil) == "\u{1B}[1;1H\u{1B}[0;2ma\u{1B}[0m")
    let red = Self.screen(["a"], CellStyle(color: .red))
    #expect(Self.update(old, red, in: .wide) == "\u{1B}[1;1H\u{1B}[0;38;5;196ma\u{1B}[0m")
  }

  @Test func doesNotTrustWidthsThatDiffer() {
    let old = Self.screen(["xxxxxx"])
    let new = Self.screen(["日本xx"])
    // Spaces first, then the cursor moves back, and the cell after the last wide character is written again.
    #expect(
      Self.update(old, new)
        == "\u{1B}[1;1H  \u{1B}[1;1H日\u{1B}[1;3H  \u{1B}[1;3H本\u{1B}[1;5Hx")
  }

  /// A terminal that understands what the monitor writes.
  private struct Emulator {
    var cells: [[Cell]]
    var (column, row) = (0, 0)
    var style = CellStyle.plain

    init(_ screen: Screen) {
      cells = (0..<screen.height).map { row in (0..<screen.width).map { screen[$0, row] } }
    }

    mutating func received(_ bytes: [UInt8]) {
      var rest = Substring(String(decoding: bytes, as: UTF8.self))
      while let character = rest.popFirst() {
        guard character == "\u{1B}" else {
          let width = character.unicodeScalars.first?.columns ?? 1
          cells[row][column] = Cell(glyph: character, style: style, width: UInt8(width))
          if width == 2 { cells[row][column + 1] = .second(style) }
          column += width
          continue
        }
        rest.removeFirst()
        let body = rest.prefix { !$0.isLetter }
        rest = rest[body.endIndex...]
        let numbers = body.split(separator: ";").compactMap { Int($0) }
        switch rest.removeFirst() {
        case "H": (row, column) = (numbers[0] - 1, numbers[1] - 1)
        case "m":
          style = CellStyle(
            color: numbers.lazy.compactMap { TerminalColor(rawValue: String($0)) }.first,
            isBold: numbers.contains(1), isDim: numbers.contains(2),
            isReversed: numbers.contains(7))
        case "J":
          for row in cells.indices {
            for column in cells[row].indices { cells[row][column] = .blank }
          }
        default: Issue.record("an unknown sequence")
        }
      }
    }
  }

  @Test func leadsFromAnyPictureToAnyOther() {
    var random = SeededGenerator(seed: 18)
    let texts = ["a", "bc", "日", "本語", "é", "⣿", "●", " ", "   ", "e\u{301}", "x日y"]
    let styles = [
      CellStyle.plain, .bold, .dim, CellStyle(color: .cyan), CellStyle(isReversed: true),
    ]
    var shown = Screen(width: 9, height: 3)
    var terminal = Emulator(shown)
    for _ in 0..<2000 {
      var next = Bool.random(using: &random) ? shown : Screen(width: 9, height: 3)
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        next.write(
          texts.randomElement(using: &random) ?? "", at: .random(in: 0..<9, using: &random),
          .random(in: 0..<3, using: &random), styles.randomElement(using: &random) ?? .plain)
      }
      terminal.received(next.update(from: shown, in: .basic))
      shown = next
      for row in 0..<3 {
        let expected = (0..<9).map { next[$0, row] }
        #expect(terminal.cells[row] == expected)
      }
    }
  }
}
