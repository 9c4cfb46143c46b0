// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import LocationGeometry

struct OnEnter: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enter", abstract: "Run a command when a circle is entered.",
    discussion: """
      Where the device is at the start does not count.

      The command is also run, with GPS_EVENT=lost, if there has been no fix for a minute, because the receiver was \
      unplugged, has failed or sees no satellites. This includes the first minute.
      """)

  @OptionGroup var crossing: CrossingOptions

  func run() throws { try crossing.run(onCrossingTo: .inside) }
}
