// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool

/// The help, the completions and the manual of `gps publish`; ``PublishingProgram`` publishes.
struct Publish: ParsableCommand {
  static let configuration = PublishArguments.configuration

  @OptionGroup var arguments: PublishArguments

  /// Runs only if this process could not become the other program.
  func run() throws { throw PublishingProgram.replaceThisOne() }
}
