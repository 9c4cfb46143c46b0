// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationFormats

/// Prints the events of a pipeline, one line each, at the requested pace.
///
/// What does not fit the terminal is left out; from then on it is left out of all lines, so that they stay alike.
struct FixPrinter {
  let format: OutputFormat
  var pace: Pace
  /// The number of fixes printed so far.
  private(set) var count = 0
  private var brevity = FixLine.Brevity.complete
  private var warnings = WarningChanges()
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

  /// - Parameter device: the name of the receiver, for programs; `nil` if there can be only one.
  /// - Returns: the warnings that begin and end with this fix, of which the text has a line before it.
  @discardableResult
  mutating func print(
    _ fix: Fix, of device: String? = nil, to output: inout StandardOutput
  ) throws -> WarningChanges.Change? {
    pace.wait(for: fix.time)
    count += 1
    let change = warnings.received(fix.warnings)
    if let change, format == .text { try print(change, at: fix.time, to: &output) }
    let text = format == .text ? line(fix, into: output.width) : fix.json(of: device)
    try output.line { $0 += text }
    return change
  }

  /// Whether a fix has other warnings than the last one.
  func changesWarnings(_ fix: Fix) -> Bool { fix.warnings != warnings.current }

  private func print(
    _ change: WarningChanges.Change, at time: FixTime?, to output: inout StandardOutput
  ) throws {
    let color: TerminalColor? = output.isColored ? .yellow : nil
    for text in change.lines {
      try output.line { line in
        line.append(contentsOf: (color?.start ?? "").utf8)
        FixLine.note(text, time, brevity, to: &line)
        if color != nil { line.append(contentsOf: TerminalColor.end.utf8) }
      }
    }
  }

  /// Prints that the fix is lost, in text only.
  mutating func print(lostAt time: FixTime?, to output: inout StandardOutput) throws {
    guard format == .text else { return }
    pace.wait(for: time)
    let color: TerminalColor? = output.isColored ? .red : nil
    try output.line { line in
      line.append(contentsOf: (color?.start ?? "").utf8)
      FixLine.lost(time, brevity, to: &line)
      if color != nil { line.append(contentsOf: TerminalColor.end.utf8) }
    }
  }

  /// Returns a fix as a line of text, as complete as the width in characters allows; `nil` allows all.
  mutating func line(_ fix: Fix, into width: Int?) -> [UInt8] {
    if width != self.width { (brevity, self.width) = (.complete, width) }
    while true {
      var line: [UInt8] = []
      FixLine.text(fix, brevity, to: &line)
      // A character is one code point, so every byte but a continuation counts.
      let length = line.count { $0 & 0xC0 != 0x80 }
      guard let width, length > width, let shorter = brevity.shorter else { return line }
      brevity = shorter
    }
  }
}
