// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import NMEA0183

extension FixTime {
  /// Reads `2025-06-15T06:32:20.000Z`, or without a date `06:32:20.000`; `nil` for anything else.
  package init?(text: String) {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    let clock = parts.last ?? ""
    let isUTC = clock.last == "Z"
    let date = parts.count == 2 ? CivilDate(description: parts[0]) : nil
    guard parts.count == 1 || date != nil && isUTC,
      let time = UTCTime(description: isUTC ? clock.dropLast() : clock)
    else { return nil }
    self.init(date: date, time: time)
  }
}
