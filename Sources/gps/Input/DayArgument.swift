// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS

/// A day given as an option.
struct DayArgument: ExpressibleByArgument {
  let date: CivilDate

  init?(argument: String) {
    guard let date = CivilDate(description: argument) else { return nil }
    self.date = date
  }
}
