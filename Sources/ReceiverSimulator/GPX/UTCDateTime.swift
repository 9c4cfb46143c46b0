// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import NMEA0183

/// A date with a time of day, UTC, as in `2025-01-01T00:00:00Z`.
///
/// The internet profile of ISO 8601 (RFC 3339), including an offset in place of `Z`; a leap second is not accepted.
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
    guard halves.count == 2, let date = Self.date(halves[0]),
      let mark = halves[1].firstIndex(where: { "Zz+-".contains($0) }),
      let time = Self.time(halves[1][..<mark]),
      let offset = Self.offset(halves[1][mark...])
    else { return nil }
    let nanoseconds = Int(time.nanosecondsOfDay) - offset * 60_000_000_000
    let isBefore = nanoseconds < 0
    let days = isBefore ? -1 : nanoseconds / Self.day
    let rest = nanoseconds - days * Self.day
    let second = rest / 1_000_000_000
    guard
      let time = UTCTime(
        hour: UInt8(second / 3600), minute: UInt8(second / 60 % 60), second: UInt8(second % 60),
        nanosecond: UInt32(rest % 1_000_000_000))
    else { return nil }
    self.date = CivilDate(daysSince1970: date.daysSince1970 + days)
    self.time = time
  }

  private static let day = 86_400_000_000_000

  /// Reads `yyyy-mm-dd`.
  private static func date(_ text: Substring) -> CivilDate? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else {
      return nil
    }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Reads `hh:mm:ss`, with or without a fraction.
  private static func time(_ text: Substring) -> UTCTime? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fields = parts[0].split(separator: ":", omittingEmptySubsequences: false).map(digits)
    guard fields.count == 3, let hour = fields[0], let minute = fields[1], let second = fields[2],
      second < 60
    else { return nil }
    var nanosecond: UInt32 = 0
    if parts.count == 2 {
      guard !parts[1].isEmpty, parts[1].allSatisfy({ $0.isASCII && $0.isWholeNumber }) else {
        return nil
      }
      let nine = (parts[1] + "000000000").prefix(9)
      nanosecond = UInt32(nine) ?? 0
    }
    return UTCTime(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
  }

  /// Reads `Z`, `+hh:mm` or `-hh:mm`, in minutes to the east.
  private static func offset(_ text: Substring) -> Int? {
    if text == "Z" || text == "z" { return 0 }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    let fields = parts.map(digits)
    guard fields.count == 2, let hours = fields[0], let minutes = fields[1], hours < 24,
      minutes < 60
    else { return nil }
    let offset = Int(hours) * 60 + Int(minutes)
    return text.first == "-" ? -offset : offset
  }

  private static func digits(_ text: Substring) -> UInt8? {
    text.utf8.count == 2 && text.allSatisfy { $0.isASCII && $0.isWholeNumber } ? UInt8(text) : nil
  }
}
