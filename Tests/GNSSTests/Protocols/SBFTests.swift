// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

/// Blocks of SBF, on 14 June 2025: 561,618 seconds of week 2370 are 12:00:00 UTC.
@Suite struct SBFTests {
  static func listener(_ blocks: [[UInt8]]) -> Listener {
    var listener = Listener(FixPipeline.sorting.warning())
    listener.receive(bytes: blocks.flatMap(\.self))
    listener.finish()
    return listener
  }

  /// PVTGeodetic, RTK fixed at 47.5° N 9.7° E, 3 m/s to the north, 4 m/s to the east, half a meter per second down.
  static func pvt(mode: UInt8 = 4, error: UInt8 = 0, count: Int = 96) -> SBFBlockBytes {
    SBFBlockBytes(4007, count).with(mode, at: 14).with(error, at: 15)
      .with(47.5 * .pi / 180, at: 16).with(9.7 * .pi / 180, at: 24).with(448.25, at: 32)
      .with(Float(47.125), at: 40).with(Float(3), at: 44).with(Float(4), at: 48)
      .with(Float(-0.5), at: 52).with(Float(53.125), at: 56)
      .with(UInt8(29), at: 74).with(UInt16(17), at: 76).with(UInt16(150), at: 78)
      .with(UInt16(349), at: 90).with(UInt16(535), at: 92)
  }

  private static func check(_ fix: Fix) {
    #expect(fix.clock == "120000.000")
    #expect(fix.time?.date == CivilDate(year: 2025, month: 6, day: 14))
    #expect(abs(fix.latitude - 47.5) < 1e-12 && abs(fix.longitude - 9.7) < 1e-12)
    #expect(fix.ellipsoidalAltitude == 448.25 && fix.altitude == 401.125)
    #expect(fix.speed == 5 && fix.course == 53.125 && fix.verticalSpeed == -0.5)
    #expect(fix.quality == .rtkFixed && fix.mode == .threeDimensional)
    #expect(fix.satellitesUsed == 29 && fix.differentialAge == 1.5)
    #expect(fix.differentialStation == 17)
  }

  @Test func makesAFixOfPVTGeodetic() throws {
    let fixes = Self.listener([Self.pvt().bytes]).fixes
    let fix = try #require(fixes.first)
    #expect(fixes.count == 1)
    Self.check(fix)
    // Half of 3.49 m (2DRMS) is a root mean square distance, of which 1.0714 contain 68 %; half of 5.35 m is one σ.
    #expect(fix.horizontalAccuracy.map { abs($0 - 1.8696) < 1e-3 } == true)
    #expect(fix.verticalAccuracy == 2.675)
    #expect(fix.horizontalAccuracySource == .receiverEstimate)
  }

  @Test func covariancesAreFiner() throws {
    // Standard deviations of 1 and 2 cm, 3 cm up; 0.1 and 0.17 m/s. Numerically integrated, 68.27 % of an ellipse with axes of
    // 1 and 2 are within 2.3058.
    let position = SBFBlockBytes(5906, 56).with(Float(0.0001), at: 16).with(Float(0.0004), at: 20)
      .with(Float(0.0009), at: 24)
    let velocity = SBFBlockBytes(5908, 56).with(Float(0.01), at: 16).with(Float(0.03), at: 20)
    for blocks in [[Self.pvt(), position, velocity], [position, velocity, Self.pvt()]] {
      let fix = try #require(Self.listener(blocks.map(\.bytes)).fixes.first)
      Self.check(fix)
      #expect(fix.horizontalAccuracy.map { abs($0 - 0.023058) < 5e-5 } == true)
      #expect(fix.verticalAccuracy.map { abs($0 - 0.03) < 1e-6 } == true)
      #expect(fix.speedAccuracy.map { abs($0 - 0.1414) < 1e-4 } == true)
    }
    // Where both errors go together, they lie on a line: 1 σ of a single direction.
    let line = position.with(Float(0.0004), at: 16).with(Float(0.0004), at: 32)
    let fix = try #require(Self.listener([Self.pvt().bytes, line.bytes]).fixes.first)
    #expect(fix.horizontalAccuracy.map { abs($0 - 0.0283) < 0.001 } == true)
    // Those that an error code denies are not used.
    let denied = Self.listener([Self.pvt().bytes, position.with(UInt8(1), at: 15).bytes]).fixes
    #expect(denied.first?.verticalAccuracy == 2.675)
  }

