// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import NMEA0183

extension FixTime {
  /// Reads `2025-06-15T06:32:20.000Z`, or without a date `06:32:20.000`; `nil` for anything else.
  package init?(text: String) {
    var bytes = Array(text.utf8)[...]
    var date: CivilDate?
    if let separator = bytes.firstIndex(of: UInt8(ascii: "T")) {
      guard bytes.last == UInt8(ascii: "Z"), let day = Self.day(bytes[..<separator]) else {
        return nil
      }
      date = day
      bytes = bytes[(separator + 1)...].dropLast()
    } else if bytes.last == UInt8(ascii: "Z") {
      bytes.removeLast()
    }
    guard let time = Self.timeOfDay(bytes) else { return nil }
    self.init(date: date, time: time)
  }

  private static func day(_ text: ArraySlice<UInt8>) -> CivilDate? {
    let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], let year = number(parts[0]),
      let month = number(parts[1]), let day = number(parts[2])
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  private static func timeOfDay(_ text: ArraySlice<UInt8>) -> UTCTime? {
    let halves = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(halves.count) else { return nil }
    let parts = halves[0].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [2, 2, 2], let hour = number(parts[0]),
      let minute = number(parts[1]), let second = number(parts[2])
    else { return nil }
    var nanosecond = 0
    if halves.count == 2 {
      guard (1...9).contains(halves[1].count), var fraction = number(halves[1]) else { return nil }
      for _ in halves[1].count..<9 { fraction *= 10 }
      nanosecond = fraction
    }
    return UTCTime(
      hour: UInt8(hour), minute: UInt8(minute), second: UInt8(second),
      nanosecond: UInt32(nanosecond))
  }

  /// Reads up to nine digits; `nil` if there is any other character.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}
