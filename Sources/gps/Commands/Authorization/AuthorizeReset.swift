// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool

struct AuthorizeReset: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Forget the decision about an application, or all decisions.")

  @Argument(help: "A bundle identifier, or the path of an executable or a bundle.")
  var app: String?

  func run() throws {
    let settings = try AuthorizationSettings.current()
    let application = try app.map(settings.identifier)
    var forgotten = 0
    try settings.update { decisions in
      let count = decisions.count
      if let application { decisions[application] = nil } else { decisions = [:] }
      forgotten = count - decisions.count
    }
    var output = StandardOutput()
    try output.line("forgot " + counted(forgotten, "decision"))
    try output.flush()
  }
}
