// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool
import LocationGeometry
import Testing

@testable import gps

/// What happens with which fix, by the fixes' times.
@Suite struct TriggerTests {
  /// Returns a fix on the equator, a number of meters north of it.
  private func fix(
    _ second: Int64, north: Double = 0, accuracy: Double? = 4, isDated: Bool = true
  ) -> Fix {
    var time = FixTime(nanosecondsSince1970: 1_750_000_000_000_000_000 + second * 1_000_000_000)
    if !isDated { time.date = nil }
    var fix = Fix(time: time, latitude: north / 110_574, longitude: 10)
    fix.horizontalAccuracy = accuracy
    return fix
  }

  private func events(
    _ trigger: some Trigger, _ places: [(second: Int64, north: Double)]
  ) -> [String] {
    var trigger = trigger
    return places.compactMap { second, north in
      trigger.received(fix(second, north: north), at: Double(second), arrival: .seconds(second))
        .map {
          "\($0.name) \(second)"
        }
    }
  }

  private var home: NamedCircle {
    get throws { try #require(NamedCircle(argument: "home,0,10,100")) }
  }

  private let trip: [(second: Int64, north: Double)] = [
    (0, 0), (1, 0), (2, 0), (10, 300), (30, 300), (60, 0), (80, 0), (90, 300), (110, 300),
  ]

  @Test func reportsLeavingAndEnteringACircle() throws {
    #expect(
      events(CrossingTrigger(try home, to: .outside, grace: 20), trip) == [
        "leave 30", "leave 110",
      ]
    )
    #expect(events(CrossingTrigger(try home, to: .inside, grace: 20), trip) == ["enter 80"])
    // Where it is at the beginning is no event.
    #expect(events(CrossingTrigger(try home, to: .inside, grace: 20), Array(trip[..<3])) == [])
  }

  @Test func reportsADraggingAnchorAfterTheGracePeriod() {
    #expect(events(MoveTrigger(distance: 50, grace: 20), trip) == ["move 30", "move 110"])
    #expect(events(MoveTrigger(distance: 50, grace: 21), trip) == [])
    #expect(events(MoveTrigger(distance: 50, grace: 0), trip) == ["move 10", "move 90"])
  }

