// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import Testing

@testable import GPSTool

@Suite struct TerminalColorTests {
  @Test(
    arguments: [
      ("a terminal of today", true, ["TERM": "xterm-256color"], .wide),
      ("another name of it", true, ["TERM": "xterm"], .wide),
      ("tmux", true, ["TERM": "tmux-256color"], .wide),
      ("one that says so", true, ["TERM": "unheard-of", "COLORTERM": "truecolor"], .wide),
      ("the console", true, ["TERM": "linux"], .basic),
      ("an old one", true, ["TERM": "vt220"], .basic),
      ("a pipe", false, ["TERM": "xterm"], nil),
      ("no colors, please", true, ["TERM": "xterm", "NO_COLOR": "1"], nil),
      ("set to nothing is not set", true, ["TERM": "xterm", "NO_COLOR": ""], .wide),
      ("a terminal without colors", true, ["TERM": "dumb"], nil),
      ("no terminal known", true, [:], nil),
    ] as [(why: String, isTerminal: Bool, environment: Environment, palette: TerminalPalette?)])
  func isShownOnColorTerminalsOnly(
    why: String, isTerminal: Bool, environment: Environment, palette: TerminalPalette?
  ) {
    #expect(TerminalPalette(onTerminal: isTerminal, environment) == palette, "\(why)")
  }

  /// The contrast by WCAG 2.2: 3 is its minimum for large text and graphics.
  @Test(arguments: [TerminalColor.red, .green, .yellow, .blue, .magenta, .cyan])
  func canBeReadOnWhiteAndOnBlack(color: TerminalColor) {
    let luminance = Self.luminance(ofNumber: color.number)
    #expect(1.05 / (luminance + 0.05) > 3.9 && (luminance + 0.05) / 0.05 > 3.9)
  }

  /// The relative luminance of a color in xterm's cube of 6 × 6 × 6, whose steps are 0, 95, 135, 175, 215 and 255.
  private static func luminance(ofNumber number: Int) -> Double {
    let digits = [(number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6]
    let parts = digits.map { digit in
      let value = (digit == 0 ? 0 : 55 + 40 * Double(digit)) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
