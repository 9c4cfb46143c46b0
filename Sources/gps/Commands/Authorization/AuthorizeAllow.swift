// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import LocationAuthorization

struct AuthorizeAllow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow", abstract: "Let an application use the location while it is in use.")

  @OptionGroup var application: ApplicationArgument

  @Flag(help: "Allow it at any time, also in the background.")
  var always = false

  func run() throws {
    try application.change { $0.decide(always ? .authorizedAlways : .authorizedWhenInUse) }
  }
}
