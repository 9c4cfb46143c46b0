// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import Testing

@testable import GPSTool

@Suite struct TerminalColorTests {
  @Test(
    arguments: [
      ("a terminal", true, ["TERM": "xterm"], true),
      ("a pipe", false, ["TERM": "xterm"], false),
      ("no colors, please", true, ["TERM": "xterm", "NO_COLOR": "1"], false),
      ("set to nothing is not set", true, ["TERM": "xterm", "NO_COLOR": ""], true),
      ("a terminal without colors", true, ["TERM": "dumb"], false),
      ("no terminal known", true, [:], false),
    ] as [(why: String, isTerminal: Bool, environment: Environment, isShown: Bool)])
  func isShownOnColorTerminalsOnly(
    why: String, isTerminal: Bool, environment: Environment, isShown: Bool
  ) {
    #expect(
      TerminalColor.isShown(onTerminal: isTerminal, environment) == isShown, "\(why)")
  }
}
