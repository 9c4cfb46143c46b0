// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool

struct OnLost: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lost", abstract: "Run a command when the fix is lost.",
    discussion: "GPS_LATITUDE and the others have the values of the last fix.")

  @OptionGroup var period: GraceOptions
  @OptionGroup var options: OccasionOptions

  func run() throws { try options.run(on: [LossOccasion(grace: period.grace?.seconds ?? 0)]) }
}
