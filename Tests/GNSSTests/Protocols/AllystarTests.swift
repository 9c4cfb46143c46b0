// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

/// Messages of Allystar: 561,618 seconds of the week are 12:00:00 UTC on 14 June 2025.
@Suite struct AllystarTests {
  private func listener(_ frames: [[UInt8]]) -> Listener {
    var listener = Listener(FixPipeline.sorting)
    listener.receive(bytes: frames.flatMap(\.self))
    listener.finish()
    return listener
  }

  private static func position(at timeOfWeek: UInt32 = 561_618_000) -> FramePayload {
    FramePayload(28).with(timeOfWeek, at: 0).with(Int32(1_006_447_341), at: 4)
      .with(Int32(137_318_170), at: 8).with(Int32(-26_844), at: 12).with(Int32(-422), at: 16)
      .with(UInt32(2000), at: 20).with(UInt32(3000), at: 24)
  }

  private static func velocity(courseAccuracy: UInt32 = 200_000) -> [UInt8] {
    FramePayload(36).with(UInt32(561_618_000), at: 0).with(Int32(-50), at: 12)
      .with(UInt32(503), at: 16).with(UInt32(500), at: 20).with(Int32(5_312_500), at: 24)
      .with(UInt32(10), at: 28).with(courseAccuracy, at: 32).allystar(0x0112)
  }

  /// NAV-TIMEUTC, as TAU1201 sends it: a millisecond behind and 0.85 ms ahead.
  private static func time(valid: UInt8 = 0x27) -> [UInt8] {
    FramePayload(20).with(UInt32(561_617_999), at: 0).with(Int32(853_400), at: 8)
      .with(UInt16(2025), at: 12).with(UInt8(6), at: 14).with(UInt8(14), at: 15)
      .with(UInt8(12), at: 16).with(valid, at: 19).allystar(0x0121)
  }

  private static func auto(_ fix: UInt8, second: UInt8 = 0) -> [UInt8] {
    FramePayload(32).with(fix, at: 0).with(UInt16(2025), at: 1).with(UInt8(6), at: 3)
      .with(UInt8(14), at: 4).with(UInt8(12), at: 5).with(second, at: 7)
      .with(Int32(1_006_447_341), at: 8).with(Int32(137_318_170), at: 12)
      .with(Int32(-26_844), at: 16).with(UInt16(500), at: 20).with(Int16(-9000), at: 22)
      .with(UInt16(150), at: 24).with(UInt16(80), at: 26).with(UInt16(130), at: 28)
      .with(UInt8(21), at: 30).with(UInt8(30), at: 31).allystar(0x01C0)
  }

  @Test func theFramesOfTheTestsAreThoseOfTheDocument() {
    let payload = FramePayload(2).with(UInt8(1), at: 0).with(UInt8(2), at: 1)
    #expect(payload.allystar(0x0501) == [0xF1, 0xD9, 5, 1, 2, 0, 1, 2, 0x0B, 0x2F])
  }

