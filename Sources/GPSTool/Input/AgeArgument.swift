// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

package struct AgeArgument: FormedArgument, CustomStringConvertible {
  package static let form = "hours, days or years, such as 12h, 90d or 1y"

  package let duration: Duration
  package let description: String

  package init(days: Int64) {
    duration = .seconds(days * 86_400)
    description = "\(days)d"
  }

  package init?(text argument: String) {
    let units: [Character: Int64] = ["h": 3600, "d": 86_400, "y": 365 * 86_400]
    guard let unit = argument.last.flatMap({ units[$0] }), let number = Int64(argument.dropLast()),
      (1...100_000).contains(number)
    else { return nil }
    duration = .seconds(number * unit)
    description = argument
  }
}
