// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import TestSupport
import Testing

/// Logs of NovAtel's and Unicore's receivers, on 14 June 2025: 561,618 seconds of week 2370 are 12:00:00 UTC.
@Suite struct LogTests {
  private func events(_ frames: [[UInt8]], piece: Int = .max / 2) -> [ReceiverReport] {
    var listener = Listener(FixPipeline.sorting)
    let bytes = frames.flatMap(\.self)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      listener.receive(bytes: bytes[start..<min(bytes.count, start + piece)])
    }
    listener.finish()
    return listener.events
  }

  /// The fields of BESTPOS and, up to the same byte, of BESTNAV.
  private static func position(status: UInt32 = 0, type: UInt32 = 50, count: Int = 72)
    -> FramePayload
  {
    FramePayload(count).with(status, at: 0).with(type, at: 4)
      .with(47.5000000125, at: 8).with(9.7000000250, at: 16).with(401.125, at: 24)
      .with(Float(47.125), at: 32).with(UInt32(61), at: 36)
      .with(Float(0.012), at: 40).with(Float(0.016), at: 44).with(Float(0.025), at: 48)
      .with(Float(1.5), at: 56).with(UInt8(31), at: 64).with(UInt8(27), at: 65)
  }

  /// BESTNAV with its velocity.
  private static func navigation(type: UInt32 = 50) -> FramePayload {
    position(type: type, count: 120).with(UInt32(8), at: 76)
      .with(6.5, at: 88).with(123.25, at: 96).with(-0.25, at: 104)
      .with(Float(0.04), at: 112).with(Float(0.03), at: 116)
  }

  private static let head = "97,GPS,FINE,2370,561618000,0,0,18,20;"
  private static let text = ProtocolFrames.log(
    "BESTNAVA,\(head)SOL_COMPUTED,NARROW_INT,47.5000000125,9.7000000250,401.1250,47.1250,WGS84,"
      + "0.0120,0.0160,0.0250,\"0\",1.500,0.000,31,27,20,10,0,06,3f,33,"
      + "SOL_COMPUTED,DOPPLER_VELOCITY,0.000,0.000,6.5000,123.250000,-0.2500,0.0400,0.0300")

  private func check(_ fix: Fix) {
    #expect(fix.clock == "120000.000")
    #expect(fix.time?.date == CivilDate(year: 2025, month: 6, day: 14))
    #expect(fix.latitude == 47.5000000125 && fix.longitude == 9.700000025)
    #expect(fix.altitude == 401.125 && fix.ellipsoidalAltitude == 448.25)
    // An ellipse of 12 and 16 mm: about 1.0714 times the root mean square distance, 20 mm.
    #expect(fix.horizontalAccuracy.map { abs($0 - 0.0214) < 0.0003 } == true)
    #expect(fix.verticalAccuracy.map { abs($0 - 0.025) < 1e-6 } == true)
    #expect(fix.quality == .rtkFixed && fix.mode == .threeDimensional)
    #expect(fix.satellitesUsed == 27 && fix.differentialAge == 1.5)
  }

  @Test func makesAFixOfBESTNAVInEitherForm() throws {
    for frame in [ProtocolFrames.unicore(2118, Self.navigation()), Self.text] {
      for piece in [1, 7, 1000] {
        let fixes = events([frame], piece: piece).fixes
        let fix = try #require(fixes.first)
        #expect(fixes.count == 1)
        check(fix)
        #expect(fix.speed == 6.5 && fix.course == 123.25 && fix.verticalSpeed == -0.25)
        #expect(fix.speedAccuracy.map { abs($0 - 0.03) < 1e-6 } == true)
      }
    }
  }

  /// As binary, a week has 16 bits.
  @Test(arguments: [
    "BESTNAVA,97,BDS,FINE,\(Int.max),561618000,0,0,18,20;",
    "BESTNAVA,97,GPS,FINE,\(Int.max),561618000,0,0,18,20;",
    "BESTPOSA,COM1,0,83.5,FINESTEERING,\(Int.max),561618.000,02000020,cdba,16248;",
    "BESTPOSA,COM1,0,83.5,FINESTEERING,65536,561618.000,02000020,cdba,16248;",
  ])
  func aWeekBeyond16BitsIsNoTime(head: String) {
    let log = ProtocolFrames.log(
      head + "SOL_COMPUTED,NARROW_INT,47.5000000125,9.7000000250,401.1250,47.1250,WGS84,"
        + "0.0120,0.0160,0.0250,\"0\",1.500,0.000,31,27,20,10,0,06,3f,33,"
        + "SOL_COMPUTED,DOPPLER_VELOCITY,0.000,0.000,6.5000,123.250000,-0.2500,0.0400,0.0300")
    #expect(events([log]).fixes.allSatisfy { $0.time == nil })
  }

  @Test func oneLogInBothFormsIsOneFix() {
    #expect(events([ProtocolFrames.unicore(2118, Self.navigation()), Self.text]).fixes.count == 1)
  }

  @Test func makesAFixOfBESTPOSAndItsVelocity() throws {
    let velocity = FramePayload(44).with(UInt32(8), at: 4).with(6.5, at: 16)
      .with(-142.5, at: 24).with(0.5, at: 32)
    let text = ProtocolFrames.log(
      "BESTPOSA,COM1,0,83.5,FINESTEERING,2370,561618.000,02000020,cdba,16248;SOL_COMPUTED,NARROW_INT,"
        + "47.5000000125,9.7000000250,401.1250,47.1250,WGS84,0.0120,0.0160,0.0250,\"0\",1.500,0.000,"
        + "31,27,20,10,0,06,3f,33")
    for position in [ProtocolFrames.novAtel(42, Self.position()), text] {
      let fixes = events([position, ProtocolFrames.novAtel(99, velocity)]).fixes
      let fix = try #require(fixes.first)
      #expect(fixes.count == 1)
      check(fix)
      // Bynav counts from −180° to 180°.
      #expect(fix.speed == 6.5 && fix.course == 217.5 && fix.verticalSpeed == 0.5)
    }
  }

  @Test(arguments: [
    ("not computed", ProtocolFrames.unicore(2118, position(status: 1, count: 120))),
    ("no type", ProtocolFrames.unicore(2118, position(type: 0, count: 120))),
    ("a type without a position", ProtocolFrames.novAtel(42, position(type: 51))),
    ("an unknown time", ProtocolFrames.unicore(2118, position(count: 120), status: 201)),
    ("another receiver's", ProtocolFrames.unicore(9999, position(count: 120))),
    (
      "the second antenna",
      ProtocolFrames.log(
        "BESTNAVHA,97,GPS,FINE,2370,561618000,0,0,18,20;SOL_COMPUTED,SINGLE,47.5,9.7,401.1,47.1,WGS84,"
          + "1.2,1.6,2.5,\"0\",0,0,31,27,20,10,0,06,3f,33,SOL_COMPUTED,DOPPLER_VELOCITY,0,0,0,0,0,0,0"
      )
    ),
    ("too short", ProtocolFrames.novAtel(42, position().cut(to: 65))),
  ])
  func makesNoFix(_ why: String, of frame: [UInt8]) {
    #expect(events([frame]).fixes.isEmpty, "\(why)")
  }

  @Test(
    arguments: [
      ("single", 16, FixQuality.autonomous, FixQuality.autonomous),
      ("SBAS", 18, .differential, .differential), ("float", 34, .rtkFloat, .rtkFloat),
      ("entered", 1, .manual, .manual), ("inertial or SBAS", 52, .estimated, .differential),
      ("PPP-AR or within limits", 70, .precise, .autonomous), ("PPP", 69, .precise, .precise),
    ] as [(String, UInt32, FixQuality, FixQuality)])
  func numbersOfTypesDependOnTheMaker(
    _ name: String, type: UInt32, unicore: FixQuality, novAtel: FixQuality
  ) {
    let position = Self.position(type: type)
    let nav = Self.position(type: type, count: 120)
    #expect(events([ProtocolFrames.unicore(2118, nav)]).fixes.map(\.quality) == [unicore])
    #expect(events([ProtocolFrames.novAtel(42, position)]).fixes.map(\.quality) == [novAtel])
  }

  @Test func anotherSolutionDoesNotReplaceTheBest() throws {
    let other = ProtocolFrames.novAtel(47, Self.position(type: 16).with(47.6, at: 8))
    let best = ProtocolFrames.novAtel(42, Self.position())
    for frames in [[other, best], [best, other]] {
      let fixes = events(frames).fixes
      #expect(fixes.count == 1)
      check(try #require(fixes.first))
    }
    // Nor is it a fix that the best denies.
    let none = ProtocolFrames.novAtel(42, Self.position(status: 1))
    #expect(events([other, none]).fixes.isEmpty)
  }

  @Test func leapSecondsAreTheReceivers() {
    // TIME: valid clock, 15 seconds as in 2009, and a valid UTC.
    func time(status: UInt32) -> [UInt8] {
      ProtocolFrames.novAtel(
        101, FramePayload(44).with(-15.0, at: 20).with(UInt32(status), at: 40))
    }
    let position = ProtocolFrames.novAtel(42, Self.position())
    #expect(events([position]).times == ["120000.000"], "those of the week")
    #expect(events([time(status: 1), position]).times == ["120003.000"])
    #expect(events([position, time(status: 1)]).times == ["120003.000"])
    #expect(events([time(status: 2), position]).times == ["120000.000"], "in doubt")
  }

  @Test func reportsAHeadingOnceTheAmbiguitiesAreSolved() {
    func heading(status: UInt32, type: UInt32) -> [UInt8] {
      ProtocolFrames.unicore(
        972,
        FramePayload(44).with(status, at: 0).with(type, at: 4).with(Float(1), at: 8)
          .with(Float(217.5), at: 12).with(Float(0.25), at: 24))
    }
    func headings(_ frame: [UInt8]) -> [Double?] {
      events([frame]).compactMap { event in
        if case .heading(let heading) = event { heading.trueHeading } else { nil as Double? }
      }
    }
    #expect(headings(heading(status: 0, type: 50)) == [217.5])
    #expect(headings(heading(status: 0, type: 34)) == [], "float")
    #expect(headings(heading(status: 1, type: 50)) == [], "not computed")
  }

  @Test func dilutionsBelongToTheirInstantWhereverTheyStand() {
    let dilutions = FramePayload(36).with(Float(2), at: 4).with(Float(1.5), at: 8)
      .with(Float(1.1), at: 12).with(Float(1.25), at: 16).with(Float(0.75), at: 20)
    let frames = [
      ProtocolFrames.unicore(954, dilutions), ProtocolFrames.unicore(2118, Self.navigation()),
    ]
    for frames in [frames, frames.reversed()] {
      let dilution = events(frames).fixes.first?.dilutionOfPrecision
      #expect(dilution?.position == 1.5 && dilution?.horizontal == 0.75)
      #expect(dilution?.vertical == 1.25)
    }
  }

  @Test func aDamagedLogIsNone() {
    for frame in [ProtocolFrames.unicore(2118, Self.navigation()), Self.text] {
      for place in frame.indices {
        // The line end of a text log does not belong to it.
        guard frame[place] != 0x0D, frame[place] != 0x0A else { continue }
        var damaged = frame
        damaged[place] ^= 1
        #expect(events([damaged]).fixes.isEmpty, "byte \(place)")
      }
    }
  }
}

