// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry
import Testing

@Suite struct InterpolationTests {
  private func fix(_ second: Int64, _ latitude: Double, _ longitude: Double) -> Fix {
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: second * 1_000_000_000), latitude: latitude,
      longitude: longitude)
    fix.horizontalAccuracy = 4
    fix.altitude = Double(second)
    return fix
  }

  private func between(_ first: Fix, _ second: Fix, at time: Int64) -> Fix? {
    Fix(at: time * 1_000_000_000, between: first, and: second)
  }

  @Test func takesTheShortWayAcrossTheDateLine() throws {
    let found = try #require(between(fix(0, 0, 179.999), fix(40, 0, -179.999), at: 30))
    #expect(abs(found.longitude + 179.9995) < 1e-9)
    #expect(found.altitude == 30)
    #expect(found.horizontalAccuracy == 4)
  }

  @Test(
    arguments: [
      ("an hour", 3600, 1.0, true), ("more", 3601, 1, false),
      ("more, at one place", 36_000, 0.0005, true), ("where nothing can have been", 10, 9, false),
    ] as [(String, Int64, Double, Bool)])
  func staysWithinATripOrAStop(name: String, seconds: Int64, degrees: Double, isFound: Bool) {
    #expect((between(fix(0, 0, 0), fix(seconds, 0, degrees), at: 10) != nil) == isFound)
  }

  @Test func saysHowLittleAGapTells() throws {
    let found = try #require(between(fix(0, 0, 0), fix(600, 0, 0.1), at: 300))
    #expect(abs((found.horizontalAccuracy ?? 0) - 5566) < 1)
  }

  @Test func isTheFixOfThatTime() {
    #expect(between(fix(5, 1, 2), fix(5, 1, 2), at: 5) == fix(5, 1, 2))
    #expect(between(fix(5, 1, 2), fix(9, 1, 2), at: 4) == nil)
  }
}
