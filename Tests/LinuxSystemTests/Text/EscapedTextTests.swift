// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import Testing

@Suite struct EscapedTextTests {
  @Test(
    arguments: [
      ("plain", "a \u{E9}\u{96E8}\u{1F327}", "a \u{E9}\u{96E8}\u{1F327}"),
      ("an escape", "\u{1B}[2J", "\\u{1b}[2J"), ("backwards", "\u{202E}", "\\u{202e}"),
      ("a Braille blank", "\u{2800}", "\\u{2800}"), ("a Hangul filler", "\u{3164}", "\\u{3164}"),
      ("a variation", "\u{FE0F}", "\\u{fe0f}"), ("a tag", "\u{E0041}", "\\u{e0041}"),
      ("a joiner", "\u{34F}", "\\u{34f}"),
    ])
  func showsWhatIsSeenAndNumbersTheRest(why: String, text: String, shown: String) {
    #expect(text.escapedForTerminal == shown, "\(why)")
  }
}
