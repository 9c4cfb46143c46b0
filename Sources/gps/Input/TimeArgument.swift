// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import ReceiverSimulator

/// A time given as an option, UTC unless it names an offset: `2025-06-15T08:01:30Z`, `2025-06-15 08:01`, `2025-06-15`.
struct TimeArgument: ExpressibleByArgument {
  /// The time; for a day, its beginning.
  let start: UTCDateTime
  private let isDay: Bool

  init?(argument: String) {
    // What is missing is zero.
    let endings = ["", "Z", ":00Z", "T00:00:00Z"]
    guard let ending = endings.first(where: { UTCDateTime(argument + $0) != nil }),
      let start = UTCDateTime(argument + ending)
    else { return nil }
    self.start = start
    isDay = ending == endings.last
  }

  /// Nanoseconds since 1970 at which it begins; `nil` for years outside their range.
  var first: Int64? { FixTime(date: start.date, time: start.time).nanosecondsSince1970 }

  /// Nanoseconds since 1970 at which it ends: for a day, that is the end of the day.
  var last: Int64? { first.map { isDay ? $0 + 86_399_999_999_999 : $0 } }
}
