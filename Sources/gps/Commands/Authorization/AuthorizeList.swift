// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import LocationAuthorization

struct AuthorizeList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the decisions, yours and the administrator's.")

  @OptionGroup var output: FormatOptions

  func run() throws {
    let format = try output.chosen()
    let settings = try AuthorizationSettings.current()
    let listings = try settings.listings(woken: WakeListing.woken())
    if settings.policy?.servicesEnabled == false {
      complain("location services are off on this machine: nothing is authorized")
    }
    var output = StandardOutput()
    try output.list(listings, format, orElse: "there are no decisions yet")
  }
}