  @Test(arguments: [
    ("an error beside coordinates", pvt(error: 1)), ("no solution", pvt(mode: 0)),
    ("an unknown kind", pvt(mode: 9)), ("coordinates not to be used", pvt().with(-2e10, at: 16)),
    ("no number", pvt().with(Double.nan, at: 24)), ("no such place", pvt().with(1.6, at: 16)),
    ("an unknown time", pvt().with(UInt32.max, at: 8).with(UInt16.max, at: 12)),
    ("a time after the week", pvt().with(UInt32(604_800_000), at: 8)),
    ("too short", pvt(count: 96).cut(to: 72)),
    ("the position at an event", pvt().with(UInt16(4038), at: 4)),
  ])
  func makesNoFix(_ why: String, of block: SBFBlockBytes) {
    #expect(Self.listener([block.bytes]).fixes.isEmpty, "\(why)")
  }

  @Test(
    arguments: [
      (1, .autonomous), (2, .differential), (3, .manual), (4, .rtkFixed), (5, .rtkFloat),
      (6, .differential), (7, .rtkFixed), (8, .rtkFloat), (10, .precise),
    ] as [(UInt8, FixQuality)])
  func tellsHowThePositionWasObtained(_ type: UInt8, quality: FixQuality) {
    // Bit 6 says that the receiver found the position of a base by itself.
    let fixes = Self.listener([Self.pvt(mode: type | 0x40).bytes]).fixes
    #expect(fixes.map(\.quality) == [quality] && fixes.first?.mode == .threeDimensional)
    let flat = Self.listener([Self.pvt(mode: type | 0x80).bytes]).fixes
    #expect(flat.first?.mode == .twoDimensional && flat.first?.verticalAccuracy == nil)
  }

  @Test func makesAFixOfPVTCartesian() throws {
    // On the equator at 90° E: east is −x, up is y, north is z.
    let pvt = SBFBlockBytes(4006, 96).with(UInt8(1), at: 14).with(0.0, at: 16)
      .with(6_378_237.0, at: 24).with(0.0, at: 32).with(Float(-20), at: 40)
      .with(Float(-4), at: 44).with(Float(0.5), at: 48).with(Float(3), at: 52)
      .with(Float(53.125), at: 56).with(UInt8(15), at: 74)
      .with(UInt16(1044), at: 90).with(UInt16(1059), at: 92)
    let errors = SBFBlockBytes(5905, 56).with(Float(0.04), at: 16).with(Float(0.09), at: 20)
      .with(Float(0.01), at: 24)
    let fixes = Self.listener([pvt.bytes, errors.bytes]).fixes
    let fix = try #require(fixes.first)
    #expect(fixes.count == 1)
    #expect(abs(fix.latitude) < 1e-12 && abs(fix.longitude - 90) < 1e-12)
    #expect(fix.ellipsoidalAltitude.map { abs($0 - 100) < 1e-6 } == true)
    #expect(fix.altitude.map { abs($0 - 120) < 1e-6 } == true)
    #expect(fix.speed.map { abs($0 - 5) < 1e-9 } == true && fix.quality == .autonomous)
    #expect(fix.course.map { abs($0 - 53.1301) < 1e-4 } == true)
    #expect(fix.verticalSpeed.map { abs($0 - 0.5) < 1e-9 } == true)
    // 0.2 m to the east, 0.1 m to the north, 0.3 m upward.
    #expect(fix.horizontalAccuracy.map { abs($0 - 0.23058) < 5e-4 } == true)
    #expect(fix.verticalAccuracy.map { abs($0 - 0.3) < 1e-6 } == true)
  }

  @Test func theGeodeticPositionWins() throws {
    let other = SBFBlockBytes(4006, 96).with(UInt8(1), at: 14).with(6_378_137.0, at: 16)
      .with(Float(-2e10), at: 44).with(UInt8(29), at: 74)
    for blocks in [[Self.pvt(), other], [other, Self.pvt()]] {
      let fixes = Self.listener(blocks.map(\.bytes)).fixes
      #expect(fixes.count == 1)
      Self.check(try #require(fixes.first))
    }
  }

  @Test func dilutionsOfZeroAreUnknown() {
    let dilutions = SBFBlockBytes(4001, 32).with(UInt8(29), at: 14).with(UInt16(114), at: 16)
      .with(UInt16(62), at: 20).with(UInt16(0), at: 22)
    let dilution = Self.listener([dilutions.bytes, Self.pvt().bytes]).fixes.first?
      .dilutionOfPrecision
    #expect(dilution?.position == 1.14 && dilution?.horizontal == 0.62 && dilution?.vertical == nil)
  }

  @Test func theEndOfTheEpochReportsIt() {
    var listener = Listener()
    #expect(listener.receive(bytes: Self.pvt().bytes).fixes.isEmpty)
    let time = Self.time(leapSeconds: 18)
    #expect(listener.receive(bytes: time.bytes).fixes.isEmpty)
    #expect(listener.receive(bytes: SBFBlockBytes(5921, 16).bytes).times == ["120000.000"])
  }

  // MARK: - Time

  /// ReceiverTime, 12:00:00 on 14 June 2025.
  static func time(leapSeconds: Int8) -> SBFBlockBytes {
    SBFBlockBytes(5914, 24).with(UInt8(25), at: 14).with(UInt8(6), at: 15).with(UInt8(14), at: 16)
      .with(UInt8(12), at: 17).with(leapSeconds, at: 20).with(UInt8(7), at: 21)
  }

  @Test func leapSecondsAreTheReceivers() {
    let pvt = Self.pvt().bytes
    #expect(Self.listener([pvt]).events.times == ["120000.000"], "those of the week")
    #expect(Self.listener([Self.time(leapSeconds: 15).bytes, pvt]).events.times == ["120003.000"])
    #expect(Self.listener([pvt, Self.time(leapSeconds: 15).bytes]).events.times == ["120003.000"])
    #expect(
      Self.listener([Self.time(leapSeconds: .min).bytes, pvt]).events.times == ["120000.000"])
    let satellite = SBFBlockBytes(5894, 40).with(Int8(16), at: 33)
    #expect(Self.listener([satellite.bytes, pvt]).events.times == ["120002.000"], "a satellite's")
  }

