// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

/// A number of positions per unit of time: `1/s`, `6/min`.
package struct SendingRate: FormedArgument, CustomStringConvertible {
  package static let form = "a number per s, min or h, such as 6/min"

  /// The least interval between positions, nanoseconds.
  package let pause: Int64
  package let description: String

  package static let onePerSecond = SendingRate(pause: 999_500_000, description: "1/s")

  private init(pause: Int64, description: String) {
    (self.pause, self.description) = (pause, description)
  }

  package init?(text argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    let units: [Substring: Double] = ["s": 1, "min": 60, "h": 3600]
    guard parts.count == 2, let unit = units[parts[1]], let number = Double(parts[0]),
      (0.001...1000).contains(number)
    else { return nil }
    // Fixes have times in milliseconds, so half a millisecond is tolerated.
    self.init(pause: Int64(unit / number * 1e9) - 500_000, description: argument)
  }
}
