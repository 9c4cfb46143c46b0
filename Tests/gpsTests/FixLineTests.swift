// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import LocationPage
import NMEA0183
import Testing

@testable import GNSS
@testable import gps

@Suite struct FixLineTests {
  /// The longest value of every member, more than any receiver sends, still fits in a pipe that is writable.
  @Test func isShorterThanAPipeAccepts() throws {
    let time = try #require(UTCTime(hour: 23, minute: 59, second: 59, nanosecond: 123_456_789))
    let most = -1.234_567_890_123_456_7e+300
    var fix = Fix(
      time: FixTime(
        date: CivilDate(year: 2025, month: 12, day: 31), time: time, isRolloverCorrected: true),
      latitude: -89.123_456_789_1, longitude: -179.123_456_789_1)
    for member: WritableKeyPath<Fix, Double?> in [
      \.altitude, \.ellipsoidalAltitude, \.geoidSeparation, \.speed, \.verticalSpeed,
      \.horizontalAccuracy, \.verticalAccuracy, \.speedAccuracy, \.courseAccuracy,
      \.differentialAge,
      \.dilutionOfPrecision.horizontal, \.dilutionOfPrecision.vertical,
      \.dilutionOfPrecision.position,
    ] {
      fix[keyPath: member] = most
    }
    fix.course = 359.1234
    fix.quality = FixQuality(rawValue: 2)
    fix.mode = .threeDimensional
    fix.horizontalAccuracySource = .faultDetection
    fix.verticalAccuracySource = .ubloxEstimate
    for member: WritableKeyPath<Fix, Int?> in [
      \.satellitesUsed, \.satellitesInView, \.differentialStation,
    ] { fix[keyPath: member] = .min }
    var line: [UInt8] = []
    FixLine.text(fix, to: &line)
    #expect(line.count < 4096 / 2)
    #expect(String(decoding: line, as: UTF8.self).contains("\(most)"))
  }

  private static func fix(altitude: Double = 8.6) throws -> Fix {
    let time = try #require(UTCTime(hour: 6, minute: 32, second: 20))
    var fix = Fix(
      time: FixTime(date: CivilDate(year: 2025, month: 6, day: 15), time: time),
      latitude: -33.8574712, longitude: 151.2143848)
    (fix.altitude, fix.horizontalAccuracy, fix.verticalAccuracy) = (altitude, 2, 3)
    (fix.speed, fix.course, fix.mode, fix.quality) = (2, 10, .threeDimensional, .autonomous)
    (fix.satellitesUsed, fix.satellitesInView) = (17, 18)
    return fix
  }

  @Test(
    arguments: [
      (
        nil,
        "2025-06-15 06:32:20.000Z  33.8574712\u{B0}S  151.2143848\u{B0}E \u{B1}2 m  8.6 m \u{B1}3 m  7.2 km/h  "
          + "010\u{B0}  3D autonomous  17/18 satellites"
      ),
      (
        117,
        "2025-06-15 06:32:20.000Z  33.8574712\u{B0}S  151.2143848\u{B0}E \u{B1}2 m  8.6 m \u{B1}3 m  7.2 km/h  "
          + "010\u{B0}  3D autonomous  17/18 sat"
      ),
      (
        101,
        "06:32:20.000Z  33.8574712\u{B0}S  151.2143848\u{B0}E \u{B1}2 m  8.6 m \u{B1}3 m  7.2 km/h  "
          + "010\u{B0}  3D autonomous  17/18 sat"
      ),
      (
        98,
        "06:32:20.000Z  33.8574712\u{B0}S  151.2143848\u{B0}E \u{B1}2 m  8.6 m  7.2 km/h  "
          + "010\u{B0}  3D autonomous  17/18 sat"
      ),
      (
        85,
        "06:32:20.000Z  33.8574712\u{B0}S  151.2143848\u{B0}E \u{B1}2 m  8.6 m  7.2 km/h  010\u{B0}  3D  17/18 sat"
      ),
      (
        81,
        "06:32:20.000Z  33.85747\u{B0}S  151.21438\u{B0}E \u{B1}2 m  8.6 m  7.2 km/h  010\u{B0}  3D  17/18 sat"
      ),
      (
        76,
        "06:32:20Z  33.85747\u{B0}S  151.21438\u{B0}E \u{B1}2 m  9 m  7.2 km/h  010\u{B0}  3D  17/18 sat"
      ),
      (61, "06:32:20Z  33.85747\u{B0}S  151.21438\u{B0}E \u{B1}2 m  9 m  7.2 km/h  010\u{B0}"),
      (20, "06:32:20Z  33.85747\u{B0}S  151.21438\u{B0}E \u{B1}2 m  9 m  7.2 km/h"),
    ] as [(Int?, String)])
  func leavesOutWhatATerminalHasNoRoomFor(width: Int?, line: String) throws {
    let fix = try Self.fix()
    var printer = FixPrinter(format: .text, pace: Pace(.unlimited))
    #expect(printer.line(fix, into: width) == Array(line.utf8))
  }

