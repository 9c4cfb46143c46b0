// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool

struct WakeList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what is watched for each application, and how the last start went.")

  @OptionGroup var output: FormatOptions

  func run() throws {
    let format = try output.chosen()
    let state = try WakeState.path()
    let listings = WakeListing.all(state)
    var output = StandardOutput()
    try output.list(
      listings, format, orElse: "no application has registered; \(WakeListing.requirement)")
    if format == .json { return }
    let setup = WakeSetup(SystemTree())
    if !setup.isWatched, let sentence = setup.sentence { complain(sentence) }
  }
}
