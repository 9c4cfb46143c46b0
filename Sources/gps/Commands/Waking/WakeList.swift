// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

/// `gps wake list`: lists what is watched for whom.
struct WakeList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the applications that are started, and how that went.")

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
      try output.line("no application is watched for")
    } else {
      try output.table(WakeListing.columns, rows: listings.map(\.cells))
    }
    try output.flush()
    if !listings.isEmpty, !WakeState.isWatched(state) {
      complain(
        "nobody keeps watch: run \"systemctl --user enable --now gps-wake.service\", or \"gps wake\""
      )
    }
  }
}
