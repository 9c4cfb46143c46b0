// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

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
    guard (1...20_000_000).contains(distance) else {
      throw Failure.usage("METERS \(plain(distance))", "meters, from 1 to 20000000")
    }
    try options.run(on: MoveOccasion(distance: distance, grace: period.seconds))
  }
}
