// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LocationGeometry

@Suite struct DailyTotalsTests {
  private func totals(_ part: TrackPart, in range: ClosedRange<Double> = -.infinity ... .infinity)
    -> [String]
  {
    var totals = DailyTotals(.utc, in: range)
    totals.add(part)
    return totals.days.map { day in
      "\(day.date) \(Int(day.distance)) m, \(Int(day.moving)) s, \(Int(day.stopped)) s"
    }
  }

  @Test func aStopOverMidnightHasTwoRows() {
    let stop = Stop(start: 86_000, end: 90_000, latitude: 0, longitude: 0)
    #expect(totals(.stop(stop)) == ["1970-01-01 0 m, 0 s, 400 s", "1970-01-02 0 m, 0 s, 3600 s"])
    #expect(totals(.stop(stop), in: 86_100...86_200) == ["1970-01-01 0 m, 0 s, 100 s"])
    #expect(totals(.stop(stop), in: 91_000...92_000).isEmpty)
  }

  @Test func aTripOverMidnightIsAsLongOnEachDayAsItWas() {
    // 1 m/s before midnight, 2 m/s after it.
    var path = TripPath(from: TripFix(time: 86_000, latitude: 0, longitude: 10))
    var east = 0.0
    for second in 1...800 {
      east += second <= 400 ? 1 : 2
      path.append(
        TripFix(
          time: 86_000 + Double(second), latitude: 0, longitude: 10 + east / 111_319.490_8,
          speed: second <= 400 ? 1 : 2))
    }
    let rows = totals(.trip(path.trip))
    #expect(rows.first?.hasPrefix("1970-01-01 ") == true)
    #expect(path.trip.progress.map(\.time) == [86_400])
    #expect(abs(path.trip.distance(at: 86_400) - 400) < 2)
    #expect(abs(path.trip.distance - 1200) < 2)
    var totals = DailyTotals(.utc)
    totals.add(.trip(path.trip))
    #expect(totals.days.map(\.maximumSpeed) == [2, 2])
    #expect(path.trip.distance(at: 0) == 0)
    #expect(path.trip.distance(at: 100_000) == path.trip.distance)
  }

  /// A receiver's wrong date may be centuries from the right one.
  @Test func aWayThatTookACenturyIsEvenAndTakesNoMoreMemoryThanAnother() {
    let century = 36_524 * 86_400.0
    var path = TripPath(from: TripFix(time: 100, latitude: 0, longitude: 10))
    path.append(TripFix(time: century + 100, latitude: 0, longitude: 10.01))
    let trip = path.trip
    #expect(trip.progress.map(\.time) == [900, century])
    // A hundredth of a degree on the equator.
    #expect(abs(trip.distance - 1113.2) < 1)
    #expect(abs(trip.distance(at: century / 2 + 100) - 556.6) < 1)
    var totals = DailyTotals(.utc)
    totals.add(.trip(trip))
    #expect(totals.days.count == 36_525)
  }
}
