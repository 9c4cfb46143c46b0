// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import LocationAuthorization

struct AuthorizeOnce: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "once",
    abstract: "Allow the location for the next process of an application, until it exits.",
    discussion: """
      It goes to the first process that is in use: one that is running now, or otherwise one that is started later. \
      The process keeps it until it exits or is no longer in use.
      """)

  @OptionGroup var application: ApplicationArgument

  func run() throws { try application.change { $0.decide(.once) } }
}
