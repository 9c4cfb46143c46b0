// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import LocationAuthorization

/// `gps authorize list`: lists the decisions.
struct AuthorizeList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the decisions, yours and the administrator's.")

  @OptionGroup var output: FormatOptions

  func run() throws {
    let format = try output.chosen()
    let settings = try AuthorizationSettings.current()
    var listings = try settings.listings()
    let woken = WakeListing.woken()
    for index in listings.indices {
      listings[index].isWoken = woken.contains(listings[index].application)
    }
    if settings.policy?.servicesEnabled == false {
      complain("location services are off on this machine: nothing is authorized")
    }
    var output = StandardOutput()
    if format == .json {
      for listing in listings { try output.line(json: listing.members) }
    } else if listings.isEmpty {
      try output.line("there are no decisions yet")
    } else {
      try output.table(DecisionListing.columns, rows: listings.map(\.cells))
    }
    try output.flush()
  }
}
