// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import Glibc
import LinuxSystem
import LocationJSON
import LocationPage
import NMEA0183

/// Prints the events of a pipeline, one line each, at the requested pace.
///
/// What does not fit the terminal is left out; from then on it is left out of all lines, so that they stay alike.
struct FixPrinter {
  let format: OutputFormat
  /// Those of the text.
  let units: UnitSystem
  var pace: Pace
  private(set) var count = 0
  private var brevity = FixLine.Brevity.complete
  private var warnings = WarningChanges()
  /// The heading that has come since the last fix.
  private var heading: Heading?
  private var signatures = AuthenticationChanges()
  private var width: Int?

  init(format: OutputFormat, pace: Pace, units: UnitSystem = .metric) {
    (self.format, self.pace, self.units) = (format, pace, units)
  }

  mutating func print(_ event: ReceiverReport, to output: inout StandardOutput) throws {
    switch event {
    case .fix(let fix): try print(fix, to: &output)
    case .fixLost(let time): try print(lostAt: time, to: &output)
    case .heading(let heading): self.heading = heading
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
    for text in format == .text ? change?.lines ?? [] : [] {
      try print(text, at: fix.time, .yellow, to: &output)
    }
    if format == .text {
      if let text = signatures.received(fix.authentication) {
        try print(text, at: fix.time, nil, to: &output)
      }
      let text = line(fix, into: output.width)
      try output.line { $0 += text }
    } else {
      let heading = heading.take()
      try output.line { line in
        line.append { object in
          object.set(fix)
          object.set("heading", heading?.trueHeading, decimals: 4, padded: false)
          object.set("headingAccuracy", heading?.accuracy, decimals: 4, padded: false)
          object.set("device", device)
        }
      }
    }
    return change
  }

  func changesWarnings(_ fix: Fix) -> Bool { fix.warnings != warnings.current }

  mutating func print(lostAt time: FixTime?, to output: inout StandardOutput) throws {
    guard format == .text else { return }
    pace.wait(for: time)
    try print("fix lost", at: time, .red, to: &output)
  }

  private func print(
    _ text: String, at time: FixTime?, _ color: TerminalColor?, to output: inout StandardOutput
  ) throws {
    let start = output.palette.flatMap { color?.start(in: $0) }
    try output.line { line in
      if let start { line.append(start) }
      FixLine.note(text, time, brevity, to: &line)
      if start != nil { line.append(TerminalColor.end) }
    }
  }

  /// Returns a fix as a line of text, as complete as the width in characters allows; `nil` allows all.
  mutating func line(_ fix: Fix, into width: Int?) -> [UInt8] {
    if width != self.width { (brevity, self.width) = (.complete, width) }
    while true {
      var line: [UInt8] = []
      FixLine.text(fix, brevity, in: units, to: &line)
      // A character is one code point, so every byte but a continuation counts.
      let length = line.count { $0 & 0xC0 != 0x80 }
      guard let width, length > width, let shorter = brevity.shorter else { return line }
      brevity = shorter
    }
  }
}

/// Waits until a fix is due, by the times in the recording.
struct Pace {
  private let factor: Double?
  private var last: (recorded: Int64, due: Int64)?

  init(_ speed: ReplaySpeed) {
    factor = if case .times(let factor) = speed { factor } else { nil }
  }

  /// Waits; a step back in time, or of a day or more, passes without waiting, and so does a fix without a time.
  mutating func wait(for time: FixTime?) {
    guard let factor, let time else { return }
    let recorded = time.nanosecondsSince1970 ?? time.time.nanosecondsOfDay
    let now = monotonicNanoseconds()
    defer { last = last ?? (recorded, now) }
    guard let last else { return }
    let step = recorded - last.recorded
    guard step > 0, step < 86_400_000_000_000 else {
      self.last = (recorded, now)
      return
    }
    let due = last.due + Int64(Double(step) / factor)
    self.last = (recorded, due)
    var nothing: [pollfd] = []
    _ = LinuxSystem.wait(for: &nothing, untilNanoseconds: due)
  }
}

/// Notices when what signatures say changes, apart from numbers.
struct AuthenticationChanges {
  private var last: (status: FixAuthentication.Status, reason: FixAuthentication.Reason?)?

  /// Returns a line for people; `nil` if nothing has changed.
  mutating func received(_ authentication: FixAuthentication?) -> String? {
    guard let authentication else { return nil }
    let now = (authentication.status, authentication.reason)
    guard last.map({ $0 != now }) ?? true else { return nil }
    last = now
    return "signatures: " + authentication.text
  }
}