  @Test func makesAFixOfNAVPOSLLHIfTheTimeIsValid() throws {
    let dilutions = FramePayload(18).with(UInt32(561_618_000), at: 0).with(UInt16(150), at: 6)
      .with(UInt16(130), at: 10).with(UInt16(80), at: 12).allystar(0x0104)
    let position = Self.position().allystar(0x0102)
    for frames in [
      [position, Self.velocity(), dilutions, Self.time()],
      [Self.time(), dilutions, Self.velocity(), position],
    ] {
      let fixes = listener(frames).fixes
      let fix = try #require(fixes.first)
      #expect(fixes.count == 1)
      #expect(fix.clock == "120000.000")
      #expect(fix.time?.date == CivilDate(year: 2025, month: 6, day: 14))
      #expect(fix.latitude == 13.731817 && fix.longitude == 100.6447341)
      #expect(
        fix.altitude == -0.422 && fix.ellipsoidalAltitude.map { abs($0 + 26.844) < 1e-9 } == true)
      #expect(fix.speed == 5 && fix.course == 53.125 && fix.verticalSpeed == 0.5)
      #expect(fix.horizontalAccuracy.map { abs($0 - 2.1428) < 1e-4 } == true)
      #expect(fix.verticalAccuracy == 3 && fix.speedAccuracy == 0.1 && fix.courseAccuracy == 2)
      #expect(fix.horizontalAccuracySource == .receiverEstimate && fix.quality == nil)
      #expect(fix.dilutionOfPrecision.horizontal == 0.8)
    }
  }

  @Test func withoutAValidTimeThereIsNoFix() {
    let position = Self.position().allystar(0x0102)
    #expect(listener([position, Self.velocity()]).fixes.isEmpty, "none")
    #expect(listener([position, Self.time(valid: 3)]).fixes.isEmpty, "no leap seconds")
    #expect(listener([Self.time(valid: 0), position]).fixes.isEmpty)
    let later = Self.position(at: 561_619_000).allystar(0x0102)
    #expect(listener([Self.time(), later]).fixes.isEmpty, "that of another instant")
  }

  @Test func aTimeThatIsNoLongerValidIsALoss() {
    let later = FramePayload(20).with(UInt32(561_619_000), at: 0).allystar(0x0121)
    let events = listener([Self.position().allystar(0x0102), Self.time(), later]).events
    #expect(events.fixes.count == 1 && events.losses.count == 1)
  }

  @Test func aTimeThatIsNotValidDoesNotDenyASentence() {
    let sentence = SentenceEncoder.sentence(
      body: "GPGGA,120000.00,1343.909,N,10038.684,E,1,08,1.0,-0.4,M,-26.4,M,,")
    let frames = [
      Self.position().allystar(0x0102), Self.time(), Array(sentence.utf8),
      Self.time(valid: 3), Self.time(valid: 3),
    ]
    #expect(listener(frames).events.losses.isEmpty)
    #expect(listener([Self.time(valid: 3), Self.time(valid: 3), frames[2]]).fixes.count == 1)
  }

  @Test func aCourseThatIsUncertainByTheWholeCircleIsOneWithoutAFigure() {
    let position = Self.position().allystar(0x0102)
    let unknown = Self.velocity(courseAccuracy: 18_000_000)
    let fix = listener([position, unknown, Self.time()]).fixes.first
    #expect(fix?.course == 53.125 && fix?.courseAccuracy == nil)
  }

  @Test func oneFrameMayBeChance() {
    #expect(listener([Self.auto(4)]).fixes.isEmpty)
    #expect(listener([Self.auto(4), Self.auto(4, second: 1)]).events.times.count == 2)
  }

  @Test(
    arguments: [
      (3, .autonomous, .twoDimensional), (4, .autonomous, .threeDimensional),
      (5, .differential, .threeDimensional), (6, .rtkFloat, .threeDimensional),
      (7, .rtkFixed, .threeDimensional),
    ] as [(UInt8, FixQuality, FixMode)])
  func tellsHowThePositionWasObtained(_ fix: UInt8, quality: FixQuality, mode: FixMode) throws {
    let frames = [Self.time(), Self.position().allystar(0x0102), Self.auto(fix)]
    for frames in [frames, [Self.auto(fix), Self.auto(fix)]] {
      let fixes = listener(frames).fixes
      let made = try #require(fixes.first)
      #expect(fixes.count == 1 && made.clock == "120000.000")
      #expect(made.latitude == 13.731817 && made.quality == quality && made.mode == mode)
      #expect(made.course == 270 && made.satellitesUsed == 21)
      #expect(made.dilutionOfPrecision.vertical == 1.3)
    }
  }

  @Test(arguments: [0, 1, 2, 8] as [UInt8])
  func theStateOfTheFixCountsMoreThanTheTime(_ fix: UInt8) {
    let position = Self.position().allystar(0x0102)
    #expect(listener([position, Self.time(), Self.auto(fix)]).fixes.isEmpty)
    #expect(listener([Self.auto(fix), Self.auto(fix)]).fixes.isEmpty)
  }

  @Test func makesAFixOfNAVPVTOnceTheTimeIsKnown() throws {
    func pvt(_ fix: UInt8) -> [UInt8] {
      FramePayload(92).with(UInt32(561_618_000), at: 0).with(fix, at: 20).with(UInt8(21), at: 23)
        .with(Int32(1_006_447_341), at: 24).with(Int32(137_318_170), at: 28)
        .with(Int32(-26_844), at: 32).with(Int32(-422), at: 36).with(UInt32(2000), at: 40)
        .with(UInt32(3000), at: 44).with(Int32(3000), at: 48).with(Int32(4000), at: 52)
        .with(Int32(-500), at: 56).allystar(0x01C1)
    }
    let time = FramePayload(16).with(UInt8(7), at: 1).with(UInt32(561_618_000), at: 4)
      .with(UInt16(2370), at: 8).with(Int16(18), at: 10).allystar(0x0105)
    let fix = try #require(listener([time, pvt(3)]).fixes.first)
    #expect(fix.clock == "120000.000" && fix.latitude == 13.731817 && fix.altitude == -0.422)
    #expect(fix.time?.date == CivilDate(year: 2025, month: 6, day: 14))
    #expect(fix.speed == 5 && fix.verticalSpeed == 0.5 && fix.satellitesUsed == 21)
    #expect(fix.mode == nil && fix.quality == nil)
    for state in [0, 1, 2] as [UInt8] { #expect(listener([time, pvt(state)]).fixes.isEmpty) }
  }

  @Test func aDamagedOrCutMessageIsNone() {
    let frame = Self.position().allystar(0x0102)
    for place in frame.indices {
      var damaged = frame
      damaged[place] ^= 1
      #expect(listener([damaged, Self.velocity(), Self.time()]).fixes.isEmpty, "byte \(place)")
      let cut = Array(frame[..<place])
      #expect(listener([cut, Self.velocity(), Self.time()]).fixes.isEmpty, "\(place) bytes")
    }
  }
}
