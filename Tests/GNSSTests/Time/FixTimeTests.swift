// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

@Suite struct FixTimeTests {
  /// The ends of 64 bits are well known, as those of numpy's `datetime64[ns]`.
  @Test func everyNumberOfNanosecondsIsATime() throws {
    let first = FixTime(
      date: CivilDate(year: 1677, month: 9, day: 21),
      time: try #require(UTCTime(hour: 0, minute: 12, second: 43, nanosecond: 145_224_192)))
    #expect(FixTime(nanosecondsSince1970: .min) == first)
    let last = FixTime(
      date: CivilDate(year: 2262, month: 4, day: 11),
      time: try #require(UTCTime(hour: 23, minute: 47, second: 16, nanosecond: 854_775_807)))
    #expect(FixTime(nanosecondsSince1970: .max) == last)
    let before = FixTime(
      date: CivilDate(year: 1969, month: 12, day: 31),
      time: try #require(UTCTime(hour: 23, minute: 59, second: 59, nanosecond: 999_999_999)))
    #expect(FixTime(nanosecondsSince1970: -1) == before)
  }
}
