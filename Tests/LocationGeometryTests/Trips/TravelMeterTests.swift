// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry
import TestSupport
import Testing

/// A walk of two laps around a pond, 300 m across, whose length is known: twice π times that.
///
/// It begins with four minutes at rest, rests for ten after a lap, and has no fix for two minutes of the second lap.
private struct Walk {
  enum Speeds: CaseIterable { case reported, alwaysZero, unknown }

  static let length = 2 * .pi * 300.0
  private static let speed = 1.4
  private static let start: Int64 = 1_749_945_600

  private(set) var fixes: [Fix] = []
  private var dice = SeededGenerator(seed: 3)
  private var second: Int64 = 0
  /// How far east and north its places are from the truth, meters: errors persist for half a minute.
  private var error = (east: 0.0, north: 0.0)
  private let speeds: Speeds

  init(_ speeds: Speeds) {
    self.speeds = speeds
    rest(240)
    walk(from: 0)
    rest(600)
    walk(from: Self.length / 2, without: 200..<320)
    rest(60)
  }

  private mutating func rest(_ seconds: Int) {
    for _ in 0..<seconds { add(at: 0, speed: 0.05) }
  }

  private mutating func walk(from start: Double, without gap: Range<Int> = 0..<0) {
    for step in 1...Int(Self.length / 2 / Self.speed) {
      if gap.contains(step) { second += 1 } else { add(at: Double(step) * Self.speed, speed: 1.4) }
    }
  }

  private mutating func add(at way: Double, speed: Double) {
    second += 1
    error.east += -error.east / 30 + Double.random(in: -1...1, using: &dice) * 0.7
    error.north += -error.north / 30 + Double.random(in: -1...1, using: &dice) * 0.7
    let angle = way / 150
    // Meters in a degree at the equator.
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: (Self.start + second) * 1_000_000_000),
      latitude: (150 * .sine(angle) + error.north) / 110_574.3,
      longitude: 10 + (150 * .cosine(angle) + error.east) / 111_319.5)
    fix.horizontalAccuracy = 4
    fix.speed =
      switch speeds {
      case .reported: speed
      case .alwaysZero: 0
      case .unknown: nil
      }
    fixes.append(fix)
  }
}

@Suite struct TravelMeterTests {
  private func travel(_ fixes: [Fix]) -> Travel {
    var meter = TravelMeter()
    for fix in fixes { meter.add(fix) }
    return meter.travel
  }

  @Test(arguments: Walk.Speeds.allCases)
  private func aWalkIsAsLongAsItIs(_ speeds: Walk.Speeds) {
    let walk = Walk(speeds)
    let travel = travel(walk.fixes)
    #expect(abs(travel.distance / Walk.length - 1) < 0.02, "\(travel.distance) of \(Walk.length) m")
    let sum = zip(walk.fixes, walk.fixes.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    #expect(sum > 1.2 * Walk.length, "a test that a plain sum passes shows nothing")
  }

  @Test(arguments: Walk.Speeds.allCases)
  private func tripsAreNoLongerThanTheWay(_ speeds: Walk.Speeds) {
    let walk = Walk(speeds)
    var (detector, totals) = (TripDetector(), DailyTotals(.utc))
    for point in walk.fixes.compactMap({ TripFix($0) }) {
      detector.received(point) { totals.add($0) }
    }
    detector.finish { totals.add($0) }
    #expect(totals.days.map(\.distance) == [travel(walk.fixes).distance])
  }

  /// 1,346 s of walking, of which 120 were without a fix, and 900 s at rest, of which 600 were a stop.
  @Test func restsAreNoMovement() {
    let travel = travel(Walk(.reported).fixes)
    #expect(abs(travel.movingTime - 1346) < 60, "\(travel.movingTime)")
    #expect(abs(travel.duration - 2246) < 5, "\(travel.duration)")
    #expect(travel.topSpeed == 1.4)
  }

  @Test func aReceiverAtRestGoesNowhere() {
    var walk = Walk(.unknown).fixes.prefix(240)
    #expect(travel(Array(walk)).distance < 10)
    for index in walk.indices { walk[index].speed = 0.2 }
    #expect(travel(Array(walk)).distance < 10)
  }

  /// Fixes of a minute at 10 m/s along the equator.
  private func drive(from second: Int64 = 0, at east: Double = 0, dated: Bool = true) -> [Fix] {
    (0...60).map { step in
      let nanoseconds = (second + Int64(step)) * 1_000_000_000
      let time = FixTime(nanosecondsSince1970: nanoseconds)
      return Fix(
        time: dated ? time : FixTime(date: nil, time: time.time), latitude: 0,
        longitude: (east + Double(step) * 10) / 111_319.490_8)
    }
  }

  @Test(
    arguments: [
      ("a tunnel", 600, 6000, 6600), ("a flight", 7200, 600_000, 1200), ("nothing", 60, 600, 1200),
      ("a clock set back", -3600, 600, 1200),
    ] as [(String, Int64, Double, Double)])
  func gapsOfUpToAnHourCountAsStraight(why: String, later: Int64, east: Double, meters: Double) {
    let travel = travel(drive(from: 10_000) + drive(from: 10_000 + later, at: east))
    #expect(abs(travel.distance - meters) < 1, "\(why): \(travel.distance)")
  }

  @Test func aDayWithoutADateIsMeasuredOverMidnight() {
    let travel = travel(drive(from: 86_370, dated: false))
    #expect(abs(travel.distance - 600) < 1 && travel.duration == 60)
  }

  @Test func withoutTimesOnlySegmentsAreGaps() {
    var meter = TravelMeter()
    for (index, var fix) in (drive() + drive(at: 5000)).enumerated() {
      fix.time = nil
      meter.add(fix, beginsSegment: index == 61)
    }
    #expect(abs(meter.distanceWithoutTimes - 1200) < 1)
    #expect(meter.travel.distance == meter.distanceWithoutTimes && meter.travel.duration == 0)
  }
}
