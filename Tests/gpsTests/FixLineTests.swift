// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@testable import GNSS
@testable import gps

@Suite struct FixLineTests {
  /// The longest of everything, which no receiver says: there has to be room for it, or the program would end.
  @Test(arguments: [OutputFormat.json, .text])
  func hasRoomForTheLongest(format: OutputFormat) throws {
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
    let line = String(capacity: FixLine.capacity) {
      format == .json ? FixLine.json(fix, to: &$0) : FixLine.text(fix, to: &$0)
    }
    #expect(line.utf8.count < FixLine.capacity / 2)
    #expect(line.contains("\(most)"))
  }
}
