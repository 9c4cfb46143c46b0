// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import LocationAuthorization

/// `gps authorize once`: allows the location to one process.
struct AuthorizeOnce: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "once",
    abstract: "Allow the location for the next process of an application, until it exits.",
    discussion: """
      The process that takes it is the first that is in use: one that is running now, or else one that is started \
      later. It keeps it until it ends or is no longer in use.
      """)

  @OptionGroup var application: ApplicationArgument

  func run() throws { try application.change { $0.decide(.once) } }
}
