// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS

struct OnEnter: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enter", abstract: "Run a command when a circle is entered.",
    discussion: "Where the device is at the start does not count.")

  @Argument(help: .value("name,latitude,longitude,m", "The circle."))
  var region: NamedCircle

  @OptionGroup var period: GraceOptions
  @OptionGroup var options: OccasionOptions

  func run() throws {
    try options.run(on: CrossingOccasion(region, to: .inside, grace: period.seconds))
  }
}
