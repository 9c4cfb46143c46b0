// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationPage
import Testing

@testable import gps

@Suite struct QuantitiesTests {
  private static func quantities(
    _ units: UnitSystem = .metric, _ degrees: MonitorSettings.DegreeFormat = .decimal,
    _ glyphs: Glyphs = .unicode
  ) -> Quantities {
    Quantities(units: units, degrees: degrees, glyphs: glyphs)
  }

  /// By definition, a foot is 0.3048 m, a knot 1852 m per hour, a mile 1609.344 m.
  @Test(
    arguments: [
      (.metric, "100.0 m", "36.0 km/h", "±4 m"), (.nautical, "100.0 m", "19.4 kn", "±4 m"),
      (.imperial, "328.1 ft", "22.4 mph", "±13 ft"),
    ] as [(UnitSystem, String, String, String)])
  func convertsUnits(
    units: UnitSystem, altitude: String, speed: String, accuracy: String
  ) {
    let quantities = Self.quantities(units)
    #expect(quantities.altitude(100) == altitude)
    #expect(quantities.speed(10) == speed)
    #expect(quantities.accuracy(4) == accuracy)
  }

  @Test(
    arguments: [
      ("Lindau", 47.5437, "47.5437000°N", "47°32.62200'N", "47°32'37.320\"N"),
      ("south", -33.8574157, "33.8574157°S", "33°51.44494'S", "33°51'26.697\"S"),
      ("the equator", 0, "0.0000000°N", "0°00.00000'N", "0°00'00.000\"N"),
      ("never 60", 9.999_999_999, "10.0000000°N", "10°00.00000'N", "10°00'00.000\"N"),
      ("a pole", 90, "90.0000000°N", "90°00.00000'N", "90°00'00.000\"N"),
    ] as [(String, Double, String, String, String)])
  func writesDegrees(
    reason: String, value: Double, decimal: String, minutes: String, seconds: String
  ) {
    #expect(Self.quantities(.metric, .decimal).latitude(value) == decimal, "\(reason)")
    #expect(Self.quantities(.metric, .minutes).latitude(value) == minutes, "\(reason)")
    #expect(Self.quantities(.metric, .seconds).latitude(value) == seconds, "\(reason)")
  }

  @Test func hasNoSignsThatATerminalLacks() {
    #expect(Self.quantities(.metric, .decimal, .ascii).longitude(-9.5) == "9.5000000W")
    #expect(Self.quantities(.metric, .minutes, .ascii).longitude(-9.5) == "9 30.00000'W")
    #expect(Self.quantities(.metric, .decimal, .ascii).accuracy(0.5) == "+-0.50 m")
  }

  @Test func survivesWhatNoReceiverSends() {
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      for format in MonitorSettings.DegreeFormat.allCases {
        _ = Self.quantities(.imperial, format).latitude(value)
      }
      _ = Self.quantities().length(value)
      _ = Self.quantities().accuracy(value)
      #expect(Self.quantities().direction(value) == "")
    }
  }

  @Test func writesDirectionsWithThreeDigits() {
    #expect(
      [0, 7.4, 59.9, 359.6, -3, 720].map(Self.quantities().direction)
        == ["000°", "007°", "060°", "000°", "357°", "000°"])
  }

  @Test func writesTimes() {
    #expect(
      [0, 59, 60, 125, 3600, 11_220].map { Quantities.elapsed(.seconds($0)) }
        == ["0 s", "59 s", "1 min 00 s", "2 min 05 s", "1 h 00 min", "3 h 07 min"])
    #expect(Quantities.elapsed(.seconds(-1)) == "0 s")
    #expect(
      [200, 9_940, 275_000].map { Quantities.milliseconds(.microseconds($0)) }
        == ["0.2 ms", "9.9 ms", "275 ms"])
  }
}
