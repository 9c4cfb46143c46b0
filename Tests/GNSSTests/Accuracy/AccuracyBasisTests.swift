// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

@Suite struct AccuracyBasisTests {
  private static let now = clock(0)

  /// Returns what the accuracy of the fix in some sentences was made of.
  private func basis(_ bodies: [String], rangeDeviation: Double? = nil) throws -> AccuracyBasis {
    let fix = try #require(Listener(hearing: bodies).fixes.first)
    return AccuracyModel().basis(of: fix, rangeDeviation: rangeDeviation)
  }

  @Test(
    arguments: [
      ("autonomous", "1", "2", 5), ("a dilution that is too good", "1", "0.5", 5),
      ("differential", "2", "2", 4), ("precise", "3", "2", 1.5), ("RTK, fixed", "4", "2", 0.04),
      // Nobody says how many frequencies there are; for a minute, one is assumed.
      ("RTK, float", "5", "2", 4),
    ] as [(why: String, quality: String, hdop: String, rangeError: Double)])
  func aDilutionWasMultipliedByTheErrorOfItsKind(
    why: String, quality: String, hdop: String, rangeError: Double
  ) throws {
    let basis = try basis([gga(Self.now, quality: quality, hdop: hdop), rmc(Self.now, speed: "20")])
    #expect(basis.source == .dilutionOfPrecision && !basis.isLeastRadius)
    #expect(basis.rangeError == rangeError)
    #expect(basis.factor.map { abs($0 - 1.071389) < 1e-5 } == true)
  }

  @Test func aFloatOfTwoFrequenciesHasItsOwnError() throws {
    let second = "GPGSV,1,1,01,05,40,083,45,6"
    let basis = try basis([second, gga(Self.now, quality: "5"), gga(clock(1000), quality: "5")])
    #expect(basis.quality == .rtkFloat && basis.rangeError == 0.5)
  }

  @Test func gstIsBelievedUnlessItStatesTooLittle() throws {
    let good = try basis([gga(Self.now, hdop: "0.8"), gst(Self.now)])
    #expect(good.source == .pseudorangeStatistics && !good.isLeastRadius)
    #expect(good.rangeError == nil && good.factor == nil)
    let bold = "GPGST,\(Self.now),8,,,,0.01,0.01,0.02"
    let autonomous = try basis([gga(Self.now, hdop: "2"), bold])
    #expect(autonomous.isLeastRadius && autonomous.rangeError == 5)
    #expect(autonomous.factor.map { abs($0 - 1.071389 / 2) < 1e-5 } == true)
    let bolder = "GPGST,\(Self.now),8,,,,0.001,0.001,0.02"
    let fixed = try basis([gga(Self.now, quality: "4", hdop: "2"), bolder])
    #expect(fixed.isLeastRadius && fixed.rangeError == nil)
    let float = [gga(Self.now, quality: "5", hdop: "2"), bold]
    #expect(try basis(float, rangeDeviation: 8).isLeastRadius)
    #expect(try !basis(float, rangeDeviation: 7).isLeastRadius)
  }

  @Test func estimatesOfMakersHaveTheirFactors() throws {
    let garmin = try basis([gga(Self.now), "PGRME,15,M,45,M,25,M"])
    #expect(garmin.source == .garminEstimate && garmin.rangeError == nil)
    #expect(garmin.factor.map { abs($0 - 1.286869) < 1e-5 } == true)
    let ublox = try basis(["PUBX,00,\(Self.now),5130,N,00007.5,W,88,G3,5,9,0,0,0,,1,2,1,8,0,0"])
    #expect(ublox.source == .ubloxEstimate)
    #expect(ublox.factor.map { abs($0 - 1.071389) < 1e-5 } == true)
  }

  @Test func knowsTwoDimensionsAndTheLackOfAnything() throws {
    #expect(try basis([gga(Self.now), gsa(mode: 2)]).isTwoDimensional)
    let none = try basis([rmc(Self.now)])
    #expect(none.source == nil && none.rangeError == nil && none.factor == nil)
  }
}
