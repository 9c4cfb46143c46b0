// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationProtocols
import NMEA0183
import Testing

@testable import GNSSReceiver

/// How a client of gpsd reads its reports.
@Suite struct GpsdInterpreterTests {
  private static let version = #"{"class":"VERSION","release":"3.22","proto_major":3}"#

  private static func events(_ lines: String..., device: String? = nil) -> [Interpretation] {
    var interpreter = GpsdInterpreter("gpsd://test", device: device)
    var events: [Interpretation] = []
    let bytes = Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
    interpreter.read(bytes.span.bytes, at: .zero) { events.append($0) }
    return events
  }

  /// Reads lines that arrive at a number of seconds.
  private static func read(
    _ interpreter: inout GpsdInterpreter, _ lines: String..., at second: Int
  ) -> [Interpretation] {
    var events: [Interpretation] = []
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    interpreter.read(bytes.span.bytes, at: .seconds(second)) { events.append($0) }
    return events
  }

  private static func tpv(
    _ device: String, _ second: Int, mode: Int = 3, _ more: String = ""
  ) -> String {
    #"{"class":"TPV","device":"\#(device)","mode":\#(mode),"time":"2025-06-15T06:32:0\#(second).000Z","#
      + #""lat":47.5,"lon":9.7\#(more)}"#
  }

  private static func fixes(_ events: [Interpretation]) -> [Fix] {
    events.compactMap { if case .event(.report(.fix(let fix)), _, _) = $0 { fix } else { nil } }
  }

  private static func losses(_ events: [Interpretation]) -> Int {
    events.count { if case .event(.report(.fixLost), _, _) = $0 { true } else { false } }
  }

  private static func states(_ events: [Interpretation]) -> [String] {
    events.compactMap { if case .state(let report) = $0 { report.state } else { nil } }
  }

  /// The factors are those of a normal distribution: 1.6155 in the plane, 1.96 along a line.
  @Test func ninetyFivePercentBecomeSixtyEight() throws {
    let more =
      #","eph":16.155,"epv":19.6,"eps":1.96,"epd":3.92,"speed":2,"track":10,"climb":-0.5,"altHAE":450,"altMSL":400"#
    let fix = try #require(Self.fixes(Self.events(Self.version, Self.tpv("a", 1, more))).first)
    #expect(fix.horizontalAccuracy.map { abs($0 - 10) < 0.001 } == true)
    #expect(fix.verticalAccuracy.map { abs($0 - 10) < 0.001 } == true)
    #expect(fix.speedAccuracy.map { abs($0 - 1) < 0.001 } == true)
    #expect(fix.courseAccuracy.map { abs($0 - 2) < 0.001 } == true)
    #expect(fix.altitude == 400 && fix.ellipsoidalAltitude == 450)
    #expect(fix.speed == 2 && fix.course == 10 && fix.verticalSpeed == -0.5)
    #expect(fix.horizontalAccuracySource == .gpsdEstimate && fix.quality == nil)
  }

