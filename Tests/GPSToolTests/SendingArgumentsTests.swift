// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationGeometry
import Testing

@testable import GPSTool

/// How the arguments of `gps publish` are read.
@Suite struct SendingArgumentsTests {
  @Test(
    arguments: [
      ("1/s", 999_500_000), ("6/min", 9_999_500_000), ("0.5/h", 7_199_999_500_000),
      ("often", nil),
      ("0/s", nil), ("1/day", nil), ("1", nil), ("/s", nil), ("1/s/s", nil), ("nan/s", nil),
    ] as [(text: String, pause: Int64?)])
  func readsRates(text: String, pause: Int64?) {
    #expect(SendingRate(argument: text)?.pause == pause)
  }

  @Test func readsCircles() {
    #expect(
      Circle(argument: "47.5,-9.25,200")
        == Circle(latitude: 47.5, longitude: -9.25, radius: 200))
    for text in [
      "47.5,9.5", "91,0,5", "0,181,5", "0,0,0", "0,0,-1", "a,b,c", "", "1,2,3,4", "1,2,inf",
    ] {
      #expect(Circle(argument: text) == nil, "\(text)")
    }
  }

  @Test func readsCirclesWithNames() {
    let harbor = NamedCircle(argument: "the harbor,47.5,9.5,200")
    #expect(harbor?.name == "the harbor")
    #expect(harbor?.circle == Circle(latitude: 47.5, longitude: 9.5, radius: 200))
    for text in [",47.5,9.5,200", "harbor", "harbor,1,2"] {
      #expect(NamedCircle(argument: text) == nil, "\(text)")
    }
  }

  @Test(
    arguments: [
      ("12h", .seconds(43_200)), ("90d", .seconds(7_776_000)), ("1y", .seconds(31_536_000)),
      ("90", nil), ("d", nil), ("-1d", nil), ("0d", nil), ("1000000d", nil), ("1.5d", nil),
    ] as [(text: String, duration: Duration?)])
  func readsAges(text: String, duration: Duration?) {
    #expect(AgeArgument(argument: text)?.duration == duration)
  }
}
