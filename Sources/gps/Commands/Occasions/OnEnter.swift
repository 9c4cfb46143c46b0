// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS

struct OnEnter: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enter", abstract: "Run a command when a circle is entered.",
    discussion: "Where the device is at the start does not count.")

  @OptionGroup var crossing: CrossingOptions

  func run() throws { try crossing.run(onCrossingTo: .inside) }
}
