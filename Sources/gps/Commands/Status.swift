// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import GPSTool
import LocationAuthorization
import LocationProtocols

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show which applications use the location now.",
    discussion: """
      Lists the programs of this user's session, as they report it, then those that listen to the \
      location service, if it is running. "gps wake list" lists those that have ended and can be woken.

      gps status
      gps status --json
      """)

  @OptionGroup var output: FormatOptions

  func run() throws {
    let format = try output.chosen()
    let answer = ServiceAnswer(name: "gps status")
    let service = answer.inquiry
    let listings = try entries(service)
    let wake = WakeSetup(SystemTree())
    let listeners = service?.clients ?? []
    var output = StandardOutput()
    try output.list(
      listings, format, orElse: listeners.isEmpty ? "no program is using the location" : nil)
    if format == .json {
      try output.list(listeners, format)
      if wake.applications > 0 { try output.line(json: wake.members) }
      if let service { try output.line(json: service.members) }
      if let silence = answer.silence { complain(silence.sentence) }
      return try output.flush()
    }
    if let sentence = wake.sentence { try output.line(sentence) }
    if let silence = answer.silence { complain(silence.sentence) }
    if let service {
      try output.line(service.sentence)
      if let corrections = service.exchange?.corrections { try output.line(corrections.sentence) }
      for line in service.exchange?.time?.sentences ?? [] { try output.line(line) }
    }
    try output.list(listeners, format)
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
