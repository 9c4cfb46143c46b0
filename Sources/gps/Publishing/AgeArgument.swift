// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

struct AgeArgument: FormedArgument, CustomStringConvertible {
  static let form = "hours, days or years, such as 12h, 90d or 1y"

  let duration: Duration
  let description: String

  init(days: Int64) {
    duration = .seconds(days * 86_400)
    description = "\(days)d"
  }

  init?(text argument: String) {
    let units: [Character: Int64] = ["h": 3600, "d": 86_400, "y": 365 * 86_400]
    guard let unit = argument.last.flatMap({ units[$0] }), let number = Int64(argument.dropLast()),
      (1...100_000).contains(number)
    else { return nil }
    duration = .seconds(number * unit)
    description = argument
  }
}
