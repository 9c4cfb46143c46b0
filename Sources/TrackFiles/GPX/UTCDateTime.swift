// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import NMEA0183

/// A date with a time of day, UTC, as in `2025-01-01T00:00:00Z`.
///
/// The internet profile of ISO 8601 (RFC 3339), including an offset in place of `Z`. A leap second is read as the first second of the next day.
package struct UTCDateTime: Hashable, Sendable {
  package let date: CivilDate
  package let time: UTCTime

  /// The same instant in seconds since the beginning of 1970, not counting leap seconds.
  package var seconds: Double {
    Double(date.daysSince1970) * 86_400 + Double(time.nanosecondsOfDay) / 1e9
  }

  package init?(_ text: String) {
    let halves = text.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { "Tt ".contains($0) })
    guard halves.count == 2, let date = CivilDate(description: halves[0]),
      let mark = halves[1].firstIndex(where: { "Zz+-".contains($0) }),
      let time = UTCTime(description: halves[1][..<mark]),
      let offset = Self.offset(halves[1][mark...])
    else { return nil }
    let nanoseconds = time.nanosecondsOfDay - Int64(offset) * 60_000_000_000
    let days = nanoseconds < 0 ? -1 : nanoseconds / Self.day
    self.date = CivilDate(daysSince1970: date.daysSince1970 + Int(days))
    self.time = UTCTime(nanosecondsOfDay: nanoseconds - days * Self.day)
    // Leap seconds are inserted at the end of a day.
    if time.second == 60, self.time.nanosecondsOfDay >= 1_000_000_000 { return nil }
  }

  private static let day: Int64 = 86_400_000_000_000

  /// Reads `Z`, `+hh:mm` or `-hh:mm`, in minutes to the east.
  private static func offset(_ text: Substring) -> Int? {
    if text == "Z" || text == "z" { return 0 }
    guard let offset = UTCTime(description: text.dropFirst() + ":00") else { return nil }
    let minutes = Int(offset.hour) * 60 + Int(offset.minute)
    return text.first == "-" ? -minutes : minutes
  }
}
