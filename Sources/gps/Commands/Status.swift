// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import LocationAuthorization

/// `gps status`: shows which programs use the location now.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show which applications use the location now.",
    discussion: """
      Lists the programs of this user's session, by their own account; then those that listen to the \
      location service, if it runs.
      """)

  @OptionGroup var output: FormatOptions

  func run() throws {
    let format = try output.chosen()
    let listings = try entries().map(PresenceListing.init)
    let service = ServiceInquiry(name: "gps status")
    let listeners = (service?.clients ?? []).map(ServiceListing.init)
    var output = StandardOutput()
    if format == .json {
      for line in try listings.map({ try $0.json() }) + listeners.map({ try $0.json() }) {
        try output.line { $0.append(contentsOf: line) }
      }
      return try output.flush()
    }
    if listings.isEmpty {
      try output.line { $0.append(contentsOf: "no program uses the location now".utf8) }
    } else {
      try print(TextTable(PresenceListing.columns, rows: listings.map(\.cells)), to: &output)
    }
    if let service {
      try output.line { $0.append(contentsOf: service.sentence.utf8) }
      if !listeners.isEmpty {
        try print(TextTable(ServiceListing.columns, rows: listeners.map(\.cells)), to: &output)
      }
    }
    try output.flush()
  }

  private func print(_ table: TextTable, to output: inout StandardOutput) throws {
    for line in table.lines(width: StandardOutput.terminalWidth) {
      try output.line { $0.append(contentsOf: line.utf8) }
    }
  }

  private func entries() throws -> [PresenceEntry] {
    guard let path = AuthorizationDirectories.current.presence else {
      throw AuthorizationError(
        .find, "who uses the location", .noPlace(variable: "XDG_RUNTIME_DIR"))
    }
    return try PresenceDirectory(path: path).entries()
  }
}
