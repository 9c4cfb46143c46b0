// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct UTCTimeTests {
  @Test(
    arguments: [
      ("midnight", 0, 0, 0, 0, 0, "00:00:00"),
      // 12 · 3600 + 35 · 60 + 19.
      ("a half", 12, 35, 19, 500_000_000, 45_319_500_000_000, "12:35:19.5"),
      ("the last nanosecond", 23, 59, 59, 999_999_999, 86_399_999_999_999, "23:59:59.999999999"),
      ("a leap second", 23, 59, 60, 0, 86_400_000_000_000, "23:59:60"),
      ("zeros in the middle", 1, 2, 3, 1_000, 3_723_000_001_000, "01:02:03.000001"),
    ] as [(String, UInt8, UInt8, UInt8, UInt32, Int64, String)])
  func countsAndDescribes(
    name: String, hour: UInt8, minute: UInt8, second: UInt8, nanosecond: UInt32, count: Int64,
    text: String
  ) throws {
    let time = try #require(
      UTCTime(hour: hour, minute: minute, second: second, nanosecond: nanosecond))
    #expect(time.nanosecondsOfDay == count)
    #expect(time.description == text)
  }

  @Test(
    arguments: [
      ("hour", 24, 0, 0, 0), ("minute", 0, 60, 0, 0), ("second", 0, 0, 61, 0),
      ("nanosecond", 0, 0, 0, 1_000_000_000),
    ] as [(String, UInt8, UInt8, UInt8, UInt32)])
  func isNilOutOfRange(name: String, hour: UInt8, minute: UInt8, second: UInt8, nanosecond: UInt32)
  {
    #expect(UTCTime(hour: hour, minute: minute, second: second, nanosecond: nanosecond) == nil)
  }

  @Test func isOrderedByTheDay() throws {
    let times = try [
      (0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (0, 1, 0, 0), (1, 0, 0, 0), (23, 59, 59, 999),
      (23, 59, 60, 0),
    ].map { try #require(UTCTime(hour: $0.0, minute: $0.1, second: $0.2, nanosecond: $0.3)) }
    #expect(times.reversed().sorted() == times)
  }

  @Test(
    arguments: [
      ("day 0", 0, 1, 0), ("day 32", 32, 1, 0), ("month 0", 1, 0, 0), ("month 13", 1, 13, 0),
      ("year 100", 1, 1, 100),
    ] as [(String, UInt8, UInt8, UInt8)])
  func aShortDateIsNilOutOfRange(name: String, day: UInt8, month: UInt8, year: UInt8) {
    #expect(ShortDate(day: day, month: month, yearOfCentury: year) == nil)
  }
}
