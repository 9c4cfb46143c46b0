// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import LocationAuthorization

struct AuthorizeAsk: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask", abstract: "Let an application ask again.")

  @OptionGroup var application: ApplicationArgument

  func run() throws { try application.change { $0.decide(.notDetermined) } }
}
