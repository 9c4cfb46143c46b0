// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import TestSupport
import Testing

@Suite struct QuectelTests {
  /// Sentences of an LG290P at 13.5° N 100.5° E, on 14 June 2025; the last field of the time is seconds after noon.
  private static func nav(
    _ second: Int = 0, status: Int = 1, solution: Int = 1, latitude: String = "13.50000001"
  ) -> String {
    "PQTMNAV,1,\(status),1,12000\(second).000,20250614,\(561_618_000 + second * 1000),2370,18,,,"
      + "\(solution),,\(latitude),100.50000002,7.4000,-30.8000,,,0.6000,0.8000,2.5000,,,42,1.2,,32,28,"
      + ",,,,,,6.0000,0.2500,0.1100,0.1500,,,90.500,,"
  }

  private static func end(_ second: Int = 0) -> String {
    "PQTMEOE,1,12000\(second).000,20250614,2370,\(561_618_000 + second * 1000)"
  }

  private static func errors(_ horizontal: String, down: String) -> String {
    "PQTMEPE,2,1.000,1.000,\(down),\(horizontal),3.000"
  }

  @Test func makesAFixOfPQTMNAV() throws {
    let fixes = Listener(hearing: [Self.nav(solution: 8), Self.end()]).fixes
    let fix = try #require(fixes.first)
    #expect(fixes.count == 1)
    #expect(fix.clock == "120000.000")
    #expect(fix.time?.date == CivilDate(year: 2025, month: 6, day: 14))
    #expect(fix.latitude == 13.50000001 && fix.longitude == 100.50000002)
    #expect(fix.altitude == 7.4 && fix.geoidSeparation == -30.8)
    #expect(fix.ellipsoidalAltitude.map { abs($0 + 23.4) < 1e-9 } == true)
    #expect(fix.speed == 6 && fix.course == 90.5 && fix.verticalSpeed == 0.25)
    #expect(fix.speedAccuracy == 0.11 && fix.verticalAccuracy == 2.5)
    // An ellipse of 0.6 and 0.8 m: about 1.0714 times the root mean square distance, 1 m.
    #expect(fix.horizontalAccuracy.map { abs($0 - 1.0714) < 0.01 } == true)
    #expect(fix.horizontalAccuracySource == .receiverEstimate)
    #expect(fix.quality == .rtkFloat && fix.mode == .threeDimensional && fix.satellitesUsed == 28)
    #expect(fix.differentialAge == 1.2 && fix.differentialStation == 42)
  }

  @Test(arguments: [
    ("no solution beside coordinates", nav(solution: 0)),
    ("a time that is not valid", nav(status: 0)),
    ("no latitude", nav(latitude: "")),
    ("no such place", nav(latitude: "91.00000000")),
    ("another version", nav().replacing("PQTMNAV,1", with: "PQTMNAV,7")),
    (
      "PVT without a fix",
      "PQTMPVT,1,561618000,20250614,120000.000,,0,00,18,13.5,100.5,7.4,-30.8,0,0,0,0,90,0.8,1.5"
    ),
    (
      "PVT of a receiver that counts from 1980",
      "PQTMPVT,1,518400000,19800106,000000.000,,0,00,18,,,,,,,,,,99.99,99.99"
    ),
    ("the end of an epoch alone", end()), ("an answer", "PQTMEPE,ERROR,3"),
  ])
  func makesNoFix(_ why: String, of body: String) {
    #expect(Listener(hearing: [body, Self.end()]).fixes.isEmpty, "\(why)")
  }

  @Test func makesAFixOfPQTMPVTWithTheErrorsBeforeIt() throws {
    let pvt =
      "PQTMPVT,1,561618000,20250614,120000.000,2,3,18,18,13.5,100.5,7.4,-30.8,3,4,-0.5,5.000,53.13,0.80,1.50"
    let velocity = "PQTMVEL,1,120000.000,3,4,-0.5,5.000,5.025,53.130,0.110,0.150,1.200"
    let dilutions = "PQTMDOP,1,561618000,2.00,1.50,1.10,1.30,0.80,0.60,0.50"
    let fixes = Listener(
      hearing: [Self.errors("2.000", down: "3.500"), pvt, velocity, dilutions, Self.end()]
    ).fixes
    let fix = try #require(fixes.first)
    #expect(fixes.count == 1)
    // 1.0714 root mean square distances contain 68 %.
    #expect(fix.horizontalAccuracy.map { abs($0 - 2.1428) < 1e-4 } == true)
    #expect(fix.verticalAccuracy == 3.5 && fix.speedAccuracy == 0.11 && fix.courseAccuracy == 1.2)
    #expect(fix.speed == 5 && fix.course == 53.13 && fix.verticalSpeed == 0.5)
    #expect(fix.quality == .differential && fix.dilutionOfPrecision.vertical == 1.3)
  }

  @Test func errorsBelongToTheBurstThatTheyBegin() {
    let fixes = Listener(
      hearing: [
        Self.errors("2.000", down: "3.000"), Self.nav(0), Self.end(0), Self.nav(1), Self.end(1),
      ].map { $0.replacing("0.6000,0.8000,2.5000", with: ",,") }
    ).fixes
    #expect(fixes.map { $0.verticalAccuracy } == [3, nil])
  }

  @Test func endsAnEpochAtItsEnd() {
    var listener = Listener()
    listener.receive(Self.nav(0))
    #expect(listener.fixes.isEmpty)
    // In between, ends without a position come ten times a second.
    listener.receive("PQTMEOE,1,115959.900,20250614,2370,561617900")
    #expect(listener.fixes.isEmpty)
    listener.receive(Self.end(0))
    #expect(listener.fixes.count == 1)
    listener.receive("PQTMEOE,1,120000.100,20250614,2370,561618100")
    #expect(listener.fixes.count == 1 && listener.events.losses.isEmpty)
  }

  @Test func aSentenceOfTheSameInstantIsTheSameFix() throws {
    let gga = "GNGGA,120000.000,1330.0000,N,10030.0000,E,1,12,0.9,7.0,M,-31.0,M,,"
    for bodies in [[gga, Self.nav(solution: 12)], [Self.nav(solution: 12), gga]] {
      let fixes = Listener(hearing: bodies).fixes
      #expect(fixes.count == 1)
      #expect(fixes.first?.latitude == 13.50000001 && fixes.first?.quality == .rtkFixed)
      #expect(fixes.first?.altitude == 7.4 && fixes.first?.dilutionOfPrecision.horizontal == 0.9)
    }
  }

  @Test(
    arguments: [
      ("fixed", "4", "0.500", 123.45), ("float, known to 5°", "5", "5.000", 123.45),
      ("float, known to 40°", "5", "40.000", nil), ("none", "0", "0.500", nil),
    ] as [(String, String, String, Double?)])
  func reportsAHeading(
    _ name: String, quality: String, accuracy: String, expected: Double?
  ) {
    let attitude =
      "PQTMTAR,1,120000.000,\(quality),,1.000,1.0,2.0,123.450,0.100,0.100,\(accuracy),28"
    let headings = Listener(hearing: [Self.nav(), attitude]).events.compactMap { event in
      if case .heading(let heading) = event { heading } else { nil as Heading? }
    }
    #expect(headings.map(\.trueHeading) == (expected.map { [$0] } ?? []), "\(name)")
    #expect(headings.first.map { $0.accuracy == Double(accuracy) } ?? true)
  }
}
