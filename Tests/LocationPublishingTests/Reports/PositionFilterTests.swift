// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry
import Testing
import TrackStore

@testable import LocationPublishing

/// The fixes of a drive that are published.
@Suite struct PositionFilterTests {
  /// Returns a fix, seconds after a start and meters north of a place on the equator, where a minute is 1843 m.
  private static func fix(
    _ second: Double, north: Double = 0, course: Double? = nil, speed: Double? = 5,
    accuracy: Double? = 3
  ) -> Fix {
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: 1_750_000_000_000_000_000 + Int64(second * 1e9)),
      latitude: north / 110_574, longitude: 10)
    (fix.course, fix.speed, fix.horizontalAccuracy) = (course, speed, accuracy)
    return fix
  }

  private static func occasions(
    _ filter: inout PositionFilter, _ fixes: [Fix]
  ) -> [PositionReport.Occasion] {
    fixes.flatMap { filter.received($0) }.map(\.occasion)
  }

  @Test func sendsTheFirstAndThenWhenItHasMovedOrTimeHasPassed() {
    var rule = SendingRule()
    (rule.interval, rule.distance) = (10_000_000_000, 100)
    var filter = PositionFilter(device: "boat", rule: rule)
    let anchored = (0...10).map { Self.fix(Double($0)) }
    #expect(Self.occasions(&filter, anchored) == [.start, .time])
    // 30 m/s: 120 m after four seconds.
    let moving = (1...5).map { Self.fix(10 + Double($0), north: Double($0) * 30) }
    #expect(Self.occasions(&filter, moving) == [.distance])
  }

  @Test func holdsBackWhatIsWarnedOfIfAsked() {
    var suspicious = Self.fix(1)
    suspicious.warnings = FixWarnings(.positionJump)
    var filter = PositionFilter(device: "boat", holdsBackWarned: true)
    #expect(Self.occasions(&filter, [suspicious]) == [])
    #expect(Self.occasions(&filter, [Self.fix(2)]) == [.start])
    var other = PositionFilter(device: "boat")
    #expect(Self.occasions(&other, [suspicious]) == [.start])
  }

  @Test func takesForADistanceNothingThatMayBeAnError() {
    var filter = PositionFilter(device: "boat")
    _ = filter.received(Self.fix(0))
    #expect(filter.received(Self.fix(1, north: 80, accuracy: 90)).isEmpty)
    #expect(filter.received(Self.fix(2, north: 80, accuracy: nil)).map(\.occasion) == [.distance])
  }

  @Test(
    arguments: [
      ("a bend", 300.0, 5.0, 350.0, 20.0, true), ("across north", 0.0, 5.0, 340.0, 15.0, true),
      ("a drift", 90.0, 5.0, 100.0, 20.0, false), ("at anchor", 90.0, 0.5, 180.0, 20.0, false),
      ("on the spot", 90.0, 5.0, 180.0, 2.0, false),
    ] as [(why: String, before: Double, speed: Double, now: Double, way: Double, sends: Bool)])
  func sendsWhereTheCourseChanges(
    why: String, before: Double, speed: Double, now: Double, way: Double, sends: Bool
  ) {
    var rule = SendingRule()
    rule.turn = why == "across north" ? 20 : 30
    var filter = PositionFilter(device: "boat", rule: rule)
    _ = filter.received(Self.fix(0, course: before))
    let reports = filter.received(Self.fix(4, north: way, course: now, speed: speed))
    #expect(reports.map(\.occasion) == (sends ? [.turn] : []))
  }

  @Test func sendsTheNewestWhenThePauseIsOver() {
    var rule = SendingRule()
    (rule.distance, rule.pause) = (50, 10_000_000_000)
    var filter = PositionFilter(device: "boat", rule: rule)
    _ = filter.received(Self.fix(0))
    #expect(filter.received(Self.fix(3, north: 60)).isEmpty)
    // The device has come back meanwhile, but its present position is still sent.
    let reports = filter.received(Self.fix(10, north: 10))
    #expect(reports.map(\.occasion) == [.distance])
    #expect(reports.first?.fix == Self.fix(10, north: 10))
  }

  @Test func tellsWhereTheFixWasLostAndWhereItIsBack() {
    var filter = PositionFilter(device: "boat")
    _ = filter.received(Self.fix(0))
    #expect(filter.fixLost().isEmpty, "that one was sent")
    #expect(
      Self.occasions(&filter, [Self.fix(20, north: 10), Self.fix(25, north: 15)]) == [.regained])
    let lost = filter.fixLost()
    #expect(lost.map(\.occasion) == [.lost])
    #expect(lost.first?.fix.time == Self.fix(25).time, "with its own time")
    #expect(filter.fixLost().isEmpty, "once")
  }

  @Test func sendsNoFixTwiceAndNoneWithoutADate() {
    var rule = SendingRule()
    (rule.interval, rule.pause) = (0, 0)
    var filter = PositionFilter(device: "boat", rule: rule)
    #expect(Self.occasions(&filter, [Self.fix(0), Self.fix(0)]) == [.start])
    var undated = Self.fix(5)
    undated.time?.date = nil
    #expect(filter.received(undated).isEmpty)
  }

  @Test func startsAnewWhereTheReceiversClockWasWrong() {
    var filter = PositionFilter(device: "boat")
    #expect(Self.occasions(&filter, [Self.fix(5000), Self.fix(1)]) == [.start, .start])
  }

  @Test func tellsOfRegionsEnteredAndLeft() {
    let harbour = WatchedRegion(
      name: "harbour", circle: Circle(latitude: 0, longitude: 10, radius: 100))
    var rule = SendingRule()
    rule.distance = nil
    var filter = PositionFilter(device: "boat", rule: rule, regions: [harbour])
    // Being in the harbour from the start is not an arrival, and at its edge there are no repeated crossings.
    let out = [0.0, 99, 110, 99, 115, 130].enumerated().map { Self.fix(Double($0), north: $1) }
    #expect(Self.occasions(&filter, out) == [.start, .left(region: "harbour")])
    #expect(
      Self.occasions(&filter, [Self.fix(10, north: 90)]) == [.entered(region: "harbour")])
  }

  @Test func tellsNothingOfAQuietZone() {
    let home = Circle(latitude: 0, longitude: 10, radius: 200)
    let region = WatchedRegion(name: "bed", circle: Circle(latitude: 0, longitude: 10, radius: 10))
    var filter = PositionFilter(device: "boat", regions: [region], quietZones: [home])
    #expect(Self.occasions(&filter, [Self.fix(0, north: 300)]) == [.start])
    let inside = [202.0, 100, 0, 100].enumerated().map { Self.fix(10 + Double($0), north: $1) }
    #expect(Self.occasions(&filter, inside).isEmpty)
    #expect(filter.fixLost().isEmpty)
    #expect(Self.occasions(&filter, [Self.fix(30, north: 204)]) == [.distance])
  }

  @Test func reducesAllThatItSends() {
    var filter = PositionFilter(
      device: "boat",
      regions: [WatchedRegion(name: "x", circle: Circle(latitude: 0, longitude: 10, radius: 50))],
      isReduced: true)
    let reports = (0..<1000).flatMap { filter.received(Self.fix(Double($0), north: Double($0))) }
    #expect(reports.map(\.occasion) == [.time, .time], "one a quarter of an hour")
    #expect(reports.allSatisfy { $0.fix.horizontalAccuracy == 3600 && $0.fix.course == nil })
    #expect(filter.fixLost().isEmpty)
  }
}
