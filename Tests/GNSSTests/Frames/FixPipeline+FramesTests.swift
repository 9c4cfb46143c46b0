// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import TestSupport
import Testing
import UBX

@Suite struct FixPipelineFramesTests {
  private func events(_ bytes: [UInt8], piece: Int = .max / 2) -> [ReceiverReport] {
    var listener = Listener()
    for start in stride(from: 0, to: bytes.count, by: piece) {
      listener.receive(bytes: bytes[start..<min(bytes.count, start + piece)])
    }
    listener.finish()
    return listener.events
  }

  private func sentence(_ body: String) -> [UInt8] {
    Array(SentenceEncoder.sentence(body: body).utf8)
  }

  @Test func makesAFixOfASolution() throws {
    let fixes = events(Solution.pvt().frame(NAVPVT.kind)).fixes
    let fix = try #require(fixes.first)
    #expect(fixes.count == 1)
    // The epoch is 384 ns before noon.
    #expect(fix.clock == "120000.000")
    #expect(fix.time?.date == CivilDate(year: 2025, month: 6, day: 15))
    #expect(fix.latitude == 47.5000001 && fix.longitude == 9.7000001)
    #expect(fix.altitude == 401.125)
    #expect(fix.ellipsoidalAltitude.map { abs($0 - 448.25) < 1e-9 } == true)
    #expect(fix.speed == 1.5 && fix.course == 90.12345 && fix.verticalSpeed == 0.25)
    // 2 m are a root mean square distance; 1.0714 of them contain 68 %.
    #expect(fix.horizontalAccuracy.map { abs($0 - 2.1428) < 1e-4 } == true)
    #expect(fix.verticalAccuracy == 3.5 && fix.speedAccuracy == 0.12 && fix.courseAccuracy == 3)
    #expect(fix.horizontalAccuracySource == .ubloxFrame)
    #expect(fix.mode == .threeDimensional && fix.quality == .autonomous)
    #expect(fix.satellitesUsed == 14 && fix.dilutionOfPrecision.position == 1.42)
  }

  @Test(
    arguments: [
      ("limits exceeded", Solution.pvt(isFixOK: false)),
      ("no solution", Solution.pvt().with(UInt8(0), at: 20)),
      ("time only", Solution.pvt().with(UInt8(5), at: 20)),
      ("invalid position", Solution.pvt().with(UInt8(1), at: 78)),
      ("no such place", Solution.pvt().with(Int32(950_000_000), at: 28)),
      ("no time", Solution.pvt().with(UInt8(0), at: 11)),
    ])
  func makesNoFix(_ why: String, of payload: FramePayload) {
    #expect(events(payload.frame(NAVPVT.kind)).fixes.isEmpty, "\(why)")
  }

  @Test func reportsALossOnce() {
    let stream =
      Solution.pvt().frame(NAVPVT.kind)
      + Solution.pvt(1000, isFixOK: false).frame(NAVPVT.kind)
      + Solution.pvt(2000, isFixOK: false).frame(NAVPVT.kind)
    #expect(events(stream).losses.count == 1)
  }

  /// NAV-SAT lists a satellite as used as soon as the receiver tries to make a solution of it.
  @Test func usesSatellitesOnlyForAFix() {
    let sat = FramePayload(20).with(UInt8(1), at: 4).with(UInt8(1), at: 5).with(UInt8(9), at: 9)
      .with(UInt32(1 << 3), at: 16)
    let stream = [(0, false), (1000, true), (2000, false), (3000, false)].flatMap {
      Solution.pvt($0, isFixOK: $1).frame(NAVPVT.kind)
        + sat.with(Solution.timeOfWeek($0), at: 0).frame(NAVSAT.kind) + Solution.end($0)
    }
    let used = events(stream).compactMap {
      if case .satellites(let view) = $0 { view.used.count } else { nil }
    }
    #expect(used == [0, 1, 0, 0])
  }

  @Test(arguments: [("at rest", Int32(499), UInt32(100_000)), ("uncertain", 1500, 3_000_000)])
  func hasNoCourseOfNoise(_ why: String, _ speed: Int32, _ accuracy: UInt32) throws {
    let payload = Solution.pvt().with(speed, at: 60).with(accuracy, at: 72)
    let fix = try #require(events(payload.frame(NAVPVT.kind)).fixes.first)
    #expect(fix.course == nil && fix.courseAccuracy == nil && fix.speed == Double(speed) / 1000)
  }