@Suite struct KSXTTests {
  private static func text(position: Int = 3, heading: Int = 3) -> String {
    "KSXT,20250614120000.00,9.70000001,47.50000002,401.1250,217.50,1.0,90.25,36.000,,\(position),"
      + "\(heading),20,27,1.0,2.0,3.0,36.000,0.000,-1.800,,,"
  }

  private func listener(_ bytes: [UInt8]) -> Listener {
    var listener = Listener(FixPipeline.sorting)
    listener.receive(bytes: bytes)
    listener.finish()
    return listener
  }

  @Test func makesAFixWithEitherChecksum() throws {
    let body = Self.text()
    for bytes in [
      Array(SentenceEncoder.sentence(body: body).utf8), ProtocolFrames.ksxt(body),
    ] {
      let listener = listener(bytes)
      let fix = try #require(listener.fixes.first)
      #expect(listener.fixes.count == 1)
      #expect(fix.clock == "120000.000" && fix.latitude == 47.50000002)
      #expect(fix.longitude == 9.70000001 && fix.altitude == 401.125)
      // Kilometers per hour.
      #expect(fix.speed == 10 && fix.course == 90.25 && fix.verticalSpeed == -0.5)
      #expect(fix.quality == .rtkFixed && fix.satellitesUsed == 27)
      #expect(
        listener.events.contains { event in
          if case .heading(let heading) = event { heading.trueHeading == 217.5 } else { false }
        })
    }
  }

  @Test func withoutASolutionThereIsNone() {
    let listener = listener(ProtocolFrames.ksxt(Self.text(position: 0, heading: 2)))
    #expect(listener.fixes.isEmpty && listener.events.isEmpty)
  }

  @Test func aWrongChecksumIsNoneEvenIfItsBeginningFits() {
    let body = Self.text()
    let sum = body.utf8.reduce(0, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    let bytes = Array("$\(body)*\(sum < 16 ? "0" : "")\(digits)345678\r\n".utf8)
    #expect(listener(bytes).fixes.isEmpty)
  }
}
