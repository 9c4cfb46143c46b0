// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

/// `gps authorize`: shows and changes which applications may see the location.
struct Authorize: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show and change which applications may use the location.",
    discussion: """
      APP is a bundle identifier (org.example.weather), or the path of an executable or a bundle. A path needs a slash \
      (./weather). Changes take effect immediately, also in running processes.
      """,
    subcommands: [
      AuthorizeList.self, AuthorizeAllow.self, AuthorizeOnce.self, AuthorizeAsk.self,
      AuthorizeDeny.self, AuthorizeReset.self, AuthorizePrecise.self,
    ])
}
