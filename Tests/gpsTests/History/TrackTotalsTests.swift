// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Testing

@testable import LocationGeometry
@testable import gps

@Suite struct TrackTotalsTests {
  /// 15 June 2025 was a Sunday; 1 January 2025 was a Wednesday, in the week that began on 30 December.
  @Test(
    arguments: [
      (.day, 2025, 6, 15, "2025-06-15"), (.week, 2025, 6, 15, "2025-06-09"),
      (.week, 2025, 6, 16, "2025-06-16"), (.week, 2025, 1, 1, "2024-12-30"),
      (.week, 1969, 12, 31, "1969-12-29"), (.month, 2025, 6, 15, "2025-06"),
      (.year, 2025, 6, 15, "2025"),
    ] as [(TotalsPeriod, Int, Int, Int, String)])
  func aDayBelongsTo(period: TotalsPeriod, year: Int, month: Int, day: Int, name: String) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect(period.name(of: date) == name)
  }

  @Test func daysAreAddedUp() throws {
    var days: [DailyTotals.Day] = []
    for (day, speed) in [(14, 3.0), (15, nil), (16, 5)] as [(Int, Double?)] {
      var total = DailyTotals.Day(
        date: try #require(CivilDate(year: 2025, month: 6, day: day)))
      (total.distance, total.moving, total.stopped) = (100, 60, 600)
      total.maximumSpeed = speed
      days.append(total)
    }
    let weeks = TrackTotals.sums(of: days, by: .week)
    #expect(weeks.map(\.period) == ["2025-06-09", "2025-06-16"])
    #expect(weeks.map(\.distance) == [200, 100] && weeks.map(\.moving) == [120, 60])
    #expect(weeks.map(\.stopped) == [1200, 600] && weeks.map(\.maximumSpeed) == [3, 5])
    #expect(TrackTotals.sums(of: days, by: .year).map(\.maximumSpeed) == [5])
    #expect(TrackTotals.sums(of: [days[1]], by: .day).first?.maximumSpeed == nil)
    #expect(TrackTotals.sums(of: [], by: .month).isEmpty)
  }
}
