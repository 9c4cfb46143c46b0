// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// Sums up what happened on each day, by the calendar of a place.
package struct DailyTotals: Sendable {
  package struct Day: Hashable, Sendable {
    package var date: CivilDate
    /// Meters.
    package var distance = 0.0
    /// Seconds of trips.
    package var moving = 0.0
    /// Seconds of stops.
    package var stopped = 0.0
    /// Meters per second: that of the fastest trip of which a part was on this day; `nil` if none is known.
    package var maximumSpeed: Double?
  }

  /// The beginnings of days.
  package struct Calendar: Sendable {
    /// Returns the day of a time in seconds since 1970, as days since 1 January 1970.
    package var day: @Sendable (Double) -> Int
    /// Returns when a day begins, seconds since 1970.
    package var start: @Sendable (Int) -> Double

    package init(
      day: @escaping @Sendable (Double) -> Int, start: @escaping @Sendable (Int) -> Double
    ) {
      (self.day, self.start) = (day, start)
    }

    package static let utc = Calendar(
      day: { Int(($0 / 86_400).rounded(.down)) }, start: { Double($0) * 86_400 })
  }

  private let calendar: Calendar
  private let range: ClosedRange<Double>
  private var totals: [Int: Day] = [:]

  /// - Parameter range: what counts, seconds since 1970.
  package init(_ calendar: Calendar, in range: ClosedRange<Double> = -.infinity ... .infinity) {
    (self.calendar, self.range) = (calendar, range)
  }

  /// The days on which there was a trip or a stop, in order.
  package var days: [Day] { totals.keys.sorted().compactMap { totals[$0] } }

  package mutating func add(_ part: TrackPart) {
    let (first, end) = (max(part.start, range.lowerBound), min(part.end, range.upperBound))
    guard first < end else { return }
    var (day, start) = (calendar.day(first), first)
    while start < end {
      let next = min(calendar.start(day + 1), end)
      var total = totals[day] ?? Day(date: CivilDate(daysSince1970: day))
      switch part {
      case .stop: total.stopped += max(0, next - start)
      case .trip(let trip):
        total.moving += max(0, next - start)
        total.distance += trip.distance(at: next) - trip.distance(at: start)
        total.maximumSpeed = [total.maximumSpeed, trip.maximumSpeed].compactMap(\.self).max()
      }
      totals[day] = total
      (day, start) = (day + 1, max(next, start))
    }
  }
}
