// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS

struct DayArgument: FormedArgument {
  static let form = "a day, such as 2025-06-15"

  let date: CivilDate

  init?(text argument: String) {
    guard let date = CivilDate(description: argument) else { return nil }
    self.date = date
  }
}