  /// 2 m/s are 3.888 knots and 4.474 mph; 8.6 m are 28.2 ft, 2 m are 6.6 ft; 0.8574712° are 51.448272 minutes.
  @Test(
    arguments: [
      (
        .nautical, nil,
        "33\u{B0}51.44827'S  151\u{B0}12.86309'E \u{B1}2 m  8.6 m \u{B1}3 m  3.9 kn  010\u{B0}  3D"
      ),
      (.nautical, 70, "33\u{B0}51.448'S  151\u{B0}12.863'E \u{B1}2 m  9 m  3.9 kn  010\u{B0}  3D"),
      (
        .imperial, nil,
        "33.8574712\u{B0}S  151.2143848\u{B0}E \u{B1}7 ft  28.2 ft \u{B1}10 ft  4.5 mph  010\u{B0}  3D"
      ),
    ] as [(UnitSystem, Int?, String)])
  func writesTheUnitsOfAPersonsChoice(units: UnitSystem, width: Int?, part: String) throws {
    var printer = FixPrinter(format: .text, pace: Pace(.unlimited), units: units)
    let line = String(decoding: printer.line(try Self.fix(), into: width), as: UTF8.self)
    #expect(line.contains("Z  " + part), "\(line)")
  }

  /// 59.999999 minutes are the next degree.
  @Test func neverWritesSixtyMinutes() {
    var line: [UInt8] = []
    FixLine.place(
      Fix(time: nil, latitude: 9.999_999_999, longitude: -0.5), in: .nautical, to: &line)
    #expect(line == Array("10\u{B0}00.00000'N  0\u{B0}30.00000'W".utf8))
  }

  @Test func printsTheAgeAndStationOfCorrections() throws {
    var fix = try Self.fix()
    (fix.quality, fix.differentialAge) = (.rtkFixed, 1.23)
    var printer = FixPrinter(format: .text, pace: Pace(.unlimited))
    func end() -> String {
      String(decoding: printer.line(fix, into: nil), as: UTF8.self).components(after: "3D ")
    }
    #expect(end() == "rtkFixed  17/18 satellites  corrections 1.2 s old")
    fix.differentialStation = 42
    #expect(end() == "rtkFixed  17/18 satellites  corrections 1.2 s old, from 42")
    // Without an age, the station is a zero that receivers fill in.
    fix.differentialAge = nil
    #expect(end() == "rtkFixed  17/18 satellites")
  }

  @Test func leavesOutTheSameOfAllLinesUntilTheTerminalIsAsWideAsBefore() throws {
    var printer = FixPrinter(format: .text, pace: Pace(.unlimited))
    func length(_ fix: Fix, _ width: Int) -> Int {
      String(decoding: printer.line(fix, into: width), as: UTF8.self).count
    }
    let (short, long) = (try Self.fix(), try Self.fix(altitude: 1234.5))
    let whole = length(short, 200)
    #expect(length(short, whole) == whole)
    #expect(length(long, whole) < whole)
    #expect(length(short, whole) == whole - "ellites".count)
    #expect(length(short, 200) == whole)
  }
}

extension String {
  fileprivate func components(after mark: String) -> String {
    firstRange(of: mark).map { String(self[$0.upperBound...]) } ?? self
  }

  private func line(_ fix: Fix, _ brevity: FixLine.Brevity = .complete) -> String {
    var line: [UInt8] = []
    FixLine.text(fix, brevity, to: &line)
    return String(decoding: line, as: UTF8.self)
  }

  @Test func countsTheSatellitesThatAreSigned() {
    var fix = Fix(time: nil, latitude: 1, longitude: 2)
    fix.satellitesUsed = 24
    fix.authentication = FixAuthentication(.verified, satellitesAuthenticated: 9)
    #expect(line(fix).hasSuffix("  24 satellites  9 signed"))
    #expect(!line(fix, .satellites).contains("signed"))
    // Nothing is proven, whatever the number says.
    for status in [FixAuthentication.Status.unknown, .failed] {
      fix.authentication?.status = status
      #expect(line(fix).hasSuffix("  24 satellites"))
    }
  }

  @Test func saysOnceWhatSignaturesProve() {
    var changes = AuthenticationChanges()
    #expect(changes.received(nil) == nil)
    let waiting = FixAuthentication(.unknown, reason: .waiting)
    #expect(changes.received(waiting) == "signatures: not verified: waiting for keys")
    #expect(changes.received(waiting) == nil)
    var verified = FixAuthentication(.verified, satellitesAuthenticated: 5)
    verified.clockDifference = 0.4
    #expect(changes.received(verified) == "signatures: 5 Galileo satellites signed")
    verified.satellitesAuthenticated = 6
    #expect(changes.received(verified) == nil)
    #expect(changes.received(FixAuthentication(.failed)) == "signatures: do not hold")
  }
}