  /// A receiver logs its own sentences, and reports them in frames.
  @Test func readsNoSentenceInAFrame() {
    let logged = sentence("GPRMC,120000,A,4730.0,N,00942.0,E,0,,150625,,,A")
    #expect(events(logged).fixes.count == 1)
    #expect(events(FrameCandidate.bytes(FrameKind(0x21, 0x04), logged)).isEmpty)
  }

  @Test func combinesFramesAndSentencesOfAnInstant() throws {
    let gga = sentence("GNGGA,120000.00,4730.0001,N,00942.0001,E,1,12,0.9,401.1,M,47.1,M,,")
    let gst = sentence("GNGST,120000.00,9,9,9,0,9,9,9")
    let pvt = Solution.pvt().frame(NAVPVT.kind)
    for stream in [gga + gst + pvt, pvt + gga + gst, gga + pvt + gst] {
      let fixes = events(stream).fixes
      let fix = try #require(fixes.first)
      #expect(fixes.count == 1)
      #expect(fix.latitude == 47.5000001 && fix.altitude == 401.125)
      #expect(fix.dilutionOfPrecision.horizontal == 0.9)
      #expect(fix.horizontalAccuracySource == .ubloxFrame && fix.satellitesUsed == 14)
    }
  }

  @Test func endsAnEpochWithTheFrameThatMarksItsEnd() {
    var listener = Listener()
    listener.receive(bytes: Solution.pvt().frame(NAVPVT.kind))
    #expect(listener.fixes.isEmpty)
    listener.receive(bytes: Solution.end())
    #expect(listener.fixes.count == 1)
  }

  /// 47.5° N 9.7° E is not needed: on the equator and the axes the numbers follow from the ellipsoid's radii.
  @Test(
    arguments: [
      ("equator", Int32(637_814_700), Int32(0), Int32(0), 0.0, 0.0, 10.0),
      ("east", 0, 637_813_700, 0, 0.0, 90.0, 0.0),
      ("pole", 0, 0, 635_675_231, 90.0, 0.0, 0.0),
    ])
  func convertsTheSolutionOfAnOldReceiver(
    _ why: String, _ x: Int32, _ y: Int32, _ z: Int32, _ latitude: Double, _ longitude: Double,
    _ height: Double
  ) throws {
    let sol = FramePayload(52).with(Solution.timeOfWeek(0), at: 0).with(Int16(2371), at: 8)
      .with(UInt8(3), at: 10).with(UInt8(0b1101), at: 11)
      .with(x, at: 12).with(y, at: 16).with(z, at: 20).with(UInt8(7), at: 47)
    let leap = FramePayload(16).with(Solution.timeOfWeek(0), at: 0).with(Int16(2371), at: 8)
      .with(Int8(18), at: 10).with(UInt8(0b111), at: 11)
    // The clock is stated after the solution, or only by the week.
    for stream in [sol.frame(NAVSOL.kind) + leap.frame(NAVTIMEGPS.kind), sol.frame(NAVSOL.kind)] {
      let fix = try #require(events(stream).fixes.first, "\(why)")
      #expect(fix.clock == "120000.000")
      #expect(fix.time?.date == CivilDate(year: 2025, month: 6, day: 15))
      #expect(abs(fix.latitude - latitude) < 1e-9 && abs(fix.longitude - longitude) < 1e-9)
      #expect(fix.ellipsoidalAltitude.map { abs($0 - height) < 0.01 } == true)
      #expect(fix.altitude == nil && fix.satellitesUsed == 7)
    }
  }

  /// NAV-SOL on the equator at 0° E, at rest.
  private var sol: FramePayload {
    FramePayload(52).with(Solution.timeOfWeek(0), at: 0).with(Int16(2371), at: 8)
      .with(UInt8(3), at: 10).with(UInt8(0b1101), at: 11).with(Int32(637_813_700), at: 12)
      .with(UInt32(40), at: 40).with(UInt8(14), at: 47)
  }

  private func status(fixStat: UInt8, flags2: UInt8) -> [UInt8] {
    FramePayload(16).with(Solution.timeOfWeek(0), at: 0).with(UInt8(3), at: 4)
      .with(UInt8(1), at: 5).with(fixStat, at: 6).with(flags2, at: 7).frame(NAVSTATUS.kind)
  }

