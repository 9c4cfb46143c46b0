// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import TestSupport
import Testing

@Suite struct AccuracyModelTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bodies: [String]
    let horizontal: Double?
    let horizontalSource: AccuracySource?
    let vertical: Double?
    let verticalSource: AccuracySource?

    init(
      _ name: String, _ bodies: [String], _ horizontal: Double?,
      _ horizontalSource: AccuracySource?,
      _ vertical: Double?, _ verticalSource: AccuracySource?
    ) {
      testDescription = name
      self.bodies = bodies
      self.horizontal = horizontal
      self.horizontalSource = horizontalSource
      self.vertical = vertical
      self.verticalSource = verticalSource
    }
  }

  private static let now = clock(0)
  /// A position with a horizontal dilution of precision of 2, and a vertical one of 3.
  private static let plain = [gga(now, hdop: "2"), gsa(hdop: "2", vdop: "3")]
  /// The same with a dilution whose radius GST exceeds by more than half.
  private static let dense = [gga(now, hdop: "0.8"), gsa(hdop: "0.8", vdop: "3")]
  private static let pubx00 = "PUBX,00,\(now),5130,N,00007.5,W,88,G3,5,9,0,0,0,,1,2,1,8,0,0"
  private static let pgrme = "PGRME,15,M,45,M,25,M"
  private static let psrfepe = "PSRFEPE,\(now),A,2,6,8,0.5,2.5"
  private static let gbs = "GPGBS,\(now),3,4,7,,,,"

  static let rows: [Row] = [
    // √(−2 ln 0.31731) / √2 = 1.071389; 5 m · 2 · 1.071389 and 5 m · 3.
    Row("dilutions", plain, 10.7139, .dilutionOfPrecision, 15, .dilutionOfPrecision),
    Row(
      "a horizontal dilution only", [gga(now, hdop: "2")], 10.7139, .dilutionOfPrecision, nil, nil),
    Row("nothing", [gll(now)], nil, nil, nil, nil),
    Row("an unknown dilution", [gga(now, hdop: "99.99")], nil, nil, nil, nil),
    Row("a dilution of 0", [gga(now, hdop: "0")], nil, nil, nil, nil),
    Row(
      "GSA's dilution before GGA's", [gga(now, hdop: "1"), gsa(hdop: "2", vdop: "3")], 10.7139,
      .dilutionOfPrecision, 15, .dilutionOfPrecision),
    // The circle that contains as much as one deviation, for deviations of 4 and 3, integrated numerically.
    Row(
      "GST", dense + [gst(now)], 5.3122, .pseudorangeStatistics, 5, .pseudorangeStatistics),
    Row(
      "GST with a slanting ellipse", dense + ["GPGST,\(now),,2,1,45,1.58,1.58,5"], 2.3058,
      .pseudorangeStatistics, 5, .pseudorangeStatistics),
    // As a NEO-M9N reports it: nearly round, so 1.515173 · √((1.98² + 2.0²) / 2).
    Row(
      "GST with axes that hold 95 %", dense + ["GPGST,\(now),837,5.0,4.8,126,1.98,2.0,5"], 3.0152,
      .pseudorangeStatistics, 5, .pseudorangeStatistics),
    Row(
      "GST without an altitude", dense + ["GPGST,\(now),,,,,3,4,"], 5.3122, .pseudorangeStatistics,
      15,
      .dilutionOfPrecision),
    Row(
      "GST with an altitude only", plain + ["GPGST,\(now),,,,,,,5"], 10.7139, .dilutionOfPrecision,
      5,
      .pseudorangeStatistics),
    Row(
      "GST of zeros", plain + ["GPGST,\(now),0,0,0,0,0,0,0"], 10.7139, .dilutionOfPrecision, 15,
      .dilutionOfPrecision),
    Row(
      "GST of another instant", plain + [gst(clock(5000))], 10.7139, .dilutionOfPrecision, 15,
      .dilutionOfPrecision),
    // 5 · 1.071389 and 9.
    Row("PUBX", plain + [pubx00], 5.35695, .ubloxEstimate, 9, .ubloxEstimate),
    // 15 · 1.515173 / 1.177410 and 45 / 0.6744898.
    Row("PGRME", plain + [pgrme], 19.3030, .garminEstimate, 66.7171, .garminEstimate),
    Row(
      "PGRME without figures", plain + ["PGRME,,M,,M,,M"], 10.7139, .dilutionOfPrecision, 15,
      .dilutionOfPrecision),
    // 6 · 1.071389 and 8.
    Row("PSRFEPE", plain + [psrfepe], 6.42833, .sirfEstimate, 8, .sirfEstimate),
    Row(
      "PSRFEPE with status V", plain + ["PSRFEPE,\(now),V,2,6,8,0.5,2.5"], 10.7139,
      .dilutionOfPrecision, 15, .dilutionOfPrecision),
    Row("GBS", plain + [gbs], 5.3122, .faultDetection, 7, .faultDetection),
    Row(
      "GBS without figures", plain + ["GPGBS,\(now),,,,,,,"], 10.7139, .dilutionOfPrecision, 15,
      .dilutionOfPrecision),
    Row(
      "GBS that says what if a satellite failed",
      plain + ["GPGBS,\(now),1335.2,704.1,12,17,0.1,3,2"],
      10.7139, .dilutionOfPrecision, 15, .dilutionOfPrecision),
    Row(
      "GBS with units between the figures", plain + ["GPGBS,\(now),1.5,M,2.0,M,3.1,M,,"], 10.7139,
      .dilutionOfPrecision, 15, .dilutionOfPrecision),
    Row(
      "GBS without a longitude", plain + ["GPGBS,\(now),3,,7,,,,"], 10.7139, .dilutionOfPrecision,
      15,
      .dilutionOfPrecision),
    Row(
      "two dimensions", [gga(now, hdop: "1"), gsa(mode: 2, hdop: "1", vdop: "3"), gst(now)], 5.3122,
      .pseudorangeStatistics, nil, nil),
    Row(
      "no altitude", [gga(now, hdop: "1", altitude: ""), gsa(hdop: "1", vdop: "3"), gst(now)],
      5.3122,
      .pseudorangeStatistics, nil, nil),
    Row(
      "an altitude above the ellipsoid only", [pubx00], 5.35695, .ubloxEstimate, 9, .ubloxEstimate),
    // Deviations of 3 and 1, integrated numerically; 5 · 1.6.
    Row(
      "the example of docs/accuracy.md",
      [gga(now, hdop: "0.9"), gsa(hdop: "0.9", vdop: "1.6"), "GPGST,\(now),,3.0,1.0,30.0,,,"],
      3.1864, .pseudorangeStatistics, 8, .dilutionOfPrecision),
    Row(
      "dead reckoning with GST", [gga(now, quality: "6"), gst(now)], 5.3122,
      .pseudorangeStatistics, 5, .pseudorangeStatistics),
    // 5 · 1.2 · 1.071389.
    Row(
      "an error beyond reason",
      [gga(now), "GPGST,\(now),,,,,9999999,9999999,9999999"], 6.42833, .dilutionOfPrecision, nil,
      nil),
  ]

  @Test(arguments: rows) func isDerived(row: Row) throws {
    let fix = try #require(Listener(hearing: row.bodies).fixes.first)
    expect(fix.horizontalAccuracy, near: row.horizontal)
    expect(fix.verticalAccuracy, near: row.vertical)
    #expect(fix.horizontalAccuracySource == row.horizontalSource)
    #expect(fix.verticalAccuracySource == row.verticalSource)
  }

  /// Expects a value within 0.2 %, which is how exact the radius of the circle is for an ellipse.
  private func expect(
    _ value: Double?, near expected: Double?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect((value == nil) == (expected == nil), sourceLocation: sourceLocation)
    if let value, let expected {
      #expect(abs(value / expected - 1) < 0.002, "\(value)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func theBestSourceIsTakenInAnyOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var sources = [
      (AccuracySource.pseudorangeStatistics, gst(Self.now)), (.ubloxEstimate, Self.pubx00),
      (.garminEstimate, Self.pgrme), (.sirfEstimate, Self.psrfepe), (.faultDetection, Self.gbs),
      (.dilutionOfPrecision, gsa()),
    ]
    while let best = sources.first {
      let bodies = [gga(Self.now)] + sources.map(\.1).shuffled(using: &random)
      let fix = try #require(Listener(hearing: bodies).fixes.first)
      #expect(fix.horizontalAccuracySource == best.0)
      #expect(fix.verticalAccuracySource == best.0)
      sources.removeFirst()
    }
  }

  @Test func speedAndCourseHaveAnAccuracyFromOneSentenceOnly() throws {
    let moving = try #require(Listener(hearing: [rmc(Self.now), Self.psrfepe]).fixes.first)
    #expect(moving.speedAccuracy == 0.5)
    #expect(moving.courseAccuracy == 2.5)
    let still = try #require(
      Listener(hearing: [rmc(Self.now, speed: "", course: ""), Self.psrfepe]).fixes.first)
    #expect(still.speedAccuracy == nil)
    #expect(still.courseAccuracy == nil)
    let unknown = try #require(
      Listener(hearing: [rmc(Self.now), "PSRFEPE,\(Self.now),A,2,6,8,0.5,180"]).fixes.first)
    #expect(unknown.courseAccuracy == nil)
    #expect(
      try #require(Listener(hearing: [rmc(Self.now), gst(Self.now)]).fixes.first).speedAccuracy
        == nil)
  }

  @Test(
    arguments: [
      // The error of a range times 2 · 1.071389.
      ("satellites alone", "1", 10.7139), ("differential", "2", 8.57111), ("precise", "3", 3.21417),
      ("RTK, fixed", "4", 0.0857111), ("estimated", "6", nil),
      ("typed in", "7", nil), ("simulated", "8", nil),
    ] as [(name: String, quality: String, horizontal: Double?)])
  func rangesAreAsGoodAsTheirQuality(name: String, quality: String, horizontal: Double?) throws {
    let fix = try #require(
      Listener(hearing: [gga(Self.now, quality: quality, hdop: "2"), gsa(hdop: "2")]).fixes.first)
    expect(fix.horizontalAccuracy, near: horizontal)
    #expect((fix.verticalAccuracy == nil) == (horizontal == nil))
    let model = AccuracyModel()
    let error = try model.rangeError(for: FixQuality(rawValue: #require(UInt8(quality))))
    expect(error, near: horizontal.map { $0 / 2 / 1.071389 })
  }

  @Test func aReceiverThatDoesNotTellItsQualityIsTakenForAutonomous() throws {
    #expect(AccuracyModel().rangeError(for: nil) == 5)
    let fix = try #require(
      Listener(hearing: ["GPGLL,5130,N,00007.5,W,\(Self.now)", gsa(hdop: "2")]).fixes.first)
    expect(fix.horizontalAccuracy, near: 10.7139)
  }

  @Test func rangeErrorsCanBeSet() throws {
    var model = AccuracyModel()
    model.userEquivalentRangeError.autonomous = 10
    let fix = try #require(
      Listener(hearing: Self.plain, with: FixPipeline(accuracy: model)).fixes.first)
    expect(fix.horizontalAccuracy, near: 21.4278)
    expect(fix.verticalAccuracy, near: 30)
  }

  // MARK: - What is widened

  private func radius(_ bodies: [String]) throws -> Double? {
    try #require(Listener(hearing: bodies).fixes.last).horizontalAccuracy
  }

  @Test func aDilutionBelow08CountsAs08() throws {
    for quality in ["1", "2", "4"] {
      let dense = try radius([gga(Self.now, quality: quality, hdop: "0.4"), gsa(hdop: "0.4")])
      let usual = try radius([gga(Self.now, quality: quality, hdop: "0.8"), gsa(hdop: "0.8")])
      #expect(dense == usual)
    }
  }

  @Test func theFigureOfAFixedSolutionGrowsWithItsSpeed() throws {
    // 40 knots in 5 ms are 0.1029 m; 0.04 m · 1.071389 at rest.
    let still = [rmc(Self.now, speed: "0"), gga(Self.now, quality: "4", hdop: "1"), gsa(hdop: "1")]
    expect(try radius(still), near: 0.0428556)
    let fast = [rmc(Self.now, speed: "40"), gga(Self.now, quality: "4", hdop: "1"), gsa(hdop: "1")]
    expect(try radius(fast), near: 0.111453)
  }

  @Test func gstIsNotBelievedBelowHalfTheRadiusOfTheDilution() throws {
    let proud = "GPGST,\(Self.now),,,,,0.5,0.5,1"
    expect(try radius(Self.plain + [proud]), near: 5.35695)
    #expect(
      try #require(Listener(hearing: Self.plain + [proud]).fixes.first).horizontalAccuracySource
        == .pseudorangeStatistics)
    // Positions of other kinds have no dilution to compare with.
    expect(try radius([gga(Self.now, quality: "6", hdop: "2"), proud]), near: 0.757587)
  }

  @Test func gstOfAFixedSolutionIsNotBelievedBelow15Millimeters() throws {
    let gst = "GPGST,\(Self.now),9,,,,0.001,0.001,0.002"
    expect(try radius([gga(Self.now, quality: "4", hdop: "1"), gst]), near: 0.015)
  }

  /// Field 2 of GST is the code's: 4 m · 1.5 · 1.071389 / 4.
  @Test func gstOfAFloatingSolutionIsNotBelievedBelowAQuarterOfTheResiduals() throws {
    let gst = "GPGST,\(Self.now),4,,,,0.1,0.1,0.2"
    expect(try radius([gga(Self.now, quality: "5", hdop: "1.5"), gst]), near: 1.60708)
  }

  // MARK: - Floating on one frequency

  private func float(_ bodies: [String], seconds: Int) throws -> Double? {
    try radius(
      (0..<seconds).flatMap { second in
        bodies + [gga(clock(second * 1000), quality: "5", hdop: "1")]
      })
  }

  /// Without signals in GSV there is one frequency; 4 m and 0.5 m times 1.071389.
  @Test func aSolutionThatFloatsOnOneFrequencyCountsAsDifferential() throws {
    expect(try float(["GPGSV,1,1,01,01,40,083,46"], seconds: 100), near: 4.28556)
    expect(try float(["GPGSV,1,1,01,01,40,083,46,1"], seconds: 100), near: 4.28556)
    let two = ["GPGSV,1,1,01,01,40,083,46,1", "GPGSV,1,1,01,01,40,083,40,6"]
    expect(try float(two, seconds: 2), near: 0.535695)
    // It is listed, but not received.
    expect(try float([two[0], "GPGSV,1,1,01,01,40,083,,6"], seconds: 2), near: 4.28556)
  }

  @Test func withoutGSVASolutionThatFloatsForAMinuteHasTwoFrequencies() throws {
    expect(try float([], seconds: 60), near: 4.28556)
    expect(try float([], seconds: 61), near: 0.535695)
  }

  @Test func anAccuracyAndItsSourceComeTogether() {
    var random = SeededGenerator(seed: 11)
    let bodies = [
      gga(Self.now), gga(Self.now, quality: "6"), gsa(), gsa(mode: 2), gst(Self.now), Self.pubx00,
      Self.pgrme, Self.psrfepe, Self.gbs, rmc(Self.now), gll(Self.now),
    ]
    for _ in 0..<200 {
      let some = bodies.shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random))
      for fix in Listener(hearing: Array(some)).fixes {
        #expect((fix.horizontalAccuracy == nil) == (fix.horizontalAccuracySource == nil))
        #expect((fix.verticalAccuracy == nil) == (fix.verticalAccuracySource == nil))
        #expect(fix.horizontalAccuracy ?? 1 > 0)
        #expect(fix.verticalAccuracy ?? 1 > 0)
      }
    }
  }
}
