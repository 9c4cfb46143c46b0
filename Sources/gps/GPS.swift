// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool

@main
struct GPS: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gps",
    abstract: "Turns what GNSS receivers send into locations.",
    version: Version.described,
    subcommands: [
      List.self, Watch.self, Monitor.self, Web.self, Doctor.self, Record.self, Replay.self,
      Check.self, Decode.self, Convert.self, Plot.self, Simulate.self, Serve.self,
      Corrections.self, Publish.self, History.self, Geotag.self, On.self, Configure.self,
      Authorize.self, Status.self, Wake.self,
    ])
  static func main() {
    let arguments = Program.arguments
    if PublishingProgram.takes(arguments) { _ = PublishingProgram.replaceThisOne() }
    runProgram(arguments)
  }
}
