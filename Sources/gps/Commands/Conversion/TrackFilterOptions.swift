// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import ReceiverRecording
import ReceiverSimulator

/// Options that select fixes of a recording; the end time is an option of `Convert` and `History`.
struct TrackFilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Leave out fixes before this time, UTC.", valueName: "yyyy-mm-ddThh:mm:ssZ"))
  var from: UTCDateTime?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Keep at most one fix per interval, such as 10s or 5m.", valueName: "time"))
  var every: ListeningTime?

  @Option(
    name: .customLong("min-distance"), parsing: .unconditional,
    help: ArgumentHelp(
      "Leave out fixes that are nearer than this to the one before.", valueName: "m"))
  var minDistance: Double?

  @Option(
    name: .customLong("max-accuracy"), parsing: .unconditional,
    help: ArgumentHelp(
      "Leave out fixes that are less accurate, or of unknown accuracy.", valueName: "m"))
  var maxAccuracy: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Leave out fixes that deviate from the line through the others by no more than this.",
      valueName: "m"))
  var simplify: Double?

  /// Returns the filter that the options describe.
  ///
  /// - Throws: ``Failure``.
  func filter(to end: UTCDateTime?) throws -> TrackFilter {
    try check(minDistance, in: 0...10_000_000, "--min-distance", "meters")
    try check(maxAccuracy, in: 0...1_000_000, "--max-accuracy", "meters")
    try check(simplify, in: 0...1_000_000, "--simplify", "meters")
    var filter = TrackFilter()
    filter.start = from?.nanosecondsSince1970
    filter.end = end?.nanosecondsSince1970
    if let start = filter.start, let last = filter.end, start > last {
      throw Failure.usage("--from after --to", "the earlier time to --from")
    }
    filter.interval = every.map { Double($0.duration.nanoseconds) / 1e9 }
    filter.distance = minDistance
    filter.accuracy = maxAccuracy
    return filter
  }
}

extension UTCDateTime {
  /// The instant in the time scale of fixes; `nil` for years outside its range.
  fileprivate var nanosecondsSince1970: Int64? {
    FixTime(date: date, time: time).nanosecondsSince1970
  }
}
