// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationProtocols
import NMEA0183
import SerialLine
import Testing

@testable import GNSS
@testable import GNSSReceiver
@testable import gps

/// A receiver in the harbor of Lindau, for drawing; times are seconds on the monotonic clock.
enum SampleScene {
  static let candidate = Source(
    identity: "usb:1546:01a8", kind: SerialSource("/dev/ttyUSB0"), model: "u-blox 8",
    likelihood: .certain)

  static func status(
    _ state: ReceiverState, _ candidate: Source = candidate, rate: UInt32? = 9600
  ) -> ReceiverEvent.Content {
    var status = ReceiverStatus()
    status.current = SourceStatus(
      source: candidate, state: state, rate: rate.map(BaudRate.init(rawValue:)))
    return .status(status)
  }

  /// Returns a fix at a number of seconds after noon, displaced by a number of meters.
  static func fix(
    _ second: Int = 0, east: Double = 0, north: Double = 0, accuracy: Double? = 4
  ) throws -> Fix {
    let time = try #require(
      UTCTime(hour: 12, minute: UInt8(second / 60), second: UInt8(second % 60)))
    var fix = Fix(
      time: FixTime(date: CivilDate(year: 2025, month: 6, day: 15), time: time),
      latitude: 47.5437 + north / 111_195, longitude: 9.6833 + east / 111_195 / 0.675_021_3)
    (fix.altitude, fix.horizontalAccuracy, fix.verticalAccuracy) = (396, accuracy, 6)
    fix.horizontalAccuracySource = accuracy == nil ? nil : .pseudorangeStatistics
    (fix.speed, fix.course, fix.mode, fix.quality) = (1.028_889, 60, .threeDimensional, .autonomous)
    (fix.satellitesUsed, fix.satellitesInView) = (5, 8)
    fix.dilutionOfPrecision.horizontal = 1
    fix.dilutionOfPrecision.vertical = 1.6
    fix.dilutionOfPrecision.position = 1.9
    return fix
  }

  static let satellites: SatellitesInView = {
    let rows: [(SatelliteSystem, UInt16, Int8, UInt16, Float?, Bool)] = [
      (.gps, 5, 40, 83, 45, true), (.gps, 7, 17, 308, 41, true), (.gps, 13, 60, 180, 38, true),
      (.gps, 30, 10, 10, nil, false), (.glonass, 2, 35, 270, 33, true),
      (.glonass, 12, 5, 220, 22, false), (.galileo, 1, 75, 100, 47, true),
      (.galileo, 26, 20, 45, 28, false),
    ]
    var used = SatelliteSet()
    let view = rows.map { system, number, elevation, azimuth, strength, isUsed in
      let satellite = SatelliteID(system: system, number: number)
      if isUsed { used.insert(satellite) }
      return SatelliteInView(
        satellite: satellite, signal: nil, elevation: elevation, azimuth: azimuth,
        carrierToNoise: strength)
    }
    return SatellitesInView(view, used: used)
  }()

  /// Returns a scene with a fix that is 2 s old, after half a minute at 9600 baud.
  static func withFix() throws -> MonitorScene {
    var state = MonitorState(since: .seconds(100))
    state.received(
      status(.waitingForFix(satellitesInView: 8, since: .seconds(100))), at: .seconds(100))
    state.received(.report(.satellites(satellites)), at: .seconds(100))
    for second in 0..<30 {
      let now = Duration.seconds(130 + second)
      let angle = Double(second * 7 % 30) / 30
      let fix = try fix(
        second, east: 4 * (angle - 0.5), north: second % 2 == 0 ? angle : -angle,
        accuracy: 4 + Double(second % 3))
      state.received(ReceiverEvent(.report(.fix(fix)), at: now), at: now + .milliseconds(1))
      if second == 0 { state.received(status(.fix), at: now) }
    }
    return MonitorScene(state: state, now: .seconds(161))
  }
}

extension MonitorState {
  /// Processes an event as soon as it arrives.
  mutating func received(_ content: ReceiverEvent.Content, at now: Duration) {
    received(ReceiverEvent(content, at: now), at: now)
  }
}

extension SampleScene {
  /// Returns a state as the location service reports it.
  static func relayed(_ code: StateReport.Code) -> ReceiverEvent.Content {
    var report = StateReport(state: code.rawValue, code: code)
    (report.device, report.rate, report.explanation) = (
      "/dev/ttyACM0", 9600, "the service's own words"
    )
    let place = ServiceSource(["/run/a.sock"], ClientIntroduction(name: "gps monitor"))
    return status(.relayed(report), Source(identity: "service", kind: place), rate: nil)
  }
}

/// Expects rows of text, without spaces at the ends of rows.
func expectPicture(
  _ screen: Screen, _ picture: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let drawn = screen.lines.joined(separator: "\n")
  #expect(drawn == picture, "\n\(drawn)\n", sourceLocation: sourceLocation)
}