  /// Like a NEO-M8P; the dilution counts as 0.8, and the errors of ranges are 0.04 m, 4 m on one frequency, 4 m
  /// and 5 m.
  @Test(
    arguments: [
      ("fixed", "4", 0b1101, nil, .rtkFixed, 0.034_284),
      ("float", "5", 0b1101, nil, .rtkFloat, 3.428_445),
      ("fixed, and corrected according to the frame", "4", 0b1111, nil, .rtkFixed, 0.034_284),
      ("not RTK: the frame's word counts", "2", 0b1101, nil, .autonomous, 4.285_56),
      ("differential in the frame alone", "1", 0b1111, nil, .differential, 3.428_445),
      ("NAV-STATUS that does not know", "4", 0b1101, (0, 0), .rtkFixed, 0.034_284),
      ("NAV-STATUS that knows better", "4", 0b1101, (2, 0), .autonomous, 4.285_56),
      ("NAV-STATUS that knows, too", "1", 0b1101, (2, 1 << 6), .rtkFloat, 3.428_445),
    ] as [(String, String, UInt8, (UInt8, UInt8)?, FixQuality, Double)])
  func framesThatCannotSayRTKDoNotDenyIt(
    _ why: String, _ quality: String, _ flags: UInt8, _ fixStatus: (UInt8, UInt8)?,
    _ expected: FixQuality, _ accuracy: Double
  ) throws {
    let gga = sentence("GNGGA,120000.00,0000.0,N,00000.0,E,\(quality),14,0.7,0.0,M,0.0,M,1.0,0")
    let frame = sol.with(flags, at: 11).frame(NAVSOL.kind)
    let second = fixStatus.map { status(fixStat: $0, flags2: $1) } ?? []
    for stream in [gga + frame + second, second + frame + gga, frame + gga + second] {
      let fix = try #require(events(stream).fixes.first, "\(why)")
      #expect(fix.quality == expected)
      #expect(fix.horizontalAccuracy.map { abs($0 / accuracy - 1) < 1e-4 } == true)
    }
  }

  /// The base of an RTK pair knows where it is, and solves for the time alone.
  @Test func aSolutionOfTheTimeAloneDoesNotDenyAPosition() throws {
    let gga = sentence("GNGGA,120000.00,4730.0001,N,00942.0001,E,7,14,0.7,401.1,M,47.1,M,,")
    let pvt = Solution.pvt().with(UInt8(5), at: 20).frame(NAVPVT.kind)
    for stream in [gga + pvt, pvt + gga] {
      let fix = try #require(events(stream).fixes.first)
      #expect(fix.quality == .manual)
      #expect(fix.horizontalAccuracy == nil)
    }
    #expect(events(pvt).fixes.isEmpty)
  }

  /// NAV-PVT knows the state of the carrier phase.
  @Test func aSolutionThatCanSayRTKDeniesIt() throws {
    let gga = sentence("GNGGA,120000.00,4730.0001,N,00942.0001,E,4,14,0.7,401.1,M,47.1,M,,")
    let pvt = Solution.pvt().frame(NAVPVT.kind)
    for stream in [gga + pvt, pvt + gga] {
      #expect(try #require(events(stream).fixes.first).quality == .autonomous)
    }
  }

  @Test func accuraciesAreThoseOfTheFinestFrame() throws {
    let velocity = FramePayload(36).with(Solution.timeOfWeek(0), at: 0)
      .with(UInt32(150), at: 20).with(Int32(9_000_000), at: 24).with(UInt32(33), at: 28)
      .with(UInt32(500_000), at: 32).frame(NAVVELNED.kind)
    let position = FramePayload(28).with(Solution.timeOfWeek(0), at: 0)
      .with(Int32(97_000_000), at: 4).with(Int32(475_000_000), at: 8)
      .with(UInt32(9_000), at: 20).with(UInt32(9_000), at: 24).frame(NAVPOSLLH.kind)
    let old = sol.frame(NAVSOL.kind) + velocity + position
    let pvt = Solution.pvt().frame(NAVPVT.kind)
    for stream in [old + pvt, pvt + old] {
      let fix = try #require(events(stream).fixes.first)
      #expect(fix.speedAccuracy == 0.12 && fix.courseAccuracy == 3)
      #expect(fix.verticalAccuracy == 3.5)
      #expect(fix.horizontalAccuracy.map { abs($0 - 2.1428) < 1e-4 } == true)
    }
    #expect(try #require(events(velocity + old).fixes.first).speedAccuracy == 0.33)
    #expect(try #require(events(sol.frame(NAVSOL.kind)).fixes.first).speedAccuracy == 0.4)
  }

