// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool
import LocationGeometry
import NMEA0183
import Testing

@testable import gps

/// What happens with which fix, by the fixes' times.
@Suite struct OccasionTests {
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
    _ occasion: some Occasion, _ places: [(second: Int64, north: Double)]
  ) -> [String] {
    var occasion = occasion
    return places.compactMap { second, north in
      occasion.received(fix(second, north: north), at: Double(second), arrival: .seconds(second))
        .map {
          "\($0.event) \(second)"
        }
    }
  }

  private var home: NamedCircle {
    get throws { try #require(NamedCircle(argument: "home,0,10,100")) }
  }

  private let trip: [(second: Int64, north: Double)] = [
    (0, 0), (1, 0), (2, 0), (10, 300), (30, 300), (60, 0), (80, 0), (90, 300), (110, 300),
  ]

  @Test func aCircleIsLeftAndEntered() throws {
    #expect(
      events(CrossingOccasion(try home, to: .outside, grace: 20), trip) == [
        "leave 30", "leave 110",
      ]
    )
    #expect(events(CrossingOccasion(try home, to: .inside, grace: 20), trip) == ["enter 80"])
    // Where it is at the beginning is no event.
    #expect(events(CrossingOccasion(try home, to: .inside, grace: 20), Array(trip[..<3])) == [])
  }

  @Test func anAnchorDragsOnlyOnceTheGracePeriodIsOver() {
    #expect(events(MoveOccasion(distance: 50, grace: 20), trip) == ["move 30", "move 110"])
    #expect(events(MoveOccasion(distance: 50, grace: 21), trip) == [])
    #expect(events(MoveOccasion(distance: 50, grace: 0), trip) == ["move 10", "move 90"])
  }

  @Test func theAnchorIsTheFirstFixThatIsAccurateEnough() {
    var occasion = MoveOccasion(distance: 50, grace: 0)
    #expect(occasion.received(fix(0, north: 500, accuracy: 90), at: 0, arrival: .seconds(0)) == nil)
    #expect(occasion.notice == nil)
    #expect(occasion.received(fix(1), at: 1, arrival: .seconds(1)) == nil)
    #expect(
      occasion.notice == "watching the distance from 0.0000000\u{B0}N  10.0000000\u{B0}E \u{B1}4 m")
    #expect(
      occasion.received(fix(2, north: 60), at: 2, arrival: .seconds(2))?.distance.map {
        abs($0 - 60) < 0.1
      } == true)
  }

  @Test func aFixComesAfterEachLoss() {
    var occasion = FixOccasion()
    #expect(occasion.received(fix(0), at: 0, arrival: .seconds(0))?.event == "fix")
    #expect(occasion.received(fix(1), at: 1, arrival: .seconds(1)) == nil)
    #expect(occasion.fixLost(at: .seconds(2)) == nil)
    #expect(occasion.received(fix(5), at: 5, arrival: .seconds(5))?.event == "fix")
  }

  @Test func aLossCountsAtOnceOrAfterItsGracePeriod() {
    var occasion = LossOccasion(grace: 0)
    // Nothing is lost that was never there.
    #expect(occasion.fixLost(at: .zero) == nil)
    #expect(occasion.received(fix(1), at: 1, arrival: .seconds(1)) == nil)
    #expect(occasion.fixLost(at: .seconds(2))?.fix == fix(1))

    occasion = LossOccasion(grace: 10)
    _ = occasion.received(fix(1), at: 1, arrival: .seconds(1))
    #expect(occasion.fixLost(at: .seconds(2)) == nil)
    // Ten seconds after the last fix.
    #expect(occasion.due == .seconds(11))
    #expect(occasion.elapsed()?.event == "lost")
    #expect(occasion.due == nil)
    // A tunnel of 5 s, and one of 20 s in a recording that is replayed fast.
    _ = occasion.received(fix(30), at: 30, arrival: .seconds(30))
    _ = occasion.fixLost(at: .seconds(31))
    #expect(occasion.received(fix(35), at: 35, arrival: .seconds(35)) == nil)
    _ = occasion.fixLost(at: .seconds(31))
    #expect(occasion.received(fix(55), at: 55, arrival: .seconds(55))?.fix == fix(35))
  }

  private let anchorWatch = LossOccasion.Watch(start: .zero, worstAccuracy: 50)

  @Test func aWatchIsLostOncePerLoss() {
    var occasion = LossOccasion(grace: 60, watch: anchorWatch)
    _ = occasion.received(fix(10), at: 10, arrival: .seconds(10))
    #expect(occasion.due == nil)
    // The receiver is silent, then unplugged, then the service denies the location: one loss.
    #expect(occasion.fixLost(at: .seconds(13)) == nil)
    #expect(occasion.fixLost(at: .seconds(20)) == nil)
    #expect(occasion.due == .seconds(70))
    #expect(occasion.elapsed()?.fix == fix(10))
    #expect(occasion.fixLost(at: .seconds(80)) == nil)
    #expect(occasion.due == nil)
    // No alarm on recovery, and another one at the next loss.
    #expect(occasion.received(fix(100), at: 100, arrival: .seconds(100)) == nil)
    _ = occasion.fixLost(at: .seconds(101))
    #expect(occasion.due == .seconds(160))
  }

  @Test func aWatchThatNeverGetsAFixIsLost() {
    var occasion = LossOccasion(grace: 60, watch: anchorWatch)
    #expect(occasion.due == .seconds(60))
    let occurrence = occasion.elapsed()
    #expect(occurrence?.event == "lost")
    #expect(occurrence?.variables["GPS_LATITUDE"] == .some(nil))
    #expect(occasion.due == nil)
  }

  @Test func aFixThatIsTooInaccurateForTheWatchIsNone() {
    // GeoClue takes over from a dead receiver, with a position from Wi-Fi.
    var occasion = LossOccasion(grace: 60, watch: anchorWatch)
    _ = occasion.received(fix(10, accuracy: 50), at: 10, arrival: .seconds(10))
    _ = occasion.received(fix(14, accuracy: 51), at: 14, arrival: .seconds(14))
    #expect(occasion.due == .seconds(70))
    #expect(MoveOccasion(distance: 200, grace: 0).worstAccuracy == 200)
    #expect(MoveOccasion(distance: 20, grace: 0).worstAccuracy == 50)
  }

  @Test func theReturnOfTheFixHappensOnRequestAndOnlyAfterALossThatCounted() {
    var watch = anchorWatch
    watch.includesReturn = true
    var occasion = LossOccasion(grace: 60, watch: watch)
    #expect(occasion.received(fix(1), at: 1, arrival: .seconds(1)) == nil)
    _ = occasion.fixLost(at: .seconds(2))
    #expect(occasion.received(fix(30), at: 30, arrival: .seconds(30)) == nil)
    _ = occasion.fixLost(at: .seconds(31))
    _ = occasion.elapsed()
    #expect(occasion.received(fix(99), at: 99, arrival: .seconds(99))?.event == "fix")
    #expect(occasion.received(fix(100), at: 100, arrival: .seconds(100)) == nil)
  }

  @Test(
    arguments: [("60", 60), ("2m", 120), ("never", nil)] as [(text: String, seconds: Double?)])
  func aWatchWaitsAsLongAsItIsTold(_ row: (text: String, seconds: Double?)) throws {
    #expect(try #require(LossPatience(text: row.text)).seconds == row.seconds)
    #expect(LossPatience(text: "0") == nil)
    #expect(LossPatience.usual.seconds == 60)
  }

  @Test func timePassesAsInTheFixesOrAsTheyArrive() {
    var clock = PassingTime()
    #expect(clock.time(of: fix(100), arrivedAt: .seconds(1)) == 0)
    #expect(clock.time(of: fix(130), arrivedAt: .seconds(2)) == 30)
    #expect(clock.time(of: fix(125), arrivedAt: .seconds(3)) == 25)
    // Without a date, and at the first one after that.
    #expect(clock.time(of: fix(0, isDated: false), arrivedAt: .seconds(5)) == 27)
    #expect(clock.time(of: fix(900), arrivedAt: .seconds(6)) == 28)
  }

  @Test func theVariablesSayWhatIsKnown() {
    var occurrence = Occurrence(event: "fix", fix: fix(0, accuracy: nil, isDated: false))
    #expect(occurrence.variables["GPS_EVENT"] == "fix")
    #expect(occurrence.variables["GPS_LATITUDE"] == "0")
    #expect(occurrence.variables["GPS_LONGITUDE"] == "10")
    // What has no value is removed from what the command inherits.
    for name in [
      "GPS_TIME", "GPS_HORIZONTAL_ACCURACY", "GPS_SPEED", "GPS_REGION", "GPS_DISTANCE",
      "GPS_WARNINGS",
    ] {
      #expect(occurrence.variables[name] == .some(nil), "\(name)")
    }
    occurrence.fix = fix(0)
    // 1,750,000,000 s after 1970.
    #expect(occurrence.variables["GPS_TIME"] == "2025-06-15T15:06:40.000Z")
    #expect(occurrence.variables["GPS_HORIZONTAL_ACCURACY"] == "4")
    occurrence.fix?.warnings = [FixWarnings(.positionJump), FixWarnings(.frozen)]
    #expect(occurrence.variables["GPS_WARNINGS"] == "positionJump frozen")
  }
}
