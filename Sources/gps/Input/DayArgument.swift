// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS

/// A day given as an option.
struct DayArgument: ExpressibleByArgument {
  let date: CivilDate

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    self.date = date
  }
}
