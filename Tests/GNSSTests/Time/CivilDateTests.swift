// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Testing

@Suite struct CivilDateTests {
  @Test func theLatestLiveDateIsFifteenYearsAfterTheBuild() {
    #expect(CivilDate.build.description == "2026-11-01")
    // Its clock may have stopped while it was off.
    #expect(CivilDate.latestLive(on: CivilDate(daysSince1970: 0)).description == "2028-10-31")
    // 1 March 2030.
    let late = CivilDate.latestLive(on: CivilDate(daysSince1970: 21_974))
    #expect(late.description == "2032-02-29")
  }

  @Test func agreesWithCountingDays() {
    // Counts day by day and month by month, with the rule for leap years written out.
    var number = 0
    for year in 1970...2400 {
      let isLeap = year % 400 == 0 ? true : year % 100 == 0 ? false : year % 4 == 0
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (index, length) in lengths.enumerated() {
        for day in 1...length {
          let date = CivilDate(daysSince1970: number)
          guard date.year == year, date.month == index + 1, date.day == day,
            date.daysSince1970 == number,
            CivilDate(year: year, month: index + 1, day: day) == date
          else {
            Issue.record("day \(number) is \(date), not \(year)-\(index + 1)-\(day)")
            return
          }
          number += 1
        }
        #expect(CivilDate(year: year, month: index + 1, day: length + 1) == nil)
      }
    }
    // 431 years, 105 of them leap years: every fourth year from 1972 on, except 2100, 2200 and 2300.
    #expect(number == 431 * 365 + 105)
  }

  @Test(
    arguments: [
      // Julian day numbers minus 2,440,587.5, the beginning of 1970.
      ("the first day of GPS", 1980, 1, 6, 3657), ("the day before 1970", 1969, 12, 31, -1),
      ("the first of all", 1, 1, 1, -719_162), ("the last of all", 9999, 12, 31, 2_932_896),
      ("a leap day", 2000, 2, 29, 11_016), ("the first rollover", 1999, 8, 22, 3657 + 7168),
    ] as [(name: String, year: Int, month: Int, day: Int, number: Int)])
  func isCountedFrom1970(name: String, year: Int, month: Int, day: Int, number: Int) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect(date.daysSince1970 == number)
    #expect(CivilDate(daysSince1970: number) == date)
  }

  @Test(
    arguments: [
      ("no leap year", 2025, 2, 29), ("a full century", 2100, 2, 29), ("day 0", 2025, 1, 0),
      ("month 0", 2025, 0, 1), ("month 13", 2025, 13, 1), ("a short month", 2025, 4, 31),
      ("year 0", 0, 1, 1), ("year 10,000", 10_000, 1, 1), ("a negative day", 2025, 1, -1),
    ] as [(name: String, year: Int, month: Int, day: Int)])
  func isNoDate(name: String, year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test func isOrderedAndPrinted() throws {
    let early = try #require(CivilDate(year: 987, month: 12, day: 31))
    let late = try #require(CivilDate(year: 2025, month: 1, day: 2))
    #expect(early < late)
    #expect(!(late < early))
    #expect(early.description == "0987-12-31")
    #expect(late.description == "2025-01-02")
  }
}
