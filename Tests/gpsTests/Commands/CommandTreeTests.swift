// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Testing

@testable import gps

@Suite struct CommandTreeTests {
  @Test(
    arguments: [
      ("the same", "watch", "watch", 0), ("exchanged", "wacth", "watch", 1),
      ("missing", "wach", "watch", 1), ("too many", "wattch", "watch", 1),
      ("another", "match", "watch", 1), ("nothing", "", "watch", 5),
      ("nothing in common", "list", "decode", 6),
    ] as [(why: String, first: String, second: String, count: Int)])
  func countsCorrections(why: String, first: String, second: String, count: Int) {
    #expect(CommandTree.corrections(from: first, to: second) == count)
    #expect(CommandTree.corrections(from: second, to: first) == count)
  }

  @Test(
    arguments: [
      ("none", []), ("a command", ["watch"]), ("with arguments", ["watch", "wacth"]),
      ("help", ["help"]), ("its help", ["help", "watch"]), ("an option first", ["--version"]),
      ("a command of a command", ["authorize", "allow", "alow"]),
      ("a command of a command missing", ["authorize"]),
    ] as [(why: String, arguments: [String])])
  func acceptsWhatNamesACommand(why: String, arguments: [String]) {
    #expect(CommandTree(root: GPS.self).complaint(about: arguments) == nil)
  }
}