  /// Up to gpsd 3.18, there is no eph: 12.935 m along each axis give a radius of 10 m.
  @Test func theErrorsAlongTwoAxesAreARadius() throws {
    let events = Self.events(Self.version, Self.tpv("a", 1, #","epx":12.935,"epy":12.935"#))
    let fix = try #require(Self.fixes(events).first)
    #expect(fix.horizontalAccuracy.map { abs($0 - 10) < 0.01 } == true)
    let plain = try #require(Self.fixes(Self.events(Self.version, Self.tpv("a", 1))).first)
    #expect(plain.horizontalAccuracy == nil && plain.horizontalAccuracySource == nil)
  }

  @Test(
    arguments: [
      ("no time", #"{"class":"TPV","mode":3,"lat":1,"lon":2}"#),
      ("no place", #"{"class":"TPV","mode":3,"time":"2025-06-15T06:32:01.000Z"}"#),
      (
        "not on the Earth",
        #"{"class":"TPV","mode":3,"time":"2025-06-15T06:32:01Z","lat":91,"lon":2}"#
      ),
      ("mode 1", #"{"class":"TPV","mode":1,"time":"2025-06-15T06:32:01Z","lat":1,"lon":2}"#),
    ])
  func isNoFix(reason: String, line: String) {
    #expect(Self.fixes(Self.events(Self.version, line)).isEmpty, "\(reason)")
  }

  @Test func warnsOfWhatGpsdPassesOn() {
    func tpv(_ second: Int, latitude: Double) -> String {
      #"{"class":"TPV","device":"a","mode":3,"time":"2025-06-15T06:32:\#(second).000Z","#
        + #""lat":\#(latitude),"lon":9.7,"eph":8,"speed":1}"#
    }
    let lines = (10..<40).map { tpv($0, latitude: $0 < 30 ? 47.5 : 47.6) }
    let fixes = Self.fixes(
      Self.events(([Self.version] + lines).joined(separator: "\r\n")))
    #expect(fixes.count == 30)
    #expect(fixes.firstIndex { $0.warnings.contains(.positionJump) } == 20)
    #expect(fixes.prefix(20).allSatisfy { $0.warnings.isEmpty })
  }

  @Test func modeOneLosesTheFixOnce() {
    let lost = #"{"class":"TPV","device":"a","mode":1}"#
    let events = Self.events(Self.version, lost, Self.tpv("a", 1), lost, lost)
    #expect(Self.losses(events) == 1)
    #expect(events.last == .event(.report(.fixLost(nil))))
  }

  /// Until the receiver falls silent, whose last time gpsd repeats.
  @Test func itsTimeGoesOnWithoutAFix() {
    let events = Self.events(
      Self.version, Self.tpv("a", 1), Self.tpv("a", 2, mode: 1), Self.tpv("a", 3, mode: 1),
      Self.tpv("a", 3, mode: 1), Self.tpv("a", 4, mode: 1))
    let times = events.compactMap {
      if case .event(.timeWithoutFix(let time), _, _) = $0 { time.time.second } else { nil }
    }
    #expect(Self.losses(events) == 1 && times == [3, 4])
  }

  /// gpsd reports an instant several times when it begins.
  @Test func anInstantIsReportedOnce() {
    let events = Self.events(
      Self.version, Self.tpv("a", 1, mode: 2), Self.tpv("a", 1), Self.tpv("a", 2))
    #expect(Self.fixes(events).count == 2)
  }

  @Test func oneReceiverIsFollowed() {
    let events = Self.events(
      Self.version, Self.tpv("a", 1), Self.tpv("b", 2), #"{"class":"TPV","device":"b","mode":1}"#,
      #"{"class":"DEVICE","path":"a","activated":0}"#, Self.tpv("b", 3))
    #expect(Self.fixes(events).map(\.time?.time.second) == [1, 3])
    #expect(Self.losses(events) == 1)
    #expect(Self.states(events) == ["unplugged"])
    let named = Self.events(Self.version, Self.tpv("a", 1), Self.tpv("b", 2), device: "b")
    #expect(Self.fixes(named).map(\.time?.time.second) == [2])
  }

  @Test func aReceiverThatFallsSilentIsFollowedNoLonger() {
    var interpreter = GpsdInterpreter("gpsd://test", device: nil)
    var events = Self.read(&interpreter, Self.version, at: 0)
    for second in 0..<5 {
      events += Self.read(
        &interpreter, Self.tpv("a", second), Self.tpv("b", second, #","alt":1"#), at: second)
    }
    #expect(Self.fixes(events).count == 5, "only those of the first")
    events = []
    for second in 5..<10 {
      events += Self.read(&interpreter, Self.tpv("b", second, #","alt":1"#), at: second)
    }
    // Three periods after the last fix of the other, at 4 s.
    #expect(Self.fixes(events).map(\.time?.time.second) == [7, 8, 9])
    #expect(Self.losses(events) == 1)
    // It does not return while this one has a fix.
    let late = Self.read(&interpreter, Self.tpv("a", 9, mode: 1), Self.tpv("a", 9), at: 10)
    #expect(Self.fixes(late).isEmpty && Self.losses(late) == 0)
  }

  @Test func aReceiverThatIsPluggedInAgainIsNotMissing() {
    var reports = ReportedState(from: "gpsd://test", reportsStates: false)
    var reported: [ReceiverEvent] = []
    var interpreter = GpsdInterpreter("gpsd://test", device: nil)
    func take(_ lines: String..., at second: Int) {
      let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
      interpreter.read(bytes.span.bytes, at: .seconds(second)) {
        reports.received($0, at: .seconds(second), into: &reported)
      }
    }
    take(Self.version, Self.tpv("a", 1), at: 1)
    take(#"{"class":"DEVICE","path":"a","activated":0}"#, at: 2)
    guard case .relayed(let report) = reports.state, report.state == "unplugged" else {
      Issue.record("not missing: \(reports.state)")
      return
    }
    take(#"{"class":"DEVICE","path":"a","activated":"2025-06-15T06:32:09.000Z"}"#, at: 9)
    take(#"{"class":"TPV","device":"a","mode":1}"#, at: 10)
    #expect(reports.state == .waitingForFix(satellitesInView: nil, since: .seconds(9)))
    take(Self.tpv("a", 9), at: 11)
    #expect(reports.state == .fix)
  }

  @Test func anotherReceiverThanTheNamedOneDoesNotReplaceIt() {
    let events = Self.events(
      Self.version, #"{"class":"DEVICE","path":"a","activated":0}"#,
      #"{"class":"DEVICE","path":"b","activated":"2025-06-15T06:32:09.000Z"}"#, device: "a")
    #expect(events.count == 2 && Self.states([events[1]]) == ["unplugged"])
  }

  @Test func theSkyIsCounted() throws {
    let sky =
      #"{"class":"SKY","device":"a","hdop":1.1,"satellites":["#
      + #"{"PRN":5,"el":40.0,"az":120.0,"ss":41.0,"used":true,"gnssid":0,"svid":5},"#
      + #"{"PRN":70,"el":200.0,"az":359.6,"used":false},{"PRN":301,"used":true}]}"#
    let events = Self.events(Self.version, sky, Self.tpv("a", 1))
    guard case .event(.report(.satellites(let view)), _, _) = events[1] else {
      Issue.record("no sky")
      return
    }
    #expect(view.satellites.map(\.satellite.system) == [.gps, .glonass, .galileo])
    #expect(view.satellites.map(\.satellite.number) == [5, 6, 1])
    #expect(view.satellites.map(\.elevation) == [40, nil, nil])
    #expect(view.satellites.map(\.azimuth) == [120, 0, nil])
    let fix = try #require(Self.fixes(events).first)
    #expect(fix.satellitesInView == 3 && fix.satellitesUsed == 2)
    #expect(fix.dilutionOfPrecision.horizontal == 1.1)
  }

  @Test func whoDoesNotGreetIsNotBelieved() {
    #expect(Self.events(Self.tpv("a", 1)).isEmpty)
    let events = Self.events(
      Self.version, #"{"class":"DEVICES","devices":[]}"#, "}{", #"{"class":"ERROR"}"#)
    #expect(events.first == .understood && events.count == 3)
    #expect(Self.states(events) == ["searching", "failed"])
  }

  @Test func theBowPointsSomewhere() {
    let events = Self.events(
      Self.version, #"{"class":"ATT","heading":12.5,"mheading":400}"#, #"{"class":"ATT"}"#)
    guard case .event(.report(.heading(let heading)), _, _) = events.last else {
      Issue.record("no heading")
      return
    }
    #expect(heading.trueHeading == 12.5 && heading.magneticHeading == nil)
    #expect(events.count == 2)
  }
}
