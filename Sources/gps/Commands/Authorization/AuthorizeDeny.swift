// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import LocationAuthorization

struct AuthorizeDeny: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Deny an application the location.")

  @OptionGroup var application: ApplicationArgument

  func run() throws { try application.change { $0.decide(.denied) } }
}