  @Test func aLeapSecondIsASecondOfItsOwn() throws {
    // 31 December 2016, 23:59:60 UTC, is 17 seconds after the beginning of week 1930.
    func at(_ timeOfWeek: UInt32, _ block: SBFBlockBytes) -> [UInt8] {
      block.with(timeOfWeek, at: 8).with(UInt16(1930), at: 12).bytes
    }
    let time = SBFBlockBytes(5914, 24).with(UInt8(16), at: 14).with(UInt8(12), at: 15)
      .with(UInt8(31), at: 16).with(UInt8(23), at: 17).with(UInt8(59), at: 18)
      .with(UInt8(60), at: 19).with(Int8(17), at: 20).with(UInt8(7), at: 21)
    let fix = try #require(Self.listener([at(17_000, time), at(17_000, Self.pvt())]).fixes.first)
    #expect(fix.time?.time == UTCTime(hour: 23, minute: 59, second: 60))
    #expect(fix.time?.date == CivilDate(year: 2016, month: 12, day: 31))
  }

  // MARK: - Damage

  @Test func aDamagedOrCutBlockIsNone() {
    let block = Self.pvt().bytes
    for place in block.indices {
      var damaged = block
      damaged[place] ^= 1
      #expect(Self.listener([damaged]).fixes.isEmpty, "byte \(place)")
      #expect(Self.listener([Array(block[..<place])]).fixes.isEmpty, "\(place) bytes")
    }
  }
}

@Suite struct SBFSurroundingsTests {
  /// AttEuler: 217.5° by two antennas.
  private static func attitude(mode: UInt16 = 2, error: UInt8 = 0) -> [UInt8] {
    SBFBlockBytes(5938, 44).with(error, at: 15).with(mode, at: 16).with(Float(217.5), at: 20).bytes
  }

  /// AttCovEuler: half a degree, squared.
  private static func errors(_ variance: Float = 0.25) -> [UInt8] {
    SBFBlockBytes(5939, 40).with(variance, at: 16).bytes
  }

  private func headings(_ blocks: [UInt8]...) -> [Heading] {
    SBFTests.listener(blocks).events.compactMap { event in
      if case .heading(let heading) = event { heading } else { nil }
    }
  }

  @Test func reportsAHeadingOnceTheAmbiguitiesAreSolved() {
    #expect(headings(Self.attitude()).map(\.trueHeading) == [217.5])
    #expect(headings(Self.attitude(mode: 4)).map(\.trueHeading) == [217.5])
    #expect(headings(Self.attitude(mode: 0)).isEmpty)
    #expect(headings(Self.attitude(error: 1)).isEmpty)
    #expect(headings(Self.attitude(mode: 1)).isEmpty, "float, and nobody knows how good")
  }

  @Test func aHeadingHasItsErrorIfThatIsSent() {
    let both = headings(Self.errors(), Self.attitude(), Self.errors(), Self.attitude(mode: 1))
    #expect(both.map(\.trueHeading) == [217.5] && both.map(\.accuracy) == [0.5])
    #expect(headings(Self.attitude(mode: 1), Self.errors()).map(\.accuracy) == [0.5], "float")
    #expect(headings(Self.attitude(mode: 1), Self.errors(900)).isEmpty, "30°")
  }

  private func warnings(_ blocks: SBFBlockBytes...) -> [FixWarning] {
    SBFTests.listener(blocks.map(\.bytes) + [SBFTests.pvt().bytes]).fixes.first?.warnings.list ?? []
  }

