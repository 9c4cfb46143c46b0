// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import LocationAuthorization

struct WakeForget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "No longer start an application, until it runs and monitors again.",
    discussion: "Events that it has not been notified of are discarded.")

  @Argument(help: "A bundle identifier, or the path of an executable or a bundle.")
  var app: String

  func run() throws {
    let state = try WakeState.path()
    let names = Set(
      [
        try? AuthorizationSettings.current().identifier(of: app), ApplicationIdentifier(app),
        ApplicationIdentifier(escaped: app),
      ].compactMap(\.self))
    guard let application = WakeFiles.applications(state).first(where: names.contains) else {
      throw Failure(
        "cannot forget \(app): it has not registered; \"gps wake list\" shows what has", EX_NOINPUT)
    }
    WakeFolder(state: state, application: application).forget()
    var output = StandardOutput()
    try output.line(
      "\(printable(application.description)) is not started until it runs and monitors again")
    try output.flush()
  }
}
