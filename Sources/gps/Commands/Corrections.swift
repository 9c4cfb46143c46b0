// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

struct Corrections: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show which corrections for RTK a caster offers.",
    subcommands: [CorrectionsList.self])
}
