// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import LocationAuthorization

/// `gps status`: shows which programs use the location now.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show which applications use the location now.",
    discussion: """
      Lists the programs of this user's session, as they report it, then those that listen to the \
      location service, if it is running.
      """)

  @OptionGroup var output: FormatOptions

  func run() throws {
    let format = try output.chosen()
    let listings = try entries().map(PresenceListing.init)
    let service = ServiceInquiry(name: "gps status")
    let listeners = (service?.clients ?? []).map(ServiceListing.init)
    var output = StandardOutput()
    if format == .json {
      for members in listings.map(\.members) + listeners.map(\.members) {
        try output.line(json: members)
      }
      return try output.flush()
    }
    if listings.isEmpty {
      try output.line("no program is using the location")
    } else {
      try output.table(PresenceListing.columns, rows: listings.map(\.cells))
    }
    if let service {
      try output.line(service.sentence)
      if !listeners.isEmpty {
        try output.table(ServiceListing.columns, rows: listeners.map(\.cells))
      }
    }
    try output.flush()
  }

  private func entries() throws -> [PresenceEntry] {
    guard let path = AuthorizationDirectories.current.presence else {
      throw AuthorizationError(
        .find, "who uses the location", .noPlace(variable: "XDG_RUNTIME_DIR"))
    }
    return try PresenceDirectory(path: path).entries()
  }
}
