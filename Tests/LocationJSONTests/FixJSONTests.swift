// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import LocationJSON
import NMEA0183
import TestSupport
import Testing

/// Fixes written as JSON and read again.
@Suite struct FixJSONTests {
  private static func read(_ json: [UInt8]) throws -> Fix? {
    var reader = JSONReader(json[...])
    return Fix(json: try reader.value())
  }

  /// Returns the fixes of all recordings in this repository.
  private static func recorded() throws -> [Fix] {
    var fixes: [Fix] = []
    let directory = Repository.url("Fixtures/recordings")
    let files = try FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: nil)
    for file in files where file.pathExtension == "nmea" {
      let bytes = [UInt8](try Data(contentsOf: file))
      var pipeline = FixPipeline(undatedFixesHeld: 10)
      pipeline.push(bytes.span.bytes) { if case .fix(let fix) = $0 { fixes.append(fix) } }
      pipeline.finish { if case .fix(let fix) = $0 { fixes.append(fix) } }
    }
    return fixes
  }

  @Test func theSourceComesBackUnlessItIsAReceiver() throws {
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: 1_750_000_000_000_000_000), latitude: 1, longitude: 2)
    #expect(!String(decoding: fix.json, as: UTF8.self).contains("source"))
    fix.source = .geoClue
    #expect(String(decoding: fix.json, as: UTF8.self).contains(#""source":"geoclue""#))
    #expect(try Self.read(fix.json)?.source == .geoClue)
  }

  @Test(arguments: [("-3", "1e308"), ("10000000000", "-1e9"), ("1.5", "2e8")])
  func whatNoReceiverCanReportIsLeftOut(count: String, height: String) throws {
    let text =
      #"{"latitude":1,"longitude":2,"satellitesUsed":\#(count),"satellitesInView":\#(count),"#
      + #""correctionStation":\#(count),"altitude":\#(height),"ellipsoidalAltitude":\#(height)}"#
    let fix = try #require(try Self.read(Array(text.utf8)))
    #expect(
      fix.satellitesUsed == nil && fix.satellitesInView == nil && fix.differentialStation == nil)
    #expect(fix.altitude == nil && fix.ellipsoidalAltitude == nil)
  }

  @Test func everyRecordedFixComesBack() throws {
    let fixes = try Self.recorded()
    #expect(fixes.count > 600)
    for fix in fixes {
      let json = fix.json
      let read = try #require(try Self.read(json))
      // Writing rounds once; after that, nothing changes.
      #expect(read.json == json)
      #expect(read.time == fix.time)
      #expect(abs(read.latitude - fix.latitude) < 1e-10)
      #expect(read.quality == fix.quality && read.mode == fix.mode)
      #expect(read.horizontalAccuracySource == fix.horizontalAccuracySource)
      #expect(read.verticalAccuracySource == fix.verticalAccuracySource)
      #expect(read.isSimulated == fix.isSimulated)
      #expect((read.altitude == nil) == (fix.altitude == nil))
      #expect((read.course == nil) == (fix.course == nil))
      #expect((read.speed == nil) == (fix.speed == nil))
    }
  }

  @Test func signaturesComeBack() throws {
    var fix = Fix(time: nil, latitude: 1, longitude: 2)
    #expect(!String(decoding: fix.json, as: UTF8.self).contains("authentication"))
    var authentication = FixAuthentication(.verified, satellitesAuthenticated: 6)
    (authentication.galileoUsed, authentication.clockDifference) = (8, 0.31)
    fix.authentication = authentication
    #expect(
      String(decoding: fix.json, as: UTF8.self).contains(
        #""authentication":{"status":"verified","satellitesAuthenticated":6,"galileoUsed":8,"clockDifference":0.31}"#
      ))
    #expect(try Self.read(fix.json)?.authentication == authentication)
    for reason in FixAuthentication.Reason.allCases {
      authentication = FixAuthentication(.unknown, reason: reason)
      authentication.receiver = .init()
      authentication.receiver?.isFixAuthenticated = true
      authentication.receiver?.isTimeAuthenticated = false
      authentication.receiver?.satellitesAuthenticated = 7
      fix.authentication = authentication
      #expect(try Self.read(fix.json)?.authentication == authentication)
    }
  }

  /// What another program sends is text of unknown origin.
  @Test(arguments: [
    "1", #""verified""#, "{}", #"{"status":"proven"}"#, #"{"status":1}"#,
    #"[{"status":"verified"}]"#,
  ])
  func readsNoSignaturesWithoutAKnownStatus(json: String) throws {
    let fix = #"{"latitude":1,"longitude":2,"authentication":\#(json)}"#
    #expect(try Self.read(Array(fix.utf8)) != nil)
    #expect(try Self.read(Array(fix.utf8))?.authentication == nil)
  }

  @Test func readsNoImpossibleNumbersOfSatellites() throws {
    let json = """
      {"latitude":1,"longitude":2,"authentication":{"status":"verified","satellitesAuthenticated":-1,\
      "galileoUsed":1e9,"clockDifference":-2,"receiver":{"satellitesAuthenticated":"x"}}}
      """
    let fix = try Self.read(Array(json.utf8))
    #expect(fix?.authentication == FixAuthentication(.verified))
  }

  @Test(
    arguments: [
      (6, 8, 0.3, "6 of 8 Galileo satellites signed"), (6, nil, 0.3, "6 Galileo satellites signed"),
      (6, 8, nil, "6 of 8 Galileo satellites signed, not proven when"),
    ] as [(count: Int, used: Int?, difference: Double?, text: String)])
  func saysHowManySatellitesAreSigned(count: Int, used: Int?, difference: Double?, text: String) {
    var authentication = FixAuthentication(.verified, satellitesAuthenticated: count)
    (authentication.galileoUsed, authentication.clockDifference) = (used, difference)
    #expect(authentication.text == text)
  }

  @Test func warningsComeBack() throws {
    var fix = Fix(time: FixTime(nanosecondsSince1970: 0), latitude: 1, longitude: 2)
    #expect(!String(decoding: fix.json, as: UTF8.self).contains("warnings"))
    for warning in [FixWarning.frozen, .positionJump] { fix.warnings.insert(FixWarnings(warning)) }
    #expect(
      String(decoding: fix.json, as: UTF8.self).contains(#""warnings":["positionJump","frozen"]"#))
    #expect(try Self.read(fix.json)?.warnings == fix.warnings)
  }

  @Test func whatIsAbsentStaysUnknown() throws {
    let json = #"{"timeOfDay":"23:59:60.123456789","latitude":0,"longitude":-180}"#
    let fix = try #require(try Self.read(Array(json.utf8)))
    let time = try #require(UTCTime(hour: 23, minute: 59, second: 60, nanosecond: 123_456_789))
    #expect(fix == Fix(time: FixTime(date: nil, time: time), latitude: 0, longitude: -180))
  }

  /// Values that no receiver reports, but that untrusted input may contain.
  @Test(
    arguments: [
      ("course", "360"), ("course", "-1"), ("speed", "-0.5"), ("speed", "\"fast\""),
      ("horizontalAccuracy", "-3"), ("quality", "\"best\""), ("mode", "4"), ("hdop", "null"),
      ("satellitesUsed", "1.5"), ("differentialStation", "1e300"),
    ])
  func isNotBelieved(member: String, value: String) throws {
    let start = #"{"timestamp":"2025-06-15T06:32:20.000Z","latitude":1,"longitude":2"#
    let plain = try #require(try Self.read(Array("\(start)}".utf8)))
    let json = "\(start),\"\(member)\":\(value)}"
    #expect(try Self.read(Array(json.utf8)) == plain)
  }

  @Test func aFixMayHaveNoTime() throws {
    let fix = Fix(time: nil, latitude: 1, longitude: 2)
    #expect(String(decoding: fix.json, as: UTF8.self) == #"{"latitude":1,"longitude":2}"#)
    #expect(try Self.read(fix.json) == fix)
  }

  @Test(
    arguments: [
      "", "2025-06-15", "2025-06-15T06:32:20.000", "2025-02-30T06:32:20Z", "2025-06-15T24:00:00Z",
      "2025-06-15T06:32:20.Z", "2025-06-15T6:32:20Z", "2025-06-15T06:32:20-Z",
      "2025-06-15T06:32:61Z", "+025-06-15T06:32:20Z", "06:32", "T06:32:20Z",
      "2025-06-15T06:32:20.1.2Z",
    ])
  func isNoTime(text: String) {
    #expect(FixTime(text: text) == nil)
  }

  @Test func aTimeMayHaveOtherNumbersOfDecimals() throws {
    let time = try #require(FixTime(text: "2025-06-15T06:32:20.5Z"))
    #expect(time.time.nanosecond == 500_000_000)
    #expect(FixTime(text: "2025-06-15T06:32:20Z")?.time.nanosecond == 0)
    #expect(FixTime(text: "2025-06-15T06:32:20.1234567899Z")?.time.nanosecond == 123_456_789)
    #expect(FixTime(text: "06:32:20Z")?.date == nil)
  }

  /// JSON has no word for infinity, and would be of any length with figures that no receiver measures.
  @Test(arguments: [Double.nan, .infinity, -.infinity, -1.234_567_890_123_456_7e+300])
  func omitsWhatCannotBeWritten(value: Double) throws {
    let time = try #require(UTCTime(hour: 6, minute: 32, second: 20))
    let plain = Fix(time: FixTime(date: nil, time: time), latitude: 1, longitude: 2)
    var fix = plain
    (fix.altitude, fix.speed, fix.dilutionOfPrecision.horizontal) = (value, value, value)
    #expect(fix.json == plain.json)
    #expect(try Self.read(fix.json) == plain)
  }
}
