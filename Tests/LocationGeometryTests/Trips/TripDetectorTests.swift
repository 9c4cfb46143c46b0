// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationGeometry
import Testing

/// Tracks along a parallel, whose places are meters east of a point.
@Suite struct TripDetectorTests {
  /// A time, a distance to the east, and an accuracy.
  typealias Row = (time: Double, east: Double, accuracy: Double?)

  private static let start = 1_749_945_600.0
  /// Meters in a degree of longitude at the equator.
  private static let degree = 111_319.490_8

  private func parts(_ rows: [Row], around longitude: Double = 10) -> [TrackPart] {
    var detector = TripDetector()
    var parts: [TrackPart] = []
    for row in rows {
      let east = (longitude + row.east / Self.degree).remainder(dividingBy: 360)
      detector.received(
        TripFix(
          time: Self.start + row.time, latitude: 0, longitude: east, accuracy: row.accuracy)
      ) { parts.append($0) }
    }
    detector.finish { parts.append($0) }
    return parts
  }

  /// A place, every ten seconds.
  private func rest(_ times: ClosedRange<Double>, at east: Double, accuracy: Double? = 4) -> [Row] {
    stride(from: times.lowerBound, through: times.upperBound, by: 10).map { ($0, east, accuracy) }
  }

  /// A way at 10 m/s, without its ends.
  private func drive(from time: Double, _ start: Double, to end: Double) -> [Row] {
    let steps = Int(abs(end - start) / 100)
    return (1..<max(1, steps)).map {
      (time + Double($0) * 10, start + (end - start) * Double($0) / Double(steps), 4)
    }
  }

  private func text(_ parts: [TrackPart]) -> [String] {
    parts.map { part in
      let times = "\(Int(part.start - Self.start))–\(Int(part.end - Self.start))"
      switch part {
      case .stop: return "stop \(times)"
      case .trip(let trip): return "trip \(times), \(Int(trip.distance.rounded())) m"
      }
    }
  }

  /// A stop, a drive of 3 km, and a stop.
  private var day: [Row] {
    rest(0...600, at: 0) + drive(from: 600, 0, to: 3000) + rest(900...1500, at: 3000)
  }

  @Test func dividesATrackIntoStopsAndTrips() {
    #expect(text(parts(day)) == ["stop 0–600", "trip 600–900, 3000 m", "stop 900–1500"])
  }

  /// As 0° N 0° E, which some receivers report without a fix.
  @Test(arguments: [30, 70, 89, 150]) func leavesOutAFixThatNothingCanHaveReached(row: Int) {
    var rows = day
    rows[row].east = 1_000_000
    let times = row == 150 ? "900–1490" : "900–1500"
    #expect(text(parts(rows)) == ["stop 0–600", "trip 600–900, 3000 m", "stop \(times)"])
  }

  @Test func aSecondFixThereBeginsAnotherTrip() {
    let rows = drive(from: 0, 0, to: 3000) + drive(from: 300, 1_003_000, to: 1_006_000)
    #expect(text(parts(rows)) == ["trip 10–290, 2800 m", "trip 310–590, 2800 m"])
  }

  @Test(arguments: [
    ("five minutes", 300, ["trip 0–900, 9000 m", "stop 900–1200", "trip 1200–2100, 9000 m"]),
    ("less", 290, ["trip 0–2090, 18000 m"]),
  ])
  func aStopTakesFiveMinutes(name: String, seconds: Double, expected: [String]) {
    let rows =
      [(0, -9000, 4)] + drive(from: 0, -9000, to: 0) + rest(900...900 + seconds, at: 0)
      + drive(from: 900 + seconds, 0, to: 9000) + [(1800 + seconds, 9000, 4)]
    #expect(text(parts(rows)) == expected)
  }

