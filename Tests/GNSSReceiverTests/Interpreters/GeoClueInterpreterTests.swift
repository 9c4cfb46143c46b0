// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Testing

@testable import GNSSReceiver

/// Which locations of GeoClue's are believed, and how far.
struct GeoClueInterpreterTests {
  /// Returns the fixes that come of locations, `seconds` after GeoClue was started.
  private static func fixes(_ locations: String..., after seconds: Int = 2) -> [Fix] {
    var interpreter = GeoClueInterpreter()
    var fixes: [Fix] = []
    func read(_ line: String, at now: Duration) {
      interpreter.read(Array((line + "\n").utf8).span.bytes, at: now) {
        if case .event(.report(.fix(let fix)), _, _) = $0 { fixes.append(fix) }
      }
    }
    read(#"{"class":"started"}"#, at: .seconds(100))
    for location in locations { read(location, at: .seconds(100 + seconds)) }
    return fixes
  }

  private static func location(
    accuracy: String = "25", age: Int = 0, seconds: Int = 1_750_000_000, _ more: String = ""
  ) -> String {
    #"{"class":"location","latitude":51.5,"longitude":-0.25,"accuracy":\#(accuracy),"seconds":\#(seconds),"#
      + #""microseconds":0,"age":\#(age)\#(more)}"#
  }

  @Test func aLocationIsAFixThatSaysItsOrigin() throws {
    let more = #","altitude":12.5,"speed":2,"heading":90,"description":"WiFi""#
    let fix = try #require(Self.fixes(Self.location(more)).first)
    #expect(fix.latitude == 51.5 && fix.longitude == -0.25 && fix.source == .geoClue)
    #expect(fix.time?.nanosecondsSince1970 == 1_750_000_000_000_000_000)
    #expect(fix.horizontalAccuracy == 25 && fix.horizontalAccuracySource == .geoClue)
    #expect(fix.altitude == 12.5 && fix.speed == 2 && fix.course == 90)
    #expect(fix.satellitesUsed == nil && fix.quality == nil)
  }

  @Test func whatGeoClueDoesNotKnowIsAbsent() throws {
    let fix = try #require(Self.fixes(Self.location(#","speed":-1,"heading":-1"#)).first)
    #expect(fix.altitude == nil && fix.speed == nil && fix.course == nil)
  }

  /// GeoClue 2.6 says 0, 1 and 3 m for dilutions up to 1, 2 and 5, which are 4, 8 and 20 m at 4 m per unit.
  @Test(
    arguments: [
      ("nothing is known", "0", "", 100, .assumed),
      ("a network does not say 0 m", "0", "WiFi", 100, .assumed),
      ("a receiver, HDOP up to 1", "0", "GPS GGA+RMC", 5, .assumed),
      ("a receiver, up to 2", "1", "GPS GGA", 10, .assumed),
      ("perhaps a receiver, up to 2", "1", "", 10, .assumed),
      ("perhaps a receiver, up to 5", "3", "", 25, .assumed),
      ("up to 10", "50", "", 50, .geoClue),
      ("a fixed place", "3", "Static location", 3, .geoClue),
      ("better than a place can be stated", "0.01", "WiFi", 1, .geoClue),
      ("an address on the Internet", "25000", "", 25_000, .geoClue),
    ] as [(String, String, String, Double, AccuracySource)])
  func theAccuracyIsNotBetterThanCanBe(
    why: String, claim: String, description: String, accuracy: Double, source: AccuracySource
  ) throws {
    let more = #","description":"\#(description)""#
    let fix = try #require(Self.fixes(Self.location(accuracy: claim, more)).first)
    #expect(fix.horizontalAccuracy == accuracy, "\(why)")
    #expect(fix.horizontalAccuracySource == source, "\(why)")
  }

  @Test(
    arguments: [
      ("not on the Earth", Self.location().replacing("51.5", with: "91")),
      ("no accuracy", Self.location().replacing("accuracy", with: "x")),
      ("no time", #"{"class":"location","latitude":1,"longitude":0,"accuracy":5}"#),
      ("less than none", Self.location(accuracy: "-1")),
      ("larger than the Earth", Self.location(accuracy: "3e7")),
      ("from before the question", Self.location(age: 4)),
      ("yesterday's, from a recording", Self.location(age: 67_921)),
      ("tomorrow's", Self.location(age: -61)),
      ("too long", Self.location(#","description":"\#(String(repeating: "x", count: 2000))""#)),
      ("no JSON", "{{{"),
    ])
  func isNotBelieved(why: String, line: String) {
    #expect(Self.fixes(line).isEmpty, "\(why)")
  }

  /// Its times are whole seconds, so that one of the second in which it was started may be new.
  @Test func aLocationOfTheFirstSecondIsNew() {
    #expect(Self.fixes(Self.location(age: 3)).count == 1)
  }

  @Test func noneIsPassedOnTwiceOrAfterANewerOne() {
    let first = Self.location(seconds: 1_750_000_005)
    #expect(Self.fixes(first, first, Self.location(seconds: 1_750_000_004)).count == 1)
    #expect(Self.fixes(first, Self.location(seconds: 1_750_000_006)).count == 2)
  }

  @Test func nothingIsReadBeforeItWasStarted() {
    var interpreter = GeoClueInterpreter()
    interpreter.read(Array((Self.location() + "\n").utf8).span.bytes, at: .zero) {
      Issue.record("\($0)")
    }
  }
}
