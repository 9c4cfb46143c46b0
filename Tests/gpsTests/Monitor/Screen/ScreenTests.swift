// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Testing

@testable import gps

@Suite struct ScreenTests {
  @Test(
    arguments: [
      ("fits", "abc", 3, "abc"),
      ("too long", "abcdef", 4, "abc…"),
      ("wide ones take two columns", "日本語", 6, "日本語"),
      ("half a wide one does not fit", "日本語", 5, "日本…"),
      ("an accent stands on its letter", "e\u{301}a", 2, "e\u{301}a"),
      ("more than two marks are left out", "e\u{301}\u{302}\u{303}\u{304}a", 2, "e\u{301}\u{302}a"),
      ("a mark without a letter is left out", "\u{301}a", 2, "a"),
      ("an escape sequence is harmless", "\u{1B}[2J", 10, "\\u{1b}[2J"),
      ("nothing turns the line around", "\u{202E}ab", 10, "\\u{202e}ab"),
      ("no line ends", "a\nb", 7, "a\\u{a}b"),
      ("nothing", "", 3, ""),
    ] as [(String, String, Int, String)])
  func writesTextsInCells(reason: String, text: String, width: Int, shown: String) {
    var screen = Screen(width: width, height: 1)
    let columns = screen.write(text, at: 0, 0)
    #expect(screen.lines == [shown], "\(reason)")
    #expect(columns <= width, "\(reason)")
  }

  @Test func leavesOutWhatIsOutside() {
    var screen = Screen(width: 4, height: 2)
    screen.write("above", at: 0, -1)
    screen.write("left", at: -1, 0)
    screen.write("below", at: 0, 2)
    screen.write("right", at: 4, 0)
    screen.set("x", at: 4, 1)
    #expect(screen.lines == ["", ""])
    let none = Screen(width: 0, height: 0)
    #expect(
      none.lines.isEmpty
        && none.update(from: nil, in: .basic) == Array("\u{1B}[0m\u{1B}[2J".utf8))
  }

  @Test func neverHoldsHalfAWideGlyph() {
    var screen = Screen(width: 4, height: 1)
    screen.write("日本", at: 0, 0)
    screen.set("x", at: 1, 0)
    #expect(screen.lines == [" x本"])
    screen.set("y", at: 2, 0)
    #expect(screen.lines == [" xy"])
    // A wide character in place of the halves of two others.
    screen.write("日本", at: 0, 0)
    screen.write("語", at: 1, 0)
    #expect(screen.lines == [" 語"])
    #expect((0..<4).map { Int(screen[$0, 0].width) } == [1, 2, 0, 1])
  }

  @Test func cutsAWideGlyphOfAPartAtTheEdge() {
    var part = Screen(width: 4, height: 1)
    part.write("a日b", at: 0, 0)
    var screen = Screen(width: 2, height: 1)
    screen.put(part, at: 0, 0)
    #expect(screen.lines == ["a"])
  }

  @Test func hasOnlyASCIIWhereNothingElseIsShown() {
    var screen = Screen(width: 12, height: 1, glyphs: .ascii)
    screen.write("Zürich 日本 long", at: 0, 0)
    #expect(screen.lines == ["Z?rich ?? l."])
  }

  @Test(
    arguments: [
      ("a letter", "a", 1), ("Latin", "é", 1), ("Braille", "\u{28FF}", 1), ("a block", "█", 1),
      ("an accent", "\u{301}", 0), ("a Thai vowel above", "\u{E34}", 0), ("kana", "あ", 2),
      ("Hangul", "한", 2), ("full width", "Ａ", 2), ("half width kana", "ｱ", 1),
      ("an emoji", "😀", 2), ("a satellite", "🛰", 1), ("an anchor", "⚓", 2), ("Greek", "Ω", 1),
    ] as [(String, String, Int)])
  func knowsWidths(reason: String, text: String, columns: Int) throws {
    // According to wcwidth(3) of glibc 2.36.
    let scalar = try #require(text.unicodeScalars.first)
    #expect(scalar.columns == columns, "\(reason)")
  }
}
