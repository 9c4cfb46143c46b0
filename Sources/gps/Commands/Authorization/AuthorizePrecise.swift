// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import LocationAuthorization

/// `gps authorize precise`: how exactly.
struct AuthorizePrecise: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "precise",
    abstract: "Say whether an application may know the location exactly.",
    discussion: "Whether it may know it at all is decided elsewhere.")

  /// On or off.
  enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
  }

  @OptionGroup var application: ApplicationArgument

  @Argument(help: "Off: to a few kilometers only.")
  var state: Switch

  func run() throws {
    try application.change { $0.accuracy = state == .on ? .full : .reduced }
  }
}
