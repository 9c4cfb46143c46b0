// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON

/// Prints the events of a pipeline, one line each, at the requested pace.
///
/// What does not fit the terminal is left out; from then on it is left out of all lines, so that they stay alike.
struct FixPrinter {
  let format: OutputFormat
  var pace: Pace
  /// The number of fixes printed so far.
  private(set) var count = 0
  private var brevity = FixLine.Brevity.complete
  /// The width for which the brevity was chosen.
  private var width: Int?

  init(format: OutputFormat, pace: Pace) {
    self.format = format
    self.pace = pace
  }

  mutating func print(_ event: ReceiverReport, to output: inout StandardOutput) throws {
    switch event {
    case .fix(let fix): try print(fix, to: &output)
    case .fixLost(let time): try print(lostAt: time, to: &output)
    default: break
    }
  }

  mutating func print(_ fix: Fix, to output: inout StandardOutput) throws {
    pace.wait(for: fix.time)
    count += 1
    guard format == .text else {
      return try output.line { line in
        line.append(addingCapacity: Fix.jsonCapacity) { fix.appendJSON(to: &$0) }
      }
    }
    let width = output.width
    try output.line { line in
      line.append(addingCapacity: FixLine.capacity) { write(fix, into: width, to: &$0) }
    }
  }

  /// Prints that the fix is lost, in text only.
  mutating func print(lostAt time: FixTime?, to output: inout StandardOutput) throws {
    guard format == .text else { return }
    if let time { pace.wait(for: time) }
    let color: TerminalColor? = output.isColored ? .red : nil
    try output.line { line in
      line.append(contentsOf: (color?.start ?? "").utf8)
      line.append(addingCapacity: FixLine.capacity) { FixLine.lost(time, brevity, to: &$0) }
      if color != nil { line.append(contentsOf: TerminalColor.end.utf8) }
    }
  }

  /// Appends a fix as a line of text, as completely as the width in characters allows; `nil` allows all.
  mutating func write(_ fix: Fix, into width: Int?, to line: inout OutputSpan<UInt8>) {
    if width != self.width { (brevity, self.width) = (.complete, width) }
    FixLine.text(fix, brevity, to: &line)
    guard let width else { return }
    while line.characterCount > width, let shorter = brevity.shorter {
      brevity = shorter
      line.removeAll()
      FixLine.text(fix, brevity, to: &line)
    }
  }
}
