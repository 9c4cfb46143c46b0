// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

struct AuthorizeReset: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Forget the decision about an application, or all decisions.")

  @Argument(help: "A bundle identifier, or the path of an executable or a bundle.")
  var app: String?

  func run() throws {
    let settings = try AuthorizationSettings.current()
    var forgotten = 0
    if let app {
      let application = try settings.identifier(of: app)
      try settings.update { forgotten = $0.removeValue(forKey: application) == nil ? 0 : 1 }
    } else {
      try settings.update {
        forgotten = $0.count
        $0 = [:]
      }
    }
    var output = StandardOutput()
    try output.line("forgot " + counted(forgotten, "decision"))
    try output.flush()
  }
}
