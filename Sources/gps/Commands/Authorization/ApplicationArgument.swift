// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import LocationAuthorization

/// The application that a decision is about, and the change to that decision.
struct ApplicationArgument: ParsableArguments {
  @Argument(help: "A bundle identifier, or the path of an executable or a bundle.")
  var app: String

  func change(_ change: (inout Decision) -> Void) throws {
    let settings = try AuthorizationSettings.current()
    let application = try settings.identifier(of: app)
    let decisions = try settings.change(application, change)
    try settings.print(application, decisions[application])
  }
}
