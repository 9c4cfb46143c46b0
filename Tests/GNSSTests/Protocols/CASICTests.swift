// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

private func listener(_ frames: [[UInt8]]) -> Listener {
  var listener = Listener(FixPipeline.sorting)
  listener.receive(bytes: frames.flatMap(\.self))
  listener.finish()
  return listener
}

/// Messages of CASIC's first generation: 100 seconds after the start it is 12:00:00 UTC on 14 June 2025.
@Suite struct CASICTests {
  static func position(_ valid: UInt8 = 7, at runTime: UInt32 = 100_000, count: Int = 80)
    -> FramePayload
  {
    FramePayload(count).with(runTime, at: 0).with(valid, at: 4).with(UInt8(7), at: 5)
      .with(UInt8(17), at: 7).with(float: 1.5, at: 12)
      .with(double: 114.0625, at: 16).with(double: 22.5, at: 24)
      .with(float: 26.75, at: 32).with(float: -3.5, at: 36)
      .with(float: 4, at: 40).with(float: 9, at: 44)
      .with(float: 3, at: 48).with(float: 4, at: 52).with(float: 0.5, at: 56)
      .with(float: 5.025, at: 60).with(float: 5, at: 64).with(float: 53.125, at: 68)
      .with(float: 0.25, at: 72).with(float: 4, at: 76)
  }

  static func time(
    _ second: UInt8 = 0, at runTime: UInt32 = 100_000, valid: UInt8 = 7, dateValid: UInt8 = 3
  ) -> [UInt8] {
    FramePayload(24).with(runTime, at: 0).with(UInt16(2025), at: 14).with(UInt8(6), at: 16)
      .with(UInt8(14), at: 17).with(UInt8(12), at: 18).with(second, at: 20).with(valid, at: 21)
      .with(dateValid, at: 23).casic(0x0110)
  }

