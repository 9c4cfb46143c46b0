// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool

struct OnMove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Run a command when the device moves away: an anchor alarm.",
    discussion: """
      The distance is measured from the first fix. The command is run again if the device returns and moves away once \
      more.

      The command is also run, with GPS_EVENT=lost, if there has been no fix for a minute, because the receiver was \
      unplugged, has failed or sees no satellites: the device is not being watched then. This includes the first minute.
      """)

  @Argument(help: .value("meters", "How far it may move, meters."))
  var distance: Double

  @OptionGroup var period: GraceOptions
  @OptionGroup var loss: LossOptions
  @OptionGroup var options: OccasionOptions

  func run() throws {
    guard (1...20_000_000).contains(distance) else {
      throw Failure.usage("METERS \(plain(distance))", "meters, from 1 to 20000000")
    }
    let move = MoveOccasion(distance: distance, grace: period.seconds)
    try options.run(on: try loss.occasions(with: move))
  }
}
