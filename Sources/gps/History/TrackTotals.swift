// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import LocationGeometry

/// The stretches of time by which `gps history stats` sums up.
enum TotalsPeriod: String, CaseIterable, ExpressibleByArgument {
  case day, week, month, year

  /// Returns what a day belongs to: a day, the Monday of its week, a month or a year.
  func name(of date: CivilDate) -> String {
    switch self {
    case .day: return date.description
    case .week:
      // 1 January 1970 was a Thursday, three days after a Monday.
      let days = date.daysSince1970
      let sinceMonday = ((days + 3) % 7 + 7) % 7
      return CivilDate(daysSince1970: days - sinceMonday).description
    case .month: return String(date.description.prefix(7))
    case .year: return String(date.description.prefix(4))
    }
  }
}

/// What happened in one stretch of time.
struct TrackTotals: Hashable {
  var period: String
  /// Meters.
  var distance = 0.0
  /// Seconds of trips.
  var moving = 0.0
  /// Seconds of stops.
  var stopped = 0.0
  /// Meters per second; `nil` if it is not known.
  var maximumSpeed: Double?

  /// Adds up days, which are in order.
  static func sums(of days: [DailyTotals.Day], by period: TotalsPeriod) -> [TrackTotals] {
    var sums: [TrackTotals] = []
    for day in days {
      let name = period.name(of: day.date)
      if sums.last?.period != name { sums.append(TrackTotals(period: name)) }
      sums[sums.count - 1].add(day)
    }
    return sums
  }

  private mutating func add(_ day: DailyTotals.Day) {
    distance += day.distance
    moving += day.moving
    stopped += day.stopped
    maximumSpeed = [maximumSpeed, day.maximumSpeed].compactMap(\.self).max()
  }
}