  @Test func theFramesOfTheTestsAreThoseOfTheDocument() {
    let acknowledgment = FramePayload(4).with(UInt8(6), at: 0).with(UInt8(1), at: 1)
    #expect(
      acknowledgment.casic(0x0501)
        == [0xBA, 0xCE, 4, 0, 5, 1, 6, 1, 0, 0, 0x0A, 0x01, 0x05, 0x01])
  }

  @Test func makesAFixOfNAVPVOnceItsTimeHasCome() throws {
    let dilutions = FramePayload(28).with(UInt32(100_000), at: 0).with(float: 1.5, at: 4)
      .with(float: 0.75, at: 8).with(float: 1.25, at: 12).casic(0x0101)
    for frames in [
      [dilutions, Self.position().casic(0x0103), Self.time()],
      [Self.time(), Self.position().casic(0x0103), dilutions],
    ] {
      let fixes = listener(frames).fixes
      let fix = try #require(fixes.first)
      #expect(fixes.count == 1)
      #expect(fix.clock == "120000.000")
      #expect(fix.time?.date == CivilDate(year: 2025, month: 6, day: 14))
      #expect(fix.latitude == 22.5 && fix.longitude == 114.0625)
      #expect(fix.ellipsoidalAltitude == 26.75 && fix.altitude == 30.25)
      #expect(fix.speed == 5 && fix.course == 53.125 && fix.verticalSpeed == 0.5)
      // Of variances: 2 m, of which 1.0714 root mean square distances contain 68 %; 3 m, 0.5 m/s and 2°.
      #expect(fix.horizontalAccuracy.map { abs($0 - 2.1428) < 1e-4 } == true)
      #expect(fix.verticalAccuracy == 3 && fix.speedAccuracy == 0.5 && fix.courseAccuracy == 2)
      #expect(fix.mode == .threeDimensional && fix.quality == nil && fix.satellitesUsed == 17)
      #expect(fix.dilutionOfPrecision.position == 1.5)
      #expect(fix.dilutionOfPrecision.horizontal == 0.75)
      #expect(fix.dilutionOfPrecision.vertical == 1.25)
    }
  }

  @Test(
    arguments: [
      ("none", 0), ("entered", 1), ("a rough estimate", 2), ("held", 3), ("an unknown kind", 11),
    ] as [(String, UInt8)])
  func coordinatesThatAreNotValidAreNoFix(_ why: String, valid: UInt8) {
    #expect(listener([Self.position(valid).casic(0x0103), Self.time()]).fixes.isEmpty, "\(why)")
  }

  @Test(arguments: [
    ("no date", time(dateValid: 0)), ("an entered date", time(dateValid: 1)),
    ("no leap seconds", time(valid: 3)), ("another instant", time(at: 101_000)),
    ("no time at all", []),
  ])
  func aPositionWithoutItsTimeIsNoFix(_ why: String, time: [UInt8]) {
    #expect(listener([Self.position().casic(0x0103), time]).fixes.isEmpty, "\(why)")
  }

  @Test(arguments: [
    ("no such place", position().with(double: 91, at: 24)),
    ("no number", position().with(double: .nan, at: 16)),
    ("too short", position(count: 80).cut(76)),
  ])
  func makesNoFix(_ why: String, of payload: FramePayload) {
    #expect(listener([payload.casic(0x0103), Self.time()]).fixes.isEmpty, "\(why)")
  }

  @Test(
    arguments: [
      (4, .estimated, nil), (5, .estimated, nil), (6, nil, .twoDimensional),
      (7, nil, .threeDimensional), (8, nil, .threeDimensional),
    ] as [(UInt8, FixQuality?, FixMode?)])
  func tellsOnlyWhatItKnows(_ valid: UInt8, quality: FixQuality?, mode: FixMode?) {
    let fixes = listener([Self.position(valid).casic(0x0103), Self.time()]).fixes
    #expect(fixes.map(\.quality) == [quality] && fixes.map(\.mode) == [mode])
  }

  @Test func eachInstantHasItsOwnTime() {
    let fixes = listener([
      Self.position().casic(0x0103), Self.time(),
      Self.position(at: 100_999).casic(0x0103), Self.time(1, at: 100_999),
    ]).fixes
    #expect(fixes.map(\.clock) == ["120000.000", "120001.000"])
  }

  @Test func thePositionThatIsNoLongerValidIsLost() {
    let events = listener([
      Self.position().casic(0x0103), Self.time(),
      Self.position(3, at: 101_000).casic(0x0103), Self.time(1, at: 101_000),
    ]).events
    #expect(events.fixes.count == 1 && events.losses.count == 1)
  }

  @Test func makesAFixOfNAVSOL() throws {
    // On the equator at 90° E.
    let solution = FramePayload(72).with(UInt32(100_000), at: 0).with(UInt8(7), at: 4)
      .with(UInt8(7), at: 5).with(UInt8(9), at: 8).with(double: 6_378_237, at: 32)
      .with(float: -4, at: 52).with(float: 0.5, at: 56).with(float: 3, at: 60)
      .with(float: 2.5, at: 68).casic(0x0102)
    let fix = try #require(listener([solution, Self.time()]).fixes.first)
    #expect(abs(fix.latitude) < 1e-12 && abs(fix.longitude - 90) < 1e-12)
    #expect(fix.ellipsoidalAltitude.map { abs($0 - 100) < 1e-6 } == true && fix.altitude == nil)
    #expect(fix.speed.map { abs($0 - 5) < 1e-9 } == true && fix.satellitesUsed == 9)
    // NAV-PV wins.
    let both = listener([solution, Self.position().casic(0x0103), Self.time()]).fixes
    #expect(both.map(\.latitude) == [22.5])
  }

  @Test func listsTheSatellitesOfAllSystems() throws {
    /// A satellite that is used, at 45° above 300°, with 40 dB-Hz.
    func list(_ number: UInt8) -> FramePayload {
      FramePayload(20).with(UInt32(100_000), at: 0).with(number, at: 9).with(UInt8(1), at: 10)
        .with(UInt8(40), at: 12).with(Int8(45), at: 13).with(Int16(300), at: 14)
    }
    // Of the last one, the direction is not known.
    let frames = [
      Self.position().casic(0x0103), Self.time(), list(5).casic(0x0120), list(27).casic(0x0121),
      list(10).with(UInt8(0x10), at: 10).casic(0x0122),
    ]
    let view = try #require(
      listener(frames).events.compactMap { event in
        if case .satellites(let view) = event { view } else { nil }
      }.last)
    #expect(
      view.satellites.map(\.satellite) == [
        SatelliteID(system: .gps, number: 5), SatelliteID(system: .glonass, number: 10),
        SatelliteID(system: .beiDou, number: 27),
      ])
    #expect(view.satellites.map(\.azimuth) == [300, nil, 300])
    #expect(view.satellites.map(\.elevation) == [45, nil, 45])
    #expect(view.used.count == 2)
  }

  @Test func aDamagedOrCutMessageIsNone() {
    let frame = Self.position().casic(0x0103)
    for place in frame.indices {
      var damaged = frame
      damaged[place] ^= 1
      #expect(listener([damaged, Self.time()]).fixes.isEmpty, "byte \(place)")
      #expect(listener([Array(frame[..<place]), Self.time()]).fixes.isEmpty, "\(place) bytes")
    }
  }
}

/// Messages of CASIC's second generation: 561,618 seconds of week 2370 are 12:00:00 UTC on 14 June 2025.
@Suite struct CASICSecondGenerationTests {
  static func position(_ fix: UInt8 = 7, at timeOfWeek: Int32 = 561_618_000) -> FramePayload {
    FramePayload(88).with(timeOfWeek, at: 0).with(UInt16(2370), at: 4).with(fix, at: 8)
      .with(UInt8(7), at: 9).with(UInt8(27), at: 12)
      .with(double: 114.0625, at: 24).with(double: 22.5, at: 32)
      .with(float: 26.75, at: 40).with(float: -3.5, at: 44)
      .with(float: 4, at: 48).with(float: 3, at: 52).with(float: 0.5, at: 56)
      .with(float: 5, at: 64).with(float: 53.125, at: 68)
      .with(float: 2, at: 72).with(float: 3, at: 76).with(float: 0.5, at: 80).with(float: 2, at: 84)
  }

