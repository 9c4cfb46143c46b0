// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

/// `gps on move`: runs a command when the device moves away from where it is.
struct OnMove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Run a command when the device moves away: an anchor alarm.",
    discussion: """
      The distance is measured from the first fix. The command is run again if the device returns and moves away once \
      more.
      """)

  @Argument(help: .value("meters", "How far it may move, meters."))
  var distance: Double

  @OptionGroup var period: GraceOptions
  @OptionGroup var options: OccasionOptions

  func run() throws {
    try check(distance, in: 1...20_000_000, "METERS", "meters")
    try options.run(on: MoveOccasion(distance: distance, grace: period.seconds))
  }
}