  @Test func theDateLineIsNoBorder() throws {
    let parts = parts(day, around: 180 - 1500 / Self.degree)
    #expect(text(parts) == ["stop 0–600", "trip 600–900, 3000 m", "stop 900–1500"])
    guard case .stop(let stop) = try #require(parts.last) else { return }
    #expect(abs(stop.longitude - (-180 + 1500 / Self.degree)) < 1e-9)
  }

  @Test(arguments: [
    ("at the same place", 3000.0, ["stop 0–600", "trip 600–900, 3000 m", "stop 900–44100"]),
    (
      "80 m from there", 3080,
      ["stop 0–600", "trip 600–900, 3000 m", "stop 900–1500", "stop 43500–44100"]
    ),
  ])
  func aGapIsPartOfAStopIfBothItsEndsAre(name: String, east: Double, expected: [String]) {
    #expect(text(parts(day + rest(43_500...44_100, at: east))) == expected)
  }

  @Test func aTunnelIsNoStop() {
    let rows =
      rest(0...600, at: 0) + drive(from: 600, 0, to: 2000) + [(800, 2000, 4)]
      + [(1400, 8000, 4)] + drive(from: 1400, 8000, to: 9000) + rest(1500...1900, at: 9000)
    #expect(text(parts(rows)) == ["stop 0–600", "trip 600–1500, 9000 m", "stop 1500–1900"])
  }

  @Test func nothingIsKnownAboutAnHourWithoutAFix() {
    let rows =
      rest(0...600, at: 0) + drive(from: 600, 0, to: 2000) + drive(from: 5000, 50_000, to: 52_000)
    #expect(
      text(parts(rows)) == ["stop 0–600", "trip 600–790, 1900 m", "trip 5010–5190, 1800 m"])
  }

  @Test(
    arguments: [
      ("that say so", 250.0, 1000.0), ("that do not, and lead back", nil, 250),
    ] as [(String, Double?, Double)])
  func aClusterOfBadFixesDoesNotEndAStop(name: String, accuracy: Double?, seconds: Double) {
    let rows =
      rest(0...1000, at: 0) + rest(1010...1000 + seconds, at: 300, accuracy: accuracy)
      + rest(1010 + seconds...3000, at: 0)
    #expect(text(parts(rows)) == ["stop 0–3000"])
  }

  @Test func whatOnlyBadFixesSupportDoesNotEndAStop() {
    let bad = (0..<60).map { index -> Row in
      (1010 + Double(index) * 10, 300, index % 3 == 1 ? 10 : 250)
    }
    #expect(text(parts(rest(0...1000, at: 0) + bad + rest(1700...3000, at: 0))) == ["stop 0–3000"])
  }

  @Test func anAbsenceOfFiveMinutesIsATrip() {
    let rows =
      rest(0...1000, at: 0) + drive(from: 1000, 0, to: 2000) + drive(from: 1190, 2000, to: 0)
      + rest(1390...3000, at: 0)
    #expect(text(parts(rows)).map { $0.prefix(4) } == ["stop", "trip", "stop"])
  }

  @Test func aTimeThatGoesBackIsLeftOut() {
    #expect(text(parts(day + day)) == text(parts(day)))
    #expect(parts([]).isEmpty)
    #expect(parts([(0, 0, nil)]).isEmpty)
  }

  @Test func speedsTellHowLongAWindingWayIs() throws {
    // Hairpin bends: 10 m/s, but only 40 m further in ten seconds.
    var detector = TripDetector()
    var parts: [TrackPart] = []
    for second in 0...1000 {
      let row = Double(second)
      let north = 30 * abs((row / 10).remainder(dividingBy: 1)) * 2
      detector.received(
        TripFix(
          time: Self.start + row, latitude: north / 110_574,
          longitude: 10 + row * 4 / Self.degree, speed: 10)
      ) { parts.append($0) }
    }
    detector.finish { parts.append($0) }
    guard case .trip(let trip) = try #require(parts.first) else { return }
    #expect(abs(trip.distance - 10_000) < 100)
    #expect(trip.maximumSpeed == 10)
  }
}
