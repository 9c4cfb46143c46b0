// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import LocationAuthorization

struct AuthorizePrecise: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "precise",
    abstract: "Allow or deny an application the exact location.",
    discussion: "Whether it may use the location at all is a separate decision.")

  enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
  }

  @OptionGroup var application: ApplicationArgument

  @Argument(help: "Off: the location is accurate to a few kilometers only.")
  var state: Switch

  func run() throws {
    try application.change { $0.accuracy = state == .on ? .full : .reduced }
  }
}
