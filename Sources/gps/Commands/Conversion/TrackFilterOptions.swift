// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import TrackFiles

struct TrackFilterOptions: ParsableArguments {
  @Option("yyyy-mm-dd hh:mm", "Leave out fixes before this time, UTC.")
  var from: TimeArgument?

  @Option("yyyy-mm-dd hh:mm", "Leave out fixes after this time, UTC, or after this day.")
  var until: TimeArgument?

  @Option(parsing: .unconditional, "time", "Keep at most one fix per interval, such as 10s or 5m.")
  var every: ListeningTime?

  @Option(
    "m", "Leave out fixes that are nearer than this to the one before.", in: 0...10_000_000,
    of: "meters")
  var minDistance: Double?

  @Option(
    "m", "Leave out fixes that are less accurate, or of unknown accuracy.", in: 0...1_000_000,
    of: "meters")
  var maxAccuracy: Double?

  @Option(
    "m", "Leave out fixes that deviate from the line through the others by no more than this.",
    in: 0...1_000_000, of: "meters")
  var simplify: Double?

  func filter() throws -> TrackFilter {
    var filter = TrackFilter()
    filter.start = from?.first
    filter.end = until?.last
    if let start = filter.start, let last = filter.end, start > last {
      throw Failure.usage("--from after --until", "the earlier time to --from")
    }
    filter.interval = every.map { Double($0.duration.nanoseconds) / 1e9 }
    filter.distance = minDistance
    filter.accuracy = maxAccuracy
    return filter
  }
}
