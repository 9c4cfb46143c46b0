// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// Prints the events of a pipeline, one line each, at the pace asked for.
struct FixPrinter {
  let format: OutputFormat
  var pace: Pace
  /// Fixes printed so far.
  private(set) var count = 0

  init(format: OutputFormat, pace: Pace) {
    self.format = format
    self.pace = pace
  }

  mutating func print(_ event: FixEvent, to output: inout StandardOutput) throws {
    switch (event, format) {
    case (.fix(let fix), _):
      pace.wait(for: fix.time)
      count += 1
      try output.line {
        format == .json ? FixLine.json(fix, to: &$0) : FixLine.text(fix, to: &$0)
      }
    case (.fixLost(let time), .text):
      if let time { pace.wait(for: time) }
      try output.line { FixLine.lost(time, to: &$0) }
    default: break
    }
  }
}
