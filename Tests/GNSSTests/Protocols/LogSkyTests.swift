// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import TestSupport
import Testing

/// Satellites, status and inertial systems in NovAtel's and Unicore's logs, on 14 June 2025 at 12:00:00 UTC.
@Suite struct LogSkyTests {
  private static let head = "COM1,0,83.5,FINESTEERING,2370,561618.000,00000000,cdba,16248;"
  private static let unicoreHead = "97,GPS,FINE,2370,561618000,0,0,18,20;"

  private func listener(_ frames: [[UInt8]], warning: Bool = false) -> Listener {
    var listener = Listener(warning ? FixPipeline.sorting.warning() : .sorting)
    listener.receive(bytes: frames.flatMap(\.self))
    listener.finish()
    return listener
  }

  /// The last view of the sky, with a position, so that satellites can be used.
  private func view(_ frames: [[UInt8]]) throws -> SatellitesInView {
    let listener = listener([Self.time, Self.position] + frames)
    return try #require(
      listener.events.compactMap { event in
        if case .satellites(let view) = event { view } else { nil }
      }.last)
  }

  private static let position = ProtocolFrames.novAtel(
    42,
    FramePayload(72).with(UInt32(16), at: 4).with(47.5, at: 8).with(9.7, at: 16)
      .with(Float(1.2), at: 40).with(Float(1.6), at: 44).with(UInt8(9), at: 65))

  /// A valid TIME with eighteen leap seconds, so that the position need not wait.
  private static let time = ProtocolFrames.novAtel(
    101, FramePayload(44).with(-18.0, at: 20).with(UInt32(1), at: 40))

  // MARK: - NovAtel's satellites

  /// GLONASS 13 at 42° above 300°, and 7 below the horizon.
  private static let visible = FramePayload(96).with(UInt32(1), at: 0).with(UInt32(1), at: 4)
    .with(UInt32(1), at: 8).with(UInt32(2), at: 12)
    .with(UInt16(13), at: 16).with(Int16(-2), at: 18).with(42.2, at: 24).with(299.8, at: 32)
    .with(UInt16(7), at: 56).with(-3.5, at: 64).with(10.0, at: 72)
  private static let visibleText =
    "SATVIS2A,\(head)GLONASS,TRUE,TRUE,2,13-2,0,42.2,299.8,100.5,99.5,7+4,0,-3.5,10.0,1.0,2.0"

  @Test func listsTheVisibleSatellitesOfASystem() throws {
    for frame in [ProtocolFrames.novAtel(1043, Self.visible), ProtocolFrames.log(Self.visibleText)]
    {
      let view = try view([frame])
      let shown = try #require(view.satellites.first)
      #expect(view.satellites.count == 1 && view.used.isEmpty)
      #expect(shown.satellite == SatelliteID(system: .glonass, number: 13))
      #expect(shown.elevation == 42 && shown.azimuth == 300 && shown.carrierToNoise == nil)
    }
  }

  @Test(arguments: [
    "SATVIS2A,\(head)GPS,TRUE,TRUE,-5,5,0,20.0,30.0,1.0,2.0",
    "TRACKSTATA,\(head)SOL_COMPUTED,SINGLE,5.0,-5,5,0,00000000,1.0,2.0,45.0,3.0,0.1,GOOD,1.0",
    "BESTSATSA,\(head)-5,GPS,5,GOOD,00000001", "RXSTATUSA,\(head)00000000,-5,00000000",
    "SATSINFOA,\(unicoreHead)-5,1,0,0,0,0,5,100,40,0,45,0,-5",
  ])
  func aCountBelowZeroIsNone(log: String) throws {
    let listener = listener([Self.time, Self.position, ProtocolFrames.log(log)])
    let views = listener.events.compactMap { event in
      if case .satellites(let view) = event { view } else { nil }
    }
    #expect(listener.fixes.count == 1 && views.allSatisfy { $0.satellites.isEmpty })
  }

  @Test func aReceiverThatCannotTellListsNone() throws {
    let other = "SATVIS2A,\(Self.head)GPS,TRUE,TRUE,1,5,0,20.0,30.0,1.0,2.0"
    let unknown = "SATVIS2A,\(Self.head)GLONASS,FALSE,FALSE,0"
    let view = try view([Self.visibleText, other, unknown].map { ProtocolFrames.log($0) })
    #expect(view.satellites.map(\.satellite) == [SatelliteID(system: .gps, number: 5)])
  }

  /// GPS 3 on L1, used, and on L2; GLONASS 13 on L1, unused; a channel that searches for GPS 18.
  private static let tracked: FramePayload = {
    func channel(_ payload: FramePayload, _ index: Int, _ row: (UInt16, UInt32, Float, UInt32))
      -> FramePayload
    {
      let start = 16 + 40 * index
      return payload.with(row.0, at: start).with(row.1, at: start + 4)
        .with(row.2, at: start + 20).with(row.3, at: start + 32)
    }
    let rows: [(UInt16, UInt32, Float, UInt32)] = [
      (3, 0, 50.5, 0), (3, 9 << 21, 43.25, 13), (50, 1 << 16, 46, 8), (18, 0, 0, 99),
    ]
    return rows.enumerated().reduce(FramePayload(176).with(UInt32(4), at: 12)) {
      channel($0, $1.offset, $1.element)
    }
  }()
  private static let trackedText =
    "TRACKSTATA,\(head)SOL_COMPUTED,SINGLE,5.0,4,"
    + "3,0,00000000,22000000.0,-100.0,50.500,14263.0,-0.5,GOOD,0.63,"
    + "3,0,01200000,22000000.0,-100.0,43.250,14132.0,0.0,OBSL2,0.00,"
    + "50,5,00010000,21000000.0,-100.0,46.000,18123.0,0.0,NODIFFCORR,0.00,"
    + "18,0,00000000,0.0,0.0,0.000,0.0,0.0,NA,0.00"

  @Test func listsSignalsWithTheirDirectionsAndUse() throws {
    for frame in [
      ProtocolFrames.novAtel(83, Self.tracked), ProtocolFrames.log(Self.trackedText),
    ] {
      let view = try view([ProtocolFrames.log(Self.visibleText), frame])
      let gps = SatelliteID(system: .gps, number: 3)
      let signals = view.satellites.filter { $0.satellite == gps }
      #expect(signals.map(\.signal) == [1, 4] && signals.map(\.carrierToNoise) == [50.5, 43.25])
      let glonass = view.satellites.filter { $0.satellite.system == .glonass }
      #expect(glonass.map(\.carrierToNoise) == [46] && glonass.map(\.elevation) == [42])
      #expect(view.count == 2, "a channel that searches is no satellite")
      #expect(view.used.count == 1 && view.used.contains(gps))
    }
  }

  @Test func theBestSolutionKnowsBestWhatItUses() throws {
    let best = FramePayload(36).with(UInt32(2), at: 0)
      .with(UInt32(1), at: 4).with(UInt16(13), at: 8).with(Int16(-2), at: 10)
      .with(UInt32(3), at: 16)
      .with(UInt32(5), at: 20).with(UInt16(4), at: 24).with(UInt32(9), at: 28)
    let text =
      "BESTSATSA,\(Self.head)2,GLONASS,13-2,GOOD,00000003,GALILEO,4,NOEPHEMERIS,00000000"
    let tracked = ProtocolFrames.novAtel(83, Self.tracked)
    for best in [ProtocolFrames.novAtel(1194, best), ProtocolFrames.log(text)] {
      let used = try view([best, tracked]).used
      #expect(used.count == 1 && used.contains(SatelliteID(system: .glonass, number: 13)))
    }
  }

  // MARK: - Unicore's satellites

  @Test func listsUnicoresSatellitesWithTheirSignals() throws {
    // GPS 24 at 19° above 175° on L1 and L5; QZSS 2 (193 and on) on L1; GLONASS 22 (38 and on) on L1; NavIC.
    var bytes: [UInt8] = [4, 2, 0, 0, 0, 63]
    bytes += [24, 175, 0, 19, 0, 32, 0, 2, 0, 37, 14, 2]
    bytes += [194, 149, 0, 19, 5, 38, 0, 1]
    bytes += [59, 117, 0, 23, 1, 34, 0, 1]
    bytes += [141, 10, 1, 40, 6, 30, 6, 1]
    let payload = bytes.enumerated().reduce(FramePayload(bytes.count)) {
      $0.with($1.element, at: $1.offset)
    }
    let text =
      "SATSINFOA,\(Self.unicoreHead)4,2,0,0,0,63,24,175,19,0,32,0,2,0,37,14,2,"
      + "194,149,19,5,38,0,1,59,117,23,1,34,0,1,141,266,40,6,30,6,1"
    for frame in [ProtocolFrames.unicore(2124, payload), ProtocolFrames.log(text)] {
      let view = try view([frame])
      let gps = view.satellites.filter { $0.satellite == SatelliteID(system: .gps, number: 24) }
      #expect(gps.map(\.signal) == [1, 8] && gps.map(\.carrierToNoise) == [32, 37])
      #expect(gps.allSatisfy { $0.elevation == 19 && $0.azimuth == 175 })
      #expect(
        view.satellites.dropFirst(2).map(\.satellite) == [
          SatelliteID(system: .qzss, number: 2), SatelliteID(system: .glonass, number: 22),
        ], "NavIC's numbers have no meaning")
    }
  }

  @Test func readsWhichSatellitesUnicoreUses() throws {
    // GLONASS 3 (40), channel 12; BeiDou 20, which only the base sees.
    let best = FramePayload(36).with(UInt32(2), at: 0)
      .with(UInt32(1), at: 4).with(UInt16(12), at: 8).with(UInt16(40), at: 10)
      .with(UInt32(1), at: 16)
      .with(UInt32(6), at: 20).with(UInt16(20), at: 26).with(UInt32(0x10), at: 32)
    let text =
      "BESTSATA,\(Self.unicoreHead)2,GLONASS,40+12,GOOD,00000001,BEIDOU,20,GOOD,00000010"
    let sky = ProtocolFrames.log("SATSINFOA,\(Self.unicoreHead)1,2,0,0,0,63,40,9,9,1,34,0,1")
    for frame in [ProtocolFrames.unicore(1041, best), ProtocolFrames.log(text)] {
      let used = try view([sky, frame]).used
      #expect(used.count == 1 && used.contains(SatelliteID(system: .glonass, number: 3)))
    }
  }

  @Test(
    arguments: [
      (1043, [4: 1, 8: 1, 12: 255, 15: 255]), (83, [12: 255, 15: 127]), (1194, [0: 255, 3: 255]),
      (93, [4: 255, 7: 255]), (2065, [0: 255, 3: 255]),
    ] as [(UInt16, [Int: UInt8])])
  func noCountOfNovAtelIsBelievedBeyondTheEnd(_ number: UInt16, bytes: [Int: UInt8]) {
    let payload = bytes.reduce(FramePayload(24)) { $0.with($1.value, at: $1.key) }
    #expect(listener([ProtocolFrames.novAtel(number, payload), Self.position]).fixes.count == 1)
  }

  // MARK: - Status

  private func warnings(_ frame: [UInt8]) -> [FixWarning]? {
    listener([frame, Self.position], warning: true).fixes.last?.warnings.list
  }

  @Test(
    arguments: [
      ("nothing", "02000000", []), ("a jammer", "02008000", [.receiverReportsJamming]),
      ("false signals", "02000200", [.receiverReportsSpoofing]),
      ("OEM6, where these bits count errors", "00008200", []),
    ] as [(String, String, [FixWarning])])
  func warnsOfWhatTheReceiverStatusSays(_ name: String, word: String, expected: [FixWarning]) {
    let log = "RXSTATUSA,\(Self.head)00000000,2,\(word),0,0,0,00040000,0,0,0"
    #expect(warnings(ProtocolFrames.log(log)) == expected)
    let header = Self.head.replacing("00000000", with: word)
    #expect(warnings(ProtocolFrames.log("BESTSATSA,\(header)0")) == expected, "in the header")
    let payload = FramePayload(24).with(UInt32(1), at: 4).with(UInt32(word, radix: 16) ?? 0, at: 8)
    #expect(warnings(ProtocolFrames.novAtel(93, payload)) == expected)
  }

  @Test(
    arguments: [
      ("fed", "02000000", .good), ("open", "00000020", .open), ("shorted", "00000040", .shorted),
      ("not fed", "00000008", nil),
    ] as [(String, String, AntennaState?)])
  func readsTheAntenna(_ name: String, word: String, expected: AntennaState?) {
    var lines = LineReader()
    var parts = PartReader()
    let log = ProtocolFrames.log("RXSTATUSA,\(Self.head)00000000,1,\(word),0,0,0")
    lines.read(log.span.bytes) { _, part in
      if case .frame(let frame) = part { parts.read(frame) }
    }
    #expect(parts.antenna == expected)
  }

  @Test func warnsOfWhatUnicoreSaysAboutJammers() {
    func jam(_ flag: Int) -> [UInt8] {
      ProtocolFrames.log("JAMSTATUSA,\(Self.unicoreHead)SINGLE,120,\(flag),0,0")
    }
    #expect(warnings(jam(0)) == [])
    #expect(warnings(jam(1)) == [], "a weak one is not enough by itself")
    #expect(warnings(jam(2)) == [.receiverReportsJamming])
    #expect(warnings(jam(3)) == [], "an unknown state")
    let payload = FramePayload(8).with(UInt8(255), at: 4).with(UInt8(2), at: 5)
    #expect(warnings(ProtocolFrames.unicore(511, payload)) == [.receiverReportsJamming])
    let bands = "FREQJAMSTATUSA,\(Self.unicoreHead)SINGLE,0,0,12,1,255,2,0,0"
    #expect(warnings(ProtocolFrames.log(bands)) == [.receiverReportsJamming])
    let quiet = FramePayload(12).with(UInt8(9), at: 6).with(UInt8(1), at: 7)
    #expect(warnings(ProtocolFrames.unicore(519, quiet)) == [])
  }

  // MARK: - Inertial systems

  /// INSPVAS of the milliseconds of the week.
  private static func inertial(_ timeOfWeek: UInt32, status: UInt32 = 3) -> [UInt8] {
    let payload = FramePayload(88).with(UInt32(2370), at: 0)
      .with(Double(timeOfWeek) / 1000, at: 4).with(47.25, at: 12).with(9.5, at: 20)
      .with(448.25, at: 28).with(3.0, at: 36).with(4.0, at: 44).with(-0.5, at: 52)
      .with(217.5, at: 76).with(status, at: 84)
    let header = FramePayload(12).with(UInt16(0x44AA), at: 0).with(UInt8(0x13), at: 2)
      .with(UInt8(88), at: 3).with(UInt16(508), at: 4).with(UInt16(2370), at: 6)
      .with(timeOfWeek, at: 8)
    return ProtocolFrames.withCRC32(header.bytes + payload.bytes)
  }

  private func headings(_ listener: Listener) -> [Double] {
    listener.events.compactMap { event in
      if case .heading(let heading) = event { heading.trueHeading } else { nil }
    }
  }

  @Test func makesAFixOfAnInertialSystemInEitherForm() throws {
    let text = ProtocolFrames.log(
      "INSPVASA,2370,561618.000;2370,561618.000,47.25,9.5,448.25,3.0,4.0,-0.5,1.0,2.0,217.5,"
        + "INS_SOLUTION_GOOD", opener: "%")
    for frame in [Self.inertial(561_618_000), text] {
      let listener = listener([frame])
      let fix = try #require(listener.fixes.first)
      #expect(listener.fixes.count == 1 && fix.clock == "120000.000")
      #expect(fix.latitude == 47.25 && fix.longitude == 9.5 && fix.ellipsoidalAltitude == 448.25)
      #expect(fix.speed == 5 && fix.verticalSpeed == -0.5)
      #expect(headings(listener) == [217.5])
    }
  }

  @Test func anInertialFixHasItsTypeAndDeviations() throws {
    let text = ProtocolFrames.log(
      "INSPVAXA,\(Self.head)INS_SOLUTION_GOOD,INS_RTKFIXED,47.25,9.5,401.125,47.125,3.0,4.0,-0.5,"
        + "1.0,2.0,217.5,0.012,0.016,0.025,0.01,0.01,0.01,0.1,0.1,0.25,00000003,0")
    let payload = FramePayload(126).with(UInt32(3), at: 0).with(UInt32(56), at: 4)
      .with(47.25, at: 8).with(9.5, at: 16).with(401.125, at: 24).with(Float(47.125), at: 32)
      .with(3.0, at: 36).with(4.0, at: 44).with(217.5, at: 76).with(Float(0.012), at: 84)
      .with(Float(0.016), at: 88).with(Float(0.025), at: 92).with(Float(0.25), at: 116)
    for frame in [text, ProtocolFrames.novAtel(1465, payload)] {
      let listener = listener([frame])
      let fix = try #require(listener.fixes.first)
      #expect(fix.quality == .rtkFixed && fix.altitude == 401.125)
      #expect(fix.ellipsoidalAltitude == 448.25)
      // An ellipse of 12 and 16 mm: about 1.0714 times the root mean square distance, 20 mm.
      #expect(fix.horizontalAccuracy.map { abs($0 - 0.0214) < 0.0003 } == true)
      let heading = listener.events.compactMap { event in
        if case .heading(let heading) = event { heading } else { nil }
      }.first
      #expect(heading?.trueHeading == 217.5 && heading?.accuracy == 0.25)
    }
  }

  @Test(
    arguments: [
      ("aligning", 1, 0, 0), ("uncertain azimuth", 2, 1, 0), ("good", 3, 1, 1),
      ("unaided", 6, 1, 1),
      ("aligned", 7, 1, 0), ("an unknown state", 20, 0, 0),
    ] as [(String, UInt32, Int, Int)])
  func theStateOfAnInertialSystemDecides(
    _ name: String, status: UInt32, fixes: Int, headings count: Int
  ) {
    let listener = listener([Self.inertial(561_618_000, status: status)])
    #expect(listener.fixes.count == fixes && headings(listener).count == count)
    if status == 6 { #expect(listener.fixes.first?.quality == .estimated) }
  }

  @Test func theBestSolutionContainsTheInertialOne() {
    let frames =
      [Self.position] + (1...50).map { Self.inertial(561_618_000 + 20 * $0) } + [Self.position]
    let listener = listener(frames)
    #expect(listener.fixes.map(\.latitude) == [47.5])
    #expect(headings(listener).count == 50)
  }

  @Test func anInertialSystemGoesOnWhereNothingElseHasAPosition() {
    let frames = [Self.position] + (0..<4).map { Self.inertial(561_620_500 + 500 * $0) }
    #expect(listener(frames).fixes.map(\.latitude) == [47.5, 47.25, 47.25, 47.25, 47.25])
  }

  @Test func anInertialSystemThatStopsLosesOnlyItsOwnFix() {
    let lost = listener([Self.inertial(561_618_000), Self.inertial(561_618_500, status: 0)])
    #expect(
      lost.events.contains { event in if case .fixLost = event { true } else { false } })
    let kept = listener([Self.position, Self.inertial(561_621_000, status: 0), Self.position])
    #expect(
      !kept.events.contains { event in if case .fixLost = event { true } else { false } })
  }
}
