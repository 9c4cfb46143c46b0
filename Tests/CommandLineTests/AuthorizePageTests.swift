// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// The page of `gps authorize` as a person sees it, in terminals emulated by tmux.
@Suite(
  .enabled(if: TmuxTerminal.path != nil, "tmux is not installed, which shows what people would see")
)
struct AuthorizePageTests {
  private func terminal() throws -> TmuxTerminal {
    let terminal = try TmuxTerminal(width: 80, height: 12, ["XDG_CONFIG_HOME=$HOME/settings"])
    let gps = try Tool.path
    try terminal.type("export XDG_CONFIG_HOME=\(terminal.scratch.path); alias gps='\(gps)'; clear")
    return terminal
  }

  @Test func decidesByKeys() throws {
    let terminal = try terminal()
    let before = try terminal.file("before", "stty -a")
    try terminal.type(
      "gps authorize deny org.example.b; gps authorize allow org.example.a; gps authorize")
    try terminal.wait("the list") { $0.contains("> org.example.a  while using") }
    try terminal.press("Down", until: "> org.example.b")
    try terminal.press("Space")
    try terminal.wait("the next answer") { $0.contains("> org.example.b  ask") }
    try terminal.press("Space")
    try terminal.wait("allowed") { $0.contains("> org.example.b  while using") }
    try terminal.press("a")
    try terminal.wait("limited") { $0.contains("> org.example.b  while using  reduced") }
    try terminal.press("q")
    try terminal.wait("the shell is back") { _ in try terminal.program == "bash" }
    #expect(try terminal.file("after", "stty -a") == before)
    let list = try terminal.file("list", "gps authorize list --json")
    #expect(list.contains(#"{"accuracy":"reduced","application":"org.example.b","#))
    #expect(list.components(separatedBy: #""status":"authorizedWhenInUse""#).count == 3)
  }

  @Test func anAddressOfSettingsChoosesItsApplication() throws {
    let terminal = try terminal()
    try terminal.type(
      "gps authorize allow org.example.a; gps authorize page app-settings:org.example.new")
    try terminal.wait("the application") { $0.contains("> org.example.new  ask") }
    try terminal.press("Up", until: "> org.example.a")
    try terminal.press("C-c")
    try terminal.wait("the shell is back") { _ in try terminal.program == "bash" }
    #expect(try !terminal.isAlternate)
  }

  /// Keys that were pressed for the shell, while the page was on its way, must not decide.
  @Test func ignoresKeysTypedBeforeThePageAppeared() throws {
    let terminal = try terminal()
    try terminal.type(
      "gps authorize deny org.example.a; gps authorize allow org.example.b; sleep 1; gps authorize")
    try terminal.press("Space", "a", "Space", "q")
    // Once a key counts, those before it would have, too.
    try terminal.press("Down", until: "> org.example.b  while using")
    #expect(try terminal.picture.contains("  org.example.a  denied       full"))
    try terminal.press("q")
    try terminal.wait("the shell is back") { _ in try terminal.program == "bash" }
  }

  @Test func showsNothingWithoutATerminal() throws {
    expectFailure(try Tool.run(["authorize", "page"]), 64, "gps authorize list")
    let help = try Tool.run(["authorize"])
    #expect(help.exitCode == 0)
    #expect(help.lines.contains { $0.contains("allow") })
  }
}
