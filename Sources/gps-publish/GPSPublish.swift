// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool

/// The program that `gps publish` becomes: it links the libraries of brokers, web servers and databases.
@main
struct GPSPublish: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gps", version: Version.described, subcommands: [Publish.self])

  static func main() { runProgram(["publish"] + Program.arguments) }
}
