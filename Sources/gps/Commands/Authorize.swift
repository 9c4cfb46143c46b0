// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

/// `gps authorize`: shows and changes which applications may see the location.
struct Authorize: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show and change which applications may know the location.",
    discussion: """
      APP is a bundle identifier (org.example.weather), or the path of an executable or of a bundle: with a slash \
      (./weather), or it is taken for an identifier. Processes that are running hear of changes at once.
      """,
    subcommands: [
      AuthorizeList.self, AuthorizeAllow.self, AuthorizeOnce.self, AuthorizeAsk.self,
      AuthorizeDeny.self, AuthorizeReset.self, AuthorizePrecise.self,
    ])
}
