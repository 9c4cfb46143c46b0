// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import LinuxSystem

struct Authorize: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show and change which applications may use the location.",
    discussion: """
      APP is a bundle identifier (org.example.weather), or the path of an executable or a bundle. A path needs a slash \
      (./weather). Changes take effect immediately, also in running processes. At a terminal, without a command, \
      "gps authorize" shows the page on which they can be made.
      """,
    subcommands: [
      AuthorizePage.self, AuthorizeList.self, AuthorizeAllow.self, AuthorizeOnce.self,
      AuthorizeAsk.self, AuthorizeDeny.self, AuthorizeReset.self, AuthorizePrecise.self,
    ])

  func run() throws {
    guard isatty(STDIN_FILENO) == 1, MonitorTerminal.isThere(.current) else {
      throw CleanExit.helpRequest(self)
    }
    try AuthorizePage.parse([]).run()
  }
}