  @Test func theAnchorIsTheFirstFixThatIsAccurateEnough() {
    var trigger = MoveTrigger(distance: 50, grace: 0)
    #expect(trigger.received(fix(0, north: 500, accuracy: 90), at: 0, arrival: .seconds(0)) == nil)
    #expect(trigger.notice == nil)
    #expect(trigger.received(fix(1), at: 1, arrival: .seconds(1)) == nil)
    #expect(
      trigger.notice == "watching the distance from 0.0000000\u{B0}N  10.0000000\u{B0}E \u{B1}4 m")
    #expect(
      trigger.received(fix(2, north: 60), at: 2, arrival: .seconds(2))?.distance.map {
        abs($0 - 60) < 0.1
      } == true)
  }

  /// Returns what happens with fixes a second apart, of which `true` has a warning.
  private func warnings(grace: Double, _ warned: [Bool]) -> [String] {
    var trigger = WarningTrigger(grace: grace)
    return warned.enumerated().compactMap { second, isWarned in
      var fix = fix(Int64(second))
      if isWarned { fix.warnings = FixWarnings(second % 2 == 0 ? .positionJump : .clockJump) }
      return trigger.received(fix, at: Double(second), arrival: .seconds(second)).map {
        "\($0.name) \(second)"
      }
    }
  }

  @Test func reportsOnceThatAFixShouldNotBeTrustedAndOnceThatItShould() {
    let warned = [false, true, true, true, false, false, true]
    #expect(warnings(grace: 0, warned) == ["warning 1", "trusted 4", "warning 6"])
    #expect(warnings(grace: 2, warned) == ["warning 3", "trusted 4"])
    #expect(warnings(grace: 3, warned) == [], "nor that it should be trusted again")
  }

  @Test func aLossDoesNotEndAWarningAndAClockThatGoesBackDoesNotHideIt() {
    var trigger = WarningTrigger(grace: 2)
    var fix = fix(0)
    fix.warnings = FixWarnings(.clockJump)
    #expect(trigger.received(fix, at: 100, arrival: .seconds(0)) == nil)
    #expect(trigger.received(fix, at: 50, arrival: .seconds(1)) == nil)
    #expect(trigger.received(fix, at: 52, arrival: .seconds(3))?.name == "warning")
    #expect(trigger.fixLost(at: .seconds(4)) == nil)
    #expect(trigger.received(fix, at: 60, arrival: .seconds(11)) == nil)
  }

  @Test func aFixComesAfterEachLoss() {
    var trigger = FixTrigger()
    #expect(trigger.received(fix(0), at: 0, arrival: .seconds(0))?.name == "fix")
    #expect(trigger.received(fix(1), at: 1, arrival: .seconds(1)) == nil)
    #expect(trigger.fixLost(at: .seconds(2)) == nil)
    #expect(trigger.received(fix(5), at: 5, arrival: .seconds(5))?.name == "fix")
  }

  @Test func reportsALossAtOnceOrAfterItsGracePeriod() {
    var trigger = LossTrigger(grace: 0)
    // Nothing is lost that was never there.
    #expect(trigger.fixLost(at: .zero) == nil)
    #expect(trigger.received(fix(1), at: 1, arrival: .seconds(1)) == nil)
    #expect(trigger.fixLost(at: .seconds(2))?.fix == fix(1))

    trigger = LossTrigger(grace: 10)
    _ = trigger.received(fix(1), at: 1, arrival: .seconds(1))
    #expect(trigger.fixLost(at: .seconds(2)) == nil)
    // Ten seconds after the last fix.
    #expect(trigger.due == .seconds(11))
    #expect(trigger.elapsed()?.name == "lost")
    #expect(trigger.due == nil)
    // A tunnel of 5 s, and one of 20 s in a recording that is replayed fast.
    _ = trigger.received(fix(30), at: 30, arrival: .seconds(30))
    _ = trigger.fixLost(at: .seconds(31))
    #expect(trigger.received(fix(35), at: 35, arrival: .seconds(35)) == nil)
    _ = trigger.fixLost(at: .seconds(31))
    #expect(trigger.received(fix(55), at: 55, arrival: .seconds(55))?.fix == fix(35))
  }

  private let anchorWatch = LossTrigger.Watch(start: .zero, worstAccuracy: 50)

  @Test func aWatchIsLostOncePerLoss() {
    var trigger = LossTrigger(grace: 60, watch: anchorWatch)
    _ = trigger.received(fix(10), at: 10, arrival: .seconds(10))
    #expect(trigger.due == nil)
    // The receiver is silent, then unplugged, then the service denies the location: one loss.
    #expect(trigger.fixLost(at: .seconds(13)) == nil)
    #expect(trigger.fixLost(at: .seconds(20)) == nil)
    #expect(trigger.due == .seconds(70))
    #expect(trigger.elapsed()?.fix == fix(10))
    #expect(trigger.fixLost(at: .seconds(80)) == nil)
    #expect(trigger.due == nil)
    // No alarm on recovery, and another one at the next loss.
    #expect(trigger.received(fix(100), at: 100, arrival: .seconds(100)) == nil)
    _ = trigger.fixLost(at: .seconds(101))
    #expect(trigger.due == .seconds(160))
  }

  @Test func aWatchThatNeverGetsAFixIsLost() {
    var trigger = LossTrigger(grace: 60, watch: anchorWatch)
    #expect(trigger.due == .seconds(60))
    let event = trigger.elapsed()
    #expect(event?.name == "lost")
    #expect(event?.variables["GPS_LATITUDE"] == .some(nil))
    #expect(trigger.due == nil)
  }

  @Test func ignoresFixesTooInaccurateForTheWatch() {
    // GeoClue takes over from a dead receiver, with a position from Wi-Fi.
    var trigger = LossTrigger(grace: 60, watch: anchorWatch)
    _ = trigger.received(fix(10, accuracy: 50), at: 10, arrival: .seconds(10))
    _ = trigger.received(fix(14, accuracy: 51), at: 14, arrival: .seconds(14))
    #expect(trigger.due == .seconds(70))
    #expect(MoveTrigger(distance: 200, grace: 0).worstAccuracy == 200)
    #expect(MoveTrigger(distance: 20, grace: 0).worstAccuracy == 50)
  }

  @Test func theReturnOfTheFixHappensOnRequestAndOnlyAfterALossThatCounted() {
    var watch = anchorWatch
    watch.includesReturn = true
    var trigger = LossTrigger(grace: 60, watch: watch)
    #expect(trigger.received(fix(1), at: 1, arrival: .seconds(1)) == nil)
    _ = trigger.fixLost(at: .seconds(2))
    #expect(trigger.received(fix(30), at: 30, arrival: .seconds(30)) == nil)
    _ = trigger.fixLost(at: .seconds(31))
    _ = trigger.elapsed()
    #expect(trigger.received(fix(99), at: 99, arrival: .seconds(99))?.name == "fix")
    #expect(trigger.received(fix(100), at: 100, arrival: .seconds(100)) == nil)
  }

  @Test(
    arguments: [("60", 60), ("2m", 120), ("never", nil)] as [(text: String, seconds: Double?)])
  func waitsAsLongAsItsLossPatience(_ row: (text: String, seconds: Double?)) throws {
    #expect(try #require(LossPatience(text: row.text)).seconds == row.seconds)
    #expect(LossPatience(text: "0") == nil)
    #expect(LossPatience.usual.seconds == 60)
  }

  @Test func passesTimeByFixesOrByArrival() {
    var clock = PassingTime()
    #expect(clock.time(of: fix(100), arrivedAt: .seconds(1)) == 0)
    #expect(clock.time(of: fix(130), arrivedAt: .seconds(2)) == 30)
    #expect(clock.time(of: fix(125), arrivedAt: .seconds(3)) == 25)
    // Without a date, and at the first one after that.
    #expect(clock.time(of: fix(0, isDated: false), arrivedAt: .seconds(5)) == 27)
    #expect(clock.time(of: fix(900), arrivedAt: .seconds(6)) == 28)
  }

  @Test func theVariablesSayWhatIsKnown() {
    var event = TriggerEvent(name: "fix", fix: fix(0, accuracy: nil, isDated: false))
    #expect(event.variables["GPS_EVENT"] == "fix")
    #expect(event.variables["GPS_LATITUDE"] == "0")
    #expect(event.variables["GPS_LONGITUDE"] == "10")
    // What has no value is removed from what the command inherits.
    for name in [
      "GPS_TIME", "GPS_HORIZONTAL_ACCURACY", "GPS_SPEED", "GPS_REGION", "GPS_DISTANCE",
      "GPS_WARNINGS",
    ] {
      #expect(event.variables[name] == .some(nil), "\(name)")
    }
    event.fix = fix(0)
    // 1,750,000,000 s after 1970.
    #expect(event.variables["GPS_TIME"] == "2025-06-15T15:06:40.000Z")
    #expect(event.variables["GPS_HORIZONTAL_ACCURACY"] == "4")
    event.fix?.warnings = [FixWarnings(.positionJump), FixWarnings(.frozen)]
    #expect(event.variables["GPS_WARNINGS"] == "positionJump frozen")
  }
}
