// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

/// `gps wake list`: lists the applications that have registered.
struct WakeList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what is watched for each application, and how the last start went.")

  @OptionGroup var output: FormatOptions

  func run() throws {
    let format = try output.chosen()
    let state = try WakeState.path()
    let listings = WakeListing.all(state)
    var output = StandardOutput()
    if format == .json {
      for listing in listings { try output.line(json: listing.members) }
      return try output.flush()
    }
    if listings.isEmpty {
      try output.line("no application has registered; \(WakeListing.requirement)")
    } else {
      try output.table(WakeListing.columns, rows: listings.map(\.cells))
    }
    try output.flush()
    let setup = WakeSetup(SystemTree())
    if !setup.isWatched, let sentence = setup.sentence { complain(sentence) }
  }
}
