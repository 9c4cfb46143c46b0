// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

/// What the less common sentences contribute to a fix.
@Suite struct EpochSentencesTests {
  private static func ggk(_ quality: String, _ time: String = "120000.00") -> String {
    "PTNL,GGK,\(time),061425,5130.0000,N,00007.5000,W,\(quality),09,1.9,EHT88.25,M"
  }

  @Test func aGGKOfTrimbleIsAFix() throws {
    let fix = try #require(Listener(hearing: [Self.ggk("3")]).fixes.first)
    #expect(fix.latitude == 51.5)
    #expect(fix.longitude == -0.125)
    #expect(fix.altitude == nil)
    #expect(fix.ellipsoidalAltitude == 88.25)
    #expect(fix.satellitesUsed == 9)
    #expect(
      fix.time == FixTime(date: CivilDate(year: 2025, month: 6, day: 14), time: utc(12, 0, 0)))
  }

  @Test(
    arguments: [
      ("no position", "0", nil), ("empty", "", nil), ("alone", "1", .autonomous),
      ("RTK, floating", "2", .rtkFloat), ("RTK, fixed", "3", .rtkFixed),
      ("differential", "4", .differential), ("SBAS", "5", .differential),
      ("a network, floating", "6", .rtkFloat), ("a network, fixed", "7", .rtkFixed),
      ("a number that no data sheet names", "42", nil),
    ] as [(name: String, number: String, quality: FixQuality?)])
  func theQualityOfAGGKIsTrimbles(name: String, number: String, quality: FixQuality?) {
    #expect(Listener(hearing: [Self.ggk(number)]).fixes.first?.quality == quality)
  }

  @Test func aGGKWithoutAPositionLosesTheFix() {
    let listener = Listener(hearing: [Self.ggk("3"), Self.ggk("0", "120001.00")])
    #expect(listener.fixes.count == 1)
    #expect(listener.events.losses.count == 1)
  }

  @Test func theVelocityOfGarminHasAVerticalSpeed() throws {
    let fix = try #require(Listener(hearing: [gga(clock(0)), "PGRMV,-2.4,12.25,0.3"]).fixes.first)
    #expect(fix.verticalSpeed == 0.3)
    let still = try #require(Listener(hearing: [gga(clock(0)), "PGRMV,,,"]).fixes.first)
    #expect(still.verticalSpeed == nil)
  }

  @Test func numbersThatNoReceiverMeasuresAreUnknown() throws {
    let nines = "9999999999999999999"
    let fix = try #require(
      Listener(hearing: [
        "GPGGA,120000.00,5130.0000,N,00007.5000,W,2,09,1.9,\(nines),M,-\(nines),M,\(nines),0120",
        "GPRMC,120000.00,A,5130.0000,N,00007.5000,W,\(nines),12.0,140625,,,D",
        "PGRMV,-2.4,12.25,-\(nines)",
      ]).fixes.first)
    #expect(fix.latitude == 51.5 && fix.course == 12)
    #expect(fix.altitude == nil && fix.geoidSeparation == nil && fix.ellipsoidalAltitude == nil)
    #expect(fix.speed == nil && fix.verticalSpeed == nil)
    #expect(fix.differentialAge == nil && fix.differentialStation == 120)
  }

  /// Some receivers leave the time of RMC empty, and send it only in GGA.
  @Test func anRMCWithoutATimeJoinsTheEpochItFollows() {
    let listener = Listener(
      hearing: (0..<10).flatMap { [gga(clock($0 * 1000)), rmc("", course: "\($0 + 10)")] })
    #expect(listener.events.times == (0..<10).map { clock($0 * 1000) })
    #expect(listener.courses == courses(10..<20))
    #expect(listener.events.losses == [])
  }

  @Test func anRMCWithoutATimeThatDeniesAPositionLosesTheFix() {
    let listener = Listener(hearing: [rmc(clock(0)), "GPRMC,,V,,,,,,,,,,N"])
    #expect(listener.events.losses == [nil])
  }

  @Test func aPositionWithoutATimeBeforeTheFirstTimeIsNoFix() {
    let bodies = [rmc(""), "LCRMA,A,5130,N,00007.5,W,,,5.2,271,3,E", gga(clock(0))]
    #expect(Listener(hearing: bodies).events.times == [clock(0)])
  }

  @Test func anRMASuppliesWhatNoOtherSentenceOfTheEpochHas() throws {
    let fix = try #require(
      Listener(hearing: [gga(clock(0)), "LCRMA,A,5131,N,00007.5,W,,,36,271,3,E"]).fixes.first)
    #expect(fix.latitude == 51.5)
    #expect(fix.course == 271)
    #expect(abs(try #require(fix.speed) - 18.52) < 1e-9)
    let warning = try #require(
      Listener(hearing: [gga(clock(0)), "LCRMA,V,5131,N,00007.5,W,,,36,271,3,E"]).fixes.first)
    #expect(warning.speed == nil)
  }

  @Test(arguments: [
    "SDDPT,2.4,0.5,100", "SDDBT,7.87,f,2.4,M,1.31,F", "YXMTW,17.5,C", "VWVLW,1234.5,N,17.2,N",
    "WIMWV,214.8,R,10.5,N,A", "WIMWD,45.0,T,42.5,M,10.2,N,5.25,M", "AGRSA,-4.5,A,,V",
    "GPRMB,A,0.66,L,003,004,4917.24,N,12309.57,W,1.3,52.5,0.5,V",
    "GPAPB,A,A,0.1,R,N,V,V,11,M,DEST,11.5,M,12,M", "GPXTE,A,A,0.67,L,N",
    "GPBWC,120500.00,4732.622,N,00940.998,E,213.8,T,210.3,M,4.6,N,HARBOUR",
    "PFLAU,3,1,2,1,2,-30,2,-32,755,4B5123", "PFLAA,0,-1234,1234,220,2,DD8F12,180,,30,-1.4,1",
    "PSXN,20,0,0,0,0",
  ])
  func whatSaysNothingAboutTheReceiverItselfChangesNoFix(body: String) {
    let plain = Listener(hearing: [gga(clock(0)), rmc(clock(0)), gga(clock(1000))])
    let among = Listener(hearing: [gga(clock(0)), body, rmc(clock(0)), body, gga(clock(1000))])
    #expect(among.events == plain.events)
  }
}
