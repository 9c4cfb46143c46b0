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
    switch event {
    case .fix(let fix): try print(fix, to: &output)
    case .fixLost(let time): try print(lostAt: time, to: &output)
    case .satellites, .heading, .defects: break
    }
  }

  mutating func print(_ fix: Fix, to output: inout StandardOutput) throws {
    pace.wait(for: fix.time)
    count += 1
    try output.line { line in
      line.append(addingCapacity: FixLine.capacity) {
        format == .json ? FixLine.json(fix, to: &$0) : FixLine.text(fix, to: &$0)
      }
    }
  }

  /// Prints that the fix is lost, for people.
  mutating func print(lostAt time: FixTime?, to output: inout StandardOutput) throws {
    guard format == .text else { return }
    if let time { pace.wait(for: time) }
    try output.line { line in
      line.append(addingCapacity: FixLine.capacity) { FixLine.lost(time, to: &$0) }
    }
  }
}
