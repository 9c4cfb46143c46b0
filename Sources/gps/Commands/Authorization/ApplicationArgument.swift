// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials
import LocationAuthorization

/// The application that a decision is about, and how it is changed.
struct ApplicationArgument: ParsableArguments {
  @Argument(help: "A bundle identifier, or the path of an executable or a bundle.")
  var app: String

  /// Changes the decision, and says what holds then.
  ///
  /// - Throws: `Failure`
  func change(_ change: (inout Decision) -> Void) throws {
    let settings = try AuthorizationSettings.current()
    let application = try settings.identifier(of: app)
    let decisions = try settings.update { decisions in
      var decision = decisions[application] ?? Decision()
      change(&decision)
      // Said anew, even if it is the same: then it is heard anew.
      decision.date = nil
      decisions[application] = decision
    }
    try settings.print(application, decisions[application])
  }
}