  /// RFStatus with a band.
  private static func status(flags: UInt8 = 0, mode: UInt8 = 0) -> SBFBlockBytes {
    SBFBlockBytes(4092, 28).with(UInt8(1), at: 14).with(UInt8(8), at: 15).with(flags, at: 16)
      .with(UInt32(1_575_420_000), at: 20).with(UInt16(2000), at: 24).with(mode | 0x80, at: 26)
  }

  @Test func warnsOfWhatRFStatusSays() {
    #expect(warnings(Self.status()).isEmpty)
    #expect(warnings(Self.status(flags: 1)) == [.receiverReportsSpoofing])
    #expect(warnings(Self.status(flags: 2)) == [.receiverReportsSpoofing])
    #expect(warnings(Self.status(mode: 8)) == [.receiverReportsJamming])
    #expect(warnings(Self.status(mode: 1)).isEmpty, "a filter that somebody has set")
    #expect(warnings(Self.status(mode: 2)).isEmpty, "interference that is canceled")
    #expect(
      warnings(Self.status(flags: 1, mode: 2)).contains(.receiverReportsJamming),
      "both at once are enough")
  }

  @Test func warnsOfMessagesThatAreNotAuthentic() {
    func status(_ offset: Int, active: UInt64, authentic: UInt64) -> SBFBlockBytes {
      SBFBlockBytes(4245, 52).with(UInt8(6), at: 14).with(active, at: offset)
        .with(authentic, at: offset + 8)
    }
    #expect(warnings(status(20, active: 0b11, authentic: 0b11)).isEmpty)
    #expect(warnings(status(20, active: 0, authentic: 0)).isEmpty)
    #expect(
      warnings(status(20, active: 0b11, authentic: 0b01)) == [.receiverReportsSpoofing], "Galileo")
    #expect(warnings(status(36, active: 1, authentic: 0)) == [.receiverReportsSpoofing], "GPS")
  }

  @Test func listsTheSatellitesWithTheirSignals() throws {
    // Galileo 10 at 42° above 300°, used; SBAS 148 unused, its direction unknown.
    let channels = SBFBlockBytes(4013, 60).with(UInt8(2), at: 14).with(UInt8(12), at: 15)
      .with(UInt8(8), at: 16)
      .with(UInt8(80), at: 20).with(UInt16(300 | 0x4000), at: 24).with(Int8(42), at: 28)
      .with(UInt8(1), at: 29).with(UInt16(0x8), at: 36)
      .with(UInt8(205), at: 40).with(UInt16(511), at: 44).with(Int8.min, at: 48)
      .with(UInt8(1), at: 49).with(UInt16(1), at: 56)
    // E1 at 44.25 dB-Hz with E5a at 47 dB-Hz.
    let signals = SBFBlockBytes(4027, 52).with(UInt8(1), at: 14).with(UInt8(20), at: 15)
      .with(UInt8(12), at: 16).with(UInt8(17), at: 21).with(UInt8(80), at: 22)
      .with(UInt8(137), at: 35).with(UInt8(1), at: 39).with(UInt8(20), at: 40)
      .with(UInt8(148), at: 42)
    let listener = SBFTests.listener(
      [SBFTests.time(leapSeconds: 18), SBFTests.pvt(), channels, signals].map(\.bytes))
    let view = try #require(
      listener.events.compactMap { event in
        if case .satellites(let view) = event { view } else { nil }
      }.last)
    let galileo = SatelliteID(system: .galileo, number: 10)
    let shown = view.satellites.filter { $0.satellite == galileo }
    #expect(shown.map(\.carrierToNoise) == [44.25, 47] && shown.map(\.signal) == [7, 1])
    #expect(shown.allSatisfy { $0.azimuth == 300 && $0.elevation == 42 })
    let sbas = view.satellites.filter { $0.satellite == SatelliteID(system: .sbas, number: 61) }
    #expect(sbas.count == 1 && sbas.first?.elevation == nil && sbas.first?.azimuth == nil)
    #expect(view.used.count == 1 && view.used.contains(galileo))
  }

  @Test(
    arguments: [
      (4013, 20, [14: 255, 15: 12, 16: 8]), (4027, 20, [14: 255, 15: 20, 16: 12]),
      (4013, 32, [14: 2, 15: 12, 16: 8, 29: 255]), (4092, 20, [14: 255, 15: 8]),
      (4082, 16, [14: 255]), (4013, 32, [14: 9, 15: 0, 16: 0]), (4092, 28, [14: 1, 15: 0]),
    ] as [(UInt16, Int, [Int: UInt8])])
  func noCountIsBelievedBeyondTheEnd(_ number: UInt16, count: Int, bytes: [Int: UInt8]) {
    let block = bytes.reduce(SBFBlockBytes(number, count)) { $0.with($1.value, at: $1.key) }
    #expect(SBFTests.listener([block.bytes, SBFTests.pvt().bytes]).fixes.count == 1)
  }
}
