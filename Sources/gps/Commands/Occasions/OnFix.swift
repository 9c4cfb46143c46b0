// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

struct OnFix: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fix", abstract: "Run a command when there is a fix, and again after each loss.")

  @OptionGroup var options: OccasionOptions

  func run() throws { try options.run(on: [FixOccasion()]) }
}
