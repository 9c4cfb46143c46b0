// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import LocationAuthorization

/// `gps status`: who uses the location now.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show which applications use the location now.",
    discussion: "Lists the programs of this user's session, by their own account.")

  @OptionGroup var output: FormatOptions

  func run() throws {
    let format = try output.chosen()
    let listings = try entries().map(PresenceListing.init)
    var output = StandardOutput()
    if format == .json {
      for listing in listings {
        let line = try listing.json()
        try output.line { $0.append(contentsOf: line) }
      }
    } else if listings.isEmpty {
      try output.line { $0.append(contentsOf: "nobody uses the location now".utf8) }
    } else {
      let table = TextTable(PresenceListing.columns, rows: listings.map(\.cells))
      for line in table.lines(width: StandardOutput.terminalWidth) {
        try output.line { $0.append(contentsOf: line.utf8) }
      }
    }
    try output.flush()
  }

  private func entries() throws -> [PresenceEntry] {
    do {
      guard let path = AuthorizationDirectories.current.presence else {
        throw AuthorizationError(
          .find, "who uses the location", .noPlace(variable: "XDG_RUNTIME_DIR"))
      }
      return try PresenceDirectory(path: path).entries()
    } catch let error as AuthorizationError {
      throw Failure(error)
    }
  }
}
