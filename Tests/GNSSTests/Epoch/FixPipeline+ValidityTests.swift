// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

/// Which sentences result in a fix, and which ones rule it out.
@Suite struct FixPipelineValidityTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bodies: [String]
    let isFix: Bool
    let quality: FixQuality?

    init(_ name: String, _ bodies: [String], isFix: Bool, _ quality: FixQuality? = nil) {
      testDescription = name
      self.bodies = bodies
      self.isFix = isFix
      self.quality = quality
    }
  }

  private static let now = clock(0)

  static let rows: [Row] = [
    Row("RMC with status V", [rmc(now, status: "V")], isFix: false),
    Row("RMC V denies a GGA", [rmc(now, status: "V"), gga(now)], isFix: false),
    Row("RMC V behind a GGA denies it", [gga(now), rmc(now, status: "V")], isFix: false),
    Row(
      "RMC V and a simulated GGA", [rmc(now, status: "V"), gga(now, quality: "8")], isFix: false),
    Row(
      "RMC with status D, as Unicore's with RTK",
      [gga(now, quality: "4"), rmc(now, status: "D", mode: "R")],
      isFix: true, .rtkFixed),
    Row("RMC with status D alone", [rmc(now, status: "D", mode: "F")], isFix: true, .rtkFloat),
    Row("RMC with a status that nobody knows", [rmc(now, status: "X")], isFix: false),
    Row("RMC with mode N", [rmc(now, mode: "N")], isFix: false),
    Row("RMC with an empty mode", [rmc(now, mode: "")], isFix: true),
    Row("RMC without status", [rmc(now, status: "")], isFix: false),
    Row(
      "RMC with navigational status V", [rmc(now) + ",V"], isFix: true, .autonomous),
    Row("GGA with quality 0", [gga(now, quality: "0")], isFix: false),
    Row("GGA 0 denies an RMC", [rmc(now), gga(now, quality: "0")], isFix: false),
    Row("GGA with an empty quality", [gga(now, quality: "")], isFix: false),
    Row("an empty quality denies an RMC", [gga(now, quality: ""), rmc(now)], isFix: false),
    Row("GGA without a position", ["GPGGA,\(now),,,,,1,08,1.2,40.5,M,,M,,"], isFix: false),
    Row("a simulator that says so", [gga(now, quality: "8")], isFix: true, .simulated),
    Row("SBAS, as NovAtel's say it", [gga(now, quality: "9")], isFix: true, .differential),
    Row("a quality that nobody knows", [gga(now, quality: "10")], isFix: false),
    Row(
      "a quality that nobody knows denies nothing", [gga(now, quality: "10"), rmc(now)],
      isFix: true, .autonomous),
    Row("RMC with a mode that nobody knows", [rmc(now, mode: "X")], isFix: false),
    Row(
      "RMC with a mode that nobody knows denies nothing", [rmc(now, mode: "X"), gga(now)],
      isFix: true, .autonomous),
    Row("GLL with an eXplorist's status N", [gll(now, status: "N")], isFix: false),
    Row("GLL with a status that nobody knows", [gll(now, status: "X")], isFix: false),
    Row("GLL with a status that cannot be read", [gll(now, status: "AdA")], isFix: false),
    Row("GLL with a small letter", [gll(now, status: "a")], isFix: false),
    Row("GLL with a mode that nobody knows", [gll(now, mode: "X")], isFix: false),
    Row("GNS with a mode that nobody knows", [gns(now, modes: "XNN")], isFix: false),
    Row("GNS with one that is known", [gns(now, modes: "XAN")], isFix: true, .autonomous),
    Row(
      "PUBX with a status that nobody knows",
      ["PUBX,00,\(now),5130,N,00007.5,W,88,G9,5,9,0,0,0,,1,2,1,4,0,0"], isFix: false),
    Row(
      "PUBX with satellites and dead reckoning",
      ["PUBX,00,\(now),5130,N,00007.5,W,88,RK,5,9,0,0,0,,1,2,1,4,0,0"], isFix: true, .autonomous),
    Row(
      "GGK with a quality that nobody knows",
      ["PTNL,GGK,\(now),061425,5130.0,N,00007.5,W,99,09,1.9,EHT150.790,M"], isFix: false),
    Row(
      "GGK", ["PTNL,GGK,\(now),061425,5130.0,N,00007.5,W,3,09,1.9,EHT150.790,M"], isFix: true,
      .rtkFixed),
    Row(
      "RMA with a status that nobody knows", ["LCRMA,X,5130.0,N,00007.5,W,,,10,90,,"], isFix: false),
    Row("RMA with status A", ["LCRMA,A,5130.0,N,00007.5,W,,,10,90,,"], isFix: true),
    Row("no satellite and no voucher", [gga(now, satellites: "00")], isFix: false),
    Row(
      "no satellite, RMC vouches", [gga(now, satellites: "00"), rmc(now)], isFix: true, .autonomous),
    Row(
      "no satellite, GLL vouches", [gga(now, satellites: "00"), gll(now)], isFix: true, .autonomous),
    Row(
      "no satellite, GSA vouches", [gga(now, satellites: "00"), gsa()], isFix: true, .autonomous),
    Row(
      "no satellite, GSA without fix", [gga(now, satellites: "00"), gsa([], mode: 1)], isFix: false),
    Row(
      "dead reckoning needs no satellite", [gga(now, quality: "6", satellites: "00")],
      isFix: true, .estimated),
    Row(
      "nor does a position typed in", [gga(now, quality: "7", satellites: "00")], isFix: true,
      .manual),
    Row("satellites not counted", [gga(now, satellites: "")], isFix: true, .autonomous),
    Row("GLL with status V", [gll(now, status: "V")], isFix: false),
    Row("GLL with mode N", [gll(now, mode: "N")], isFix: false),
    Row("GLL from before there was a status", ["GPGLL,5130,N,00007.5,W,\(now)"], isFix: true),
    Row("GLL V does not deny a GGA", [gga(now), gll(now, status: "V")], isFix: true, .autonomous),
    Row("GNS that no system knows of", [gns(now, modes: "NNN")], isFix: false),
    Row("GNS that one system knows of", [gns(now, modes: "NDD")], isFix: true, .differential),
    Row(
      "GNS that another system knows of outweighs a GGA with quality 0",
      [gga(now, quality: "0"), gns(now, modes: "NA")], isFix: true, .autonomous),
    Row("GNS with RTK", [gns(now, modes: "RRN")], isFix: true, .rtkFixed),
    Row(
      "GGA's quality before RMC's mode", [rmc(now), gga(now, quality: "5")], isFix: true, .rtkFloat),
    Row(
      "PUBX without fix", ["PUBX,00,\(now),5130,N,00007.5,W,88,NF,5,9,0,0,0,,1,2,1,0,0,0"],
      isFix: false),
    Row(
      "PUBX with time only", ["PUBX,00,\(now),5130,N,00007.5,W,88,TT,5,9,0,0,0,,1,2,1,0,0,0"],
      isFix: false),
    Row(
      "PUBX with dead reckoning", ["PUBX,00,\(now),5130,N,00007.5,W,88,DR,5,9,0,0,0,,1,2,1,4,0,0"],
      isFix: true, .estimated),
    Row(
      "PUBX differential", ["PUBX,00,\(now),5130,N,00007.5,W,88,D3,5,9,0,0,0,,1,2,1,4,0,0"],
      isFix: true, .differential),
    Row("only what has no position", [gst(now), vtg(), gsa(), zda(now)], isFix: false),
  ]

  @Test(arguments: rows) func isJudged(row: Row) {
    let fixes = Listener(hearing: row.bodies).fixes
    #expect(fixes.count == (row.isFix ? 1 : 0))
    #expect(fixes.first?.quality == row.quality)
    #expect(fixes.first.map(\.isSimulated) ?? false == (row.quality == .simulated))
  }

  @Test func aLossIsToldOnce() {
    let listener = Listener(
      hearing: (0..<30).flatMap { instant -> [String] in
        let status = (10..<20).contains(instant) ? "V" : "A"
        return [gga(clock(instant * 1000)), rmc(clock(instant * 1000), status: status)]
      })
    #expect(
      listener.events.losses == [
        FixTime(date: CivilDate(year: 2025, month: 6, day: 14), time: utc(12, 0, 10))
      ])
    #expect(
      listener.events.times == (Array(0..<10) + Array(20..<30)).map { clock($0 * 1000) })
  }

  @Test func nothingIsLostThatWasNeverThere() {
    let listener = Listener(
      hearing: (0..<10).flatMap { [rmc(clock($0 * 1000), status: "V"), "GPRMC,,V,,,,,,,,,,N"] })
    #expect(listener.events == [])
  }

  @Test(arguments: [
    "GPRMC,,V,,,,,,,,,,N", "GPGGA,,,,,,0,,,,,,,,", "GPGLL,,,,,,V,N", "GPGNS,,,,,,NN,,,,,,",
  ])
  func aVoidSentenceLosesTheFix(body: String) {
    var listener = Listener()
    listener.receive(gga(clock(0)))
    let told = listener.receive(body)
    #expect(told.times == [clock(0)])
    #expect(told.losses == [nil])
    #expect(listener.receive(body, body) == [])
    #expect(listener.finish() == [])
  }

  @Test func aPositionWithoutATimeLosesNothing() {
    // Before version 2.0, GLL had neither time nor status.
    let listener = Listener(
      hearing: (0..<10).flatMap {
        [rmc(clock($0 * 1000)), "GPGLL,5130.00,N,00007.50,W", gga(clock($0 * 1000))]
      })
    #expect(listener.events.losses == [])
    #expect(listener.events.times == (0..<10).map { clock($0 * 1000) })
    #expect(listener.fixes.allSatisfy { $0.altitude == 40.5 && $0.course == 90 })
  }

  @Test(
    arguments: [gst, { "GPGBS,\($0),3,4,7,,,," }, { "PSRFEPE,\($0),A,2,6,8,0.5,2.5" }]
      as [@Sendable (String) -> String])
  func aSentenceWithoutAPositionLosesNothing(errors: @Sendable (String) -> String) {
    // Five times a second, where positions are sent once a second.
    let listener = Listener(
      hearing: (0..<50).flatMap { instant -> [String] in
        let time = clock(instant * 200)
        return instant % 5 == 0 ? [gga(time), errors(time)] : [errors(time)]
      })
    #expect(listener.events.times == (0..<10).map { clock($0 * 1000) })
    #expect(listener.events.losses == [])
  }

  @Test(arguments: [
    ("GLL", gll(clock(1000), status: "V")), ("GNS", gns(clock(1000), modes: "NNN")),
    ("PUBX", "PUBX,00,\(clock(1000)),5130,N,00007.5,W,88,NF,5,9,0,0,0,,1,2,1,0,0,0"),
    ("GGA", gga(clock(1000), quality: "0")), ("RMC", rmc(clock(1000), status: "V")),
  ])
  func aSentenceWithAPositionLosesTheFixByItself(name: String, body: String) {
    #expect(Listener(hearing: [gll(clock(0)), body]).events.losses.count == 1)
  }

  @Test func aLossIsToldAgainWhenThereWasAFixAgain() {
    let listener = Listener(
      hearing: (0..<8).map { rmc(clock($0 * 1000), status: $0 % 4 < 2 ? "A" : "V") })
    #expect(listener.events.losses.map { $0?.time } == [utc(12, 0, 2), utc(12, 0, 6)])
    #expect(listener.events.times == [0, 1000, 4000, 5000].map { clock($0) })
  }

  @Test func nothingSurvivesALoss() {
    let listener = Listener(hearing: [
      gga(clock(0)), rmc(clock(0)), vtg(), gsa(), gst(clock(0)), rmc(clock(1000), status: "V"),
      gll(clock(2000)),
    ])
    let alone = Listener(hearing: [gll(clock(2000))])
    #expect(listener.fixes.count == 2)
    let expected = alone.fixes.map { fix in
      with(fix) { $0.time?.date = CivilDate(year: 2025, month: 6, day: 14) }
    }
    #expect(listener.fixes.suffix(1) == expected[...])
  }

  @Test func noAccuracyComesFromASentenceThatDeniesTheFix() {
    let fixes = Listener(hearing: [
      gga(clock(0)),
      "PUBX,00,\(clock(0)),5130.0000,N,00007.5000,W,50,NF,1,1,0,0,0,,1,1,1,8,0,0",
    ]).fixes
    #expect(fixes.count == 1)
    #expect(fixes.first?.horizontalAccuracySource == .dilutionOfPrecision)
  }

  @Test func aFixNeverHasTheModeOfNone() {
    let fixes = Listener(hearing: [gga(clock(0)), "GPGSA,A,1,,,,,,,,,,,,,,,"]).fixes
    #expect(fixes.count == 1)
    #expect(fixes.first?.mode == nil)
  }
}