  @Test func makesNoFixOfAPositionThatNothingConfirms() {
    let position = FramePayload(28).with(Solution.timeOfWeek(0), at: 0)
      .with(Int32(97_000_000), at: 4).with(Int32(475_000_000), at: 8)
    let invalid = Solution.pvt(isFixOK: false).frame(NAVPVT.kind)
    #expect(events(position.frame(NAVPOSLLH.kind)).fixes.isEmpty)
    #expect(events(invalid + position.frame(NAVPOSLLH.kind)).fixes.isEmpty)
    let valid = FramePayload(16).with(Solution.timeOfWeek(0), at: 0)
      .with(UInt8(3), at: 4).with(UInt8(1), at: 5)
    let time = FramePayload(16).with(Solution.timeOfWeek(0), at: 0).with(Int8(18), at: 10)
      .with(UInt8(0b111), at: 11).with(Int16(2371), at: 8)
    let stream =
      position.frame(NAVPOSLLH.kind) + valid.frame(NAVSTATUS.kind) + time.frame(NAVTIMEGPS.kind)
    #expect(events(stream).fixes.count == 1)
  }

  // MARK: - Headings

  /// Both messages have the heading 91.5°.
  @Test(
    arguments: [
      ("two antennas", NAVRELPOSNED.kind, UInt32(0b1_0011_0101), [91.5]),
      ("a rover with a fixed base", NAVRELPOSNED.kind, 0b1_0001_0101, []),
      ("sensors", NAVATT.kind, 250_000, [91.5]),
      ("sensors that have no heading", NAVATT.kind, 0, []),
      ("sensors that have hardly one", NAVATT.kind, 3_000_000, []),
      ("sensors that have any", NAVATT.kind, 18_000_000, []),
    ] as [(String, FrameKind, UInt32, [Double])])
  func reportsOnlyHeadings(
    _ why: String, _ kind: FrameKind, _ conditions: UInt32, _ headings: [Double]
  ) {
    let isAttitude = kind == NAVATT.kind
    let payload = FramePayload(isAttitude ? 32 : 64)
      .with(UInt8(isAttitude ? 0 : 1), at: 0)
      .with(Int32(9_150_000), at: isAttitude ? 16 : 24)
      .with(conditions, at: isAttitude ? 28 : 60)
    let reports = events(Solution.pvt().frame(NAVPVT.kind) + payload.frame(kind))
    let found: [Double] = reports.compactMap {
      if case .heading(let heading) = $0 { heading.trueHeading } else { nil }
    }
    #expect(found == headings)
  }

  // MARK: - Damage

  @Test func findsWhatFollowsAFrameThatWasCut() {
    let first = Solution.pvt().frame(NAVPVT.kind)
    for count in 2..<first.count {
      let stream = Array(first[..<count]) + Solution.pvt(1000).frame(NAVPVT.kind)
      #expect(events(stream).times == ["120001.000"], "\(count) bytes")
    }
  }

  @Test func readsASentenceThatBreaksAFrame() {
    let frame = Solution.pvt().frame(NAVPVT.kind)
    let rmc = sentence("GPRMC,120000,A,4730.0,N,00942.0,E,0,,150625,,,A")
    for place in 2..<frame.count {
      let fixes = events(Array(frame[..<place]) + rmc + Array(frame[place...])).fixes
      #expect(fixes.map(\.latitude) == [47.5], "at \(place)")
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func reportsTheSameHoweverAStreamIsDivided(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var stream: [UInt8] = []
    for second in 0..<6 {
      stream += Solution.pvt(second * 1000).frame(NAVPVT.kind)
      if second % 2 == 0 {
        stream += sentence("GPRMC,12000\(second),A,4730.0,N,00942.0,E,0,,150625,,,A")
      }
      stream += Solution.end(second * 1000)
    }
    for bytes in [stream, random.damaged(stream), random.damaged(stream)] {
      let whole = events(bytes)
      for piece in [1, 2, 3, 7, 64, 97] {
        #expect(events(bytes, piece: piece) == whole, "in pieces of \(piece), seed \(seed)")
      }
    }
  }
}
