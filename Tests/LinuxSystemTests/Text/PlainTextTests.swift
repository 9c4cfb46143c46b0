// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import Testing

@Suite struct PlainTextTests {
  @Test(
    arguments: [
      ("a path", "/dev/ttyUSB0", "/dev/ttyUSB0"), ("an address", "tcp://h:1", "tcp://h:1"),
      ("nothing", "", "''"), ("a blank", "a b", "'a b'"), ("a variable", "$HOME", "'$HOME'"),
      ("a quote", "it's", "'it'\\''s'"), ("an umlaut", "ä", "'ä'"),
    ])
  func quotesForAShell(why: String, text: String, word: String) {
    #expect(shellWord(text) == word)
  }
}
