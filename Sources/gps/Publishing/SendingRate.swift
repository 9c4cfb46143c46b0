// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

/// So many positions a time: `1/s`, `6/min`.
struct SendingRate: ExpressibleByArgument, CustomStringConvertible {
  /// Nanoseconds from one to the next, at least.
  let pause: Int64
  let description: String

  static let onePerSecond = SendingRate(pause: 999_500_000, description: "1/s")

  private init(pause: Int64, description: String) {
    self.pause = pause
    self.description = description
  }

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    let units: [Substring: Double] = ["s": 1, "min": 60, "h": 3600]
    guard parts.count == 2, let unit = units[parts[1]], let number = Double(parts[0]),
      (0.001...1000).contains(number)
    else { return nil }
    // The times of fixes are to the millisecond.
    self.init(pause: Int64(unit / number * 1e9) - 500_000, description: argument)
  }

  var defaultValueDescription: String { description }
}
