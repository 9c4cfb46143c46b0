// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import LinuxSystem
import LocationAuthorization

struct AuthorizePage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", abstract: "Show the decisions on the terminal, and change them by keys.",
    discussion: """
      Arrows choose an application, the space bar goes through while using, always, denied and ask, "a" changes the \
      accuracy, and "q" ends.
      """)

  @Argument(
    help: """
      The application to begin with: a bundle identifier, a path, or an address of settings such as \
      app-settings:org.example.weather.
      """)
  var app: String?

  func run() throws {
    let environment = Environment.current
    guard isatty(STDIN_FILENO) == 1, MonitorTerminal.isThere(environment) else {
      throw Failure(
        "cannot show the decisions: standard output is not a terminal; run \"gps authorize list\"",
        EX_USAGE)
    }
    let settings = try AuthorizationSettings.current()
    let application = try app.map {
      try ApplicationIdentifier(settingsAddress: $0) ?? settings.identifier(of: $0)
    }
    try DecisionPageRun(settings, application: application, environment).run()
  }
}