  static func time(_ second: UInt8 = 0, leapSeconds: Int8 = 18, source: UInt8 = 0) -> [UInt8] {
    FramePayload(20).with(UInt16(2025), at: 10).with(UInt8(6), at: 12).with(UInt8(14), at: 13)
      .with(UInt8(12), at: 14).with(second, at: 16).with(UInt8(15), at: 17).with(source, at: 18)
      .with(leapSeconds, at: 19).casic(0x1105)
  }

  private static let dilutions = FramePayload(24).with(float: 1.5, at: 0).with(float: 0.75, at: 4)
    .with(float: 1.25, at: 8).casic(0x1101)

  @Test func makesAFixOfNAV2PVHWithTheDilutionsBeforeIt() throws {
    let fixes = listener([Self.dilutions, Self.position().casic(0x1103), Self.time()]).fixes
    let fix = try #require(fixes.first)
    #expect(fixes.count == 1)
    #expect(fix.clock == "120000.000")
    #expect(fix.time?.date == CivilDate(year: 2025, month: 6, day: 14))
    #expect(fix.latitude == 22.5 && fix.longitude == 114.0625)
    #expect(fix.ellipsoidalAltitude == 26.75 && fix.altitude == 30.25)
    #expect(fix.speed == 5 && fix.course == 53.125 && fix.verticalSpeed == 0.5)
    #expect(fix.horizontalAccuracy.map { abs($0 - 2.1428) < 1e-4 } == true)
    #expect(fix.verticalAccuracy == 3 && fix.speedAccuracy == 0.5 && fix.courseAccuracy == 2)
    #expect(fix.satellitesUsed == 27 && fix.dilutionOfPrecision.horizontal == 0.75)
  }

  @Test(
    arguments: [
      (4, .estimated, nil), (6, .autonomous, .twoDimensional), (7, .autonomous, .threeDimensional),
      (8, .differential, .threeDimensional), (9, .rtkFloat, .threeDimensional),
      (10, .rtkFixed, .threeDimensional), (15, .manual, nil),
    ] as [(UInt8, FixQuality, FixMode?)])
  func tellsHowThePositionWasObtained(_ fix: UInt8, quality: FixQuality, mode: FixMode?) {
    let fixes = listener([Self.position(fix).casic(0x1103), Self.time()]).fixes
    #expect(fixes.map(\.quality) == [quality] && fixes.map(\.mode) == [mode])
  }

  @Test(arguments: [0, 1, 2, 3, 11] as [UInt8])
  func coordinatesThatAreNotValidAreNoFix(_ fix: UInt8) {
    #expect(listener([Self.position(fix).casic(0x1103), Self.time()]).fixes.isEmpty)
  }

  @Test func aTimeThatIsNoneOfTheWeekIsNoFix() {
    #expect(listener([Self.position(at: -1).casic(0x1103), Self.time()]).fixes.isEmpty)
    #expect(listener([Self.position(at: 604_800_000).casic(0x1103), Self.time()]).fixes.isEmpty)
  }

  /// BeiDou's time is 14 seconds behind that of GPS, and so are its leap seconds.
  @Test func leapSecondsFollowFromUTCWhateverSystemStatesThem() {
    let position = Self.position().casic(0x1103)
    #expect(listener([position]).events.times == ["120000.000"], "those of the week")
    #expect(
      listener([position, Self.time(leapSeconds: 4, source: 1)]).events.times == ["120000.000"])
    #expect(listener([position, Self.time(2, leapSeconds: 16)]).events.times == ["120002.000"])
  }

  @Test func theUTCOfAnotherInstantSaysNothing() {
    // The position a second later was lost.
    let position = Self.position().casic(0x1103)
    #expect(listener([position, Self.time(1)]).events.times == ["120000.000"])
    #expect(listener([position, Self.dilutions, Self.time(1)]).events.times == ["120000.000"])
  }

  @Test func aDamagedOrCutMessageIsNone() {
    let frame = Self.position().casic(0x1103)
    for place in frame.indices {
      var damaged = frame
      damaged[place] ^= 1
      #expect(listener([damaged, Self.time()]).fixes.isEmpty, "byte \(place)")
      #expect(listener([Array(frame[..<place]), Self.time()]).fixes.isEmpty, "\(place) bytes")
    }
  }
}

extension FramePayload {
  /// Returns the beginning of the payload.
  fileprivate func cut(_ count: Int) -> FramePayload {
    bytes[..<count].enumerated().reduce(FramePayload(count)) {
      $0.with($1.element, at: $1.offset)
    }
  }
}
