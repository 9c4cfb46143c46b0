// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import LocationAuthorization
import LocationFormats

/// `gps status`: shows which programs use the location now.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show which applications use the location now.",
    discussion: """
      Lists the programs of this user's session, as they report it, then those that listen to the \
      location service, if it is running. Those that have ended and are started for what happens are \
      listed by "gps wake list".
      """)

  @OptionGroup var output: FormatOptions

  func run() throws {
    let format = try output.chosen()
    let service = ServiceInquiry(name: "gps status")
    let listings = try entries(service).map(PresenceListing.init)
    let wake = WakeSetup(SystemTree())
    let listeners = (service?.clients ?? []).map(ServiceListing.init)
    var output = StandardOutput()
    if format == .json {
      for members in listings.map(\.members) + listeners.map(\.members) {
        try output.line(json: members)
      }
      if wake.applications > 0 { try output.line(json: wake.members) }
      if let service { try output.line(json: service.members) }
      return try output.flush()
    }
    if listings.isEmpty {
      try output.line("no program is using the location")
    } else {
      try output.table(PresenceListing.columns, rows: listings.map(\.cells))
    }
    if let sentence = wake.sentence { try output.line(sentence) }
    if let service {
      try output.line(service.sentence)
      if let corrections = service.exchange?.corrections { try output.line(corrections.sentence) }
      for line in service.exchange?.time?.sentences ?? [] { try output.line(line) }
      if !listeners.isEmpty {
        try output.table(ServiceListing.columns, rows: listeners.map(\.cells))
      }
    }
    try output.flush()
  }

  /// Returns the programs of this session; none for a user without a session, as with sudo, if there is a service.
  private func entries(_ service: ServiceInquiry?) throws -> [PresenceEntry] {
    guard let path = AuthorizationDirectories.current.presence else {
      let error = AuthorizationError(
        .find, "who uses the location", .noPlace(variable: "XDG_RUNTIME_DIR"))
      if service == nil { throw error }
      complain("\(error)")
      return []
    }
    return try PresenceDirectory(path: path).entries()
  }
}
