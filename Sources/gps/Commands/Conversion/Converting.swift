// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import ReceiverRecording

/// The settings of a conversion.
struct Converting: Sendable {
  let input: TrackInput
  let format: TrackFormat
  let filter: TrackFilter
  let tolerance: Double?
  let isOverwriting: Bool

  /// The messages about a file, and its exit code.
  struct Result: Sendable {
    var lines: [String] = []
    /// `nil` if the file was converted.
    var exitCode: CInt?
  }

  /// Converts a file.
  func convert(_ file: String, to output: String, _ progress: SharedProgress) -> Result {
    var result = Result()
    do {
      try convert(file, to: output, progress, &result)
    } catch let failure as Failure {
      result.lines.append(failure.description)
      result.exitCode = failure.exitCode
    } catch {
      result.exitCode = (error as? ExitCode)?.rawValue ?? EX_SOFTWARE
    }
    return result
  }

  private func convert(
    _ file: String, to output: String, _ progress: SharedProgress, _ result: inout Result
  ) throws {
    let track = try TrackFile(output, isOverwriting: isOverwriting)
    var conversion = TrackConversion(
      format.writer(name: ConversionPlan.name(of: file).wellFormed), filter: filter,
      tolerance: tolerance)
    // A consumer cannot throw, so the first failure is kept until the call returns.
    var failure: (any Error)?
    func drain(_ text: inout TrackText, _ joins: Bool) {
      guard failure == nil else {
        for lane in text.lanes.indices { text.lanes[lane].removeAll() }
        return
      }
      do { try track.drain(&text, joins: joins) } catch { failure = error }
    }
    var part = progress.part()
    let unreadable = try input.read(file, showing: &part) {
      switch $0 {
      case .event(let event): conversion.receive(event, drain)
      case .point(let fix, let begins): conversion.receive(fix, begins: begins, drain)
      }
      if let failure { throw failure }
    }
    conversion.finish(drain)
    if let failure { throw failure }
    guard conversion.written > 0 else { throw nothing(of: conversion, in: file, unreadable) }
    try track.finish()
    if output != "-" { result.lines.append("wrote \(output): \(conversion.summary)") }
    if conversion.unwritable > 0 {
      result.lines.append(
        "left out \(conversion.unwritable) fixes without a date: \(format.rawValue) needs one")
    }
    if let unreadable { throw unreadable }
  }

  /// Returns why nothing was written.
  private func nothing(
    of conversion: TrackConversion, in file: String, _ unreadable: Failure?
  ) -> Failure {
    if let unreadable, conversion.received == 0 { return unreadable }
    let (reason, advice) =
      if conversion.received == 0 {
        ("no fix in it", "run \"gps check\" on it to see what the receiver sent")
      } else if conversion.unwritable > 0 {
        ("no fix in it has a date, which \(format.rawValue) needs", "try --to csv")
      } else {
        (
          "the options leave out all of its \(conversion.received) fixes",
          "choose a longer time or a lower limit"
        )
      }
    return Failure("cannot convert \(file.fileName): \(reason); \(advice)", EX_DATAERR)
  }
}

extension TrackConversion {
  /// The amount written, as text.
  var summary: String {
    let fixes = written == 1 ? "1 fix" : "\(written) fixes"
    let segments = segments == 1 ? "1 segment" : "\(segments) segments"
    guard received > written else { return "\(fixes) in \(segments)" }
    return "\(fixes) of \(received) in \(segments)"
  }
}

extension String {
  /// The text with scalars that stand for bytes other than UTF-8 replaced by U+FFFD.
  var wellFormed: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.value > 0x10_FEFF ? "\u{FFFD}" : $0 }))
  }
}
