// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

/// The dates of fixes, resolved from those that the receiver sends.
@Suite struct DateResolverTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bodies: [String]
    /// The date and time of each fix.
    let expected: [String]

    init(_ name: String, _ bodies: [String], _ expected: [String]) {
      testDescription = name
      self.bodies = bodies
      self.expected = expected
    }
  }

  /// Returns the date and time of each fix.
  private static func stamps(_ events: [ReceiverReport]) -> [String] {
    events.fixes.map { fix in
      "\(fix.time?.date?.description ?? "undated") \(fix.time?.time.description ?? "")"
    }
  }

  static let rows: [Row] = [
    Row("RMC", [rmc("120000", date: "140625")], ["2025-06-14 12:00:00"]),
    Row("ZDA only", [gga("120000"), zda("120000", "14,06,2025")], ["2025-06-14 12:00:00"]),
    Row(
      "PUBX 04", [gga("120000"), "PUBX,04,120000.00,140625,561600.00,2371,18,1,1,21"],
      ["2025-06-14 12:00:00"]),
    Row(
      "PGRMF", [gga("120000"), "PGRMF,291,1,140625,120000,18,5130,N,00007.5,W,A,2,0,0,1,1"],
      ["2025-06-14 12:00:00"]),
    Row(
      "PGRMF without a position", [gga("120000"), "PGRMF,291,1,140625,120000,18,,,,,A,0,,,,"],
      ["undated 12:00:00"]),
    Row(
      "a vector of Trimble's", [gga("120000"), "PTNL,VGK,120000.00,061425,1,2,3,3,07,1.4,M"],
      ["2025-06-14 12:00:00"]),
    Row(
      "a vector without a solution", [gga("120000"), "PTNL,VGK,120000.00,061425,,,,0,00,,M"],
      ["undated 12:00:00"]),
    Row("no date at all", [gga("120000"), gll("120000")], ["undated 12:00:00"]),
    Row("RMC with status D", [rmc("120000", status: "D")], ["2025-06-14 12:00:00"]),
    Row(
      "RMC with status V has none", [rmc("120000", status: "V", date: "060180"), gga("120001")],
      ["undated 12:00:01"]),
    Row(
      "after an RMC, ZDA has none", [rmc("120000"), zda("120000", "01,01,1999"), gga("120001")],
      ["2025-06-14 12:00:00", "2025-06-14 12:00:01"]),
    Row(
      "RMC corrects a ZDA",
      [gga("120000"), zda("120000", "01,01,1999"), gga("120001"), rmc("120001")],
      ["1999-01-01 12:00:00", "2025-06-14 12:00:01"]),
    Row(
      "a ZDA of before there was GPS", [gga("120000"), zda("120000", "01,01,1970")],
      ["undated 12:00:00"]),
    Row(
      "a ZDA that is no date", [gga("120000"), zda("120000", "31,02,2025")], ["undated 12:00:00"]),
    Row("a ZDA without a year", [gga("120000"), zda("120000", "14,06,")], ["undated 12:00:00"]),
    Row("an RMC that is no date", [rmc("120000", date: "290225")], ["undated 12:00:00"]),
    Row("an RMC without a date", [rmc("120000", date: "")], ["undated 12:00:00"]),
    Row("year 68", [rmc("120000", date: "311268")], ["2068-12-31 12:00:00"]),
    Row("year 69", [rmc("120000", date: "010169")], ["1969-01-01 12:00:00"]),
    Row("year 99", [rmc("120000", date: "311299")], ["1999-12-31 12:00:00"]),
    Row("year 00", [rmc("120000", date: "290200")], ["2000-02-29 12:00:00"]),
    Row(
      "midnight, GGA first",
      [
        gga("235959"), rmc("235959", date: "140625"), gga("000000"), rmc("000000", date: "150625"),
        gga("000001"), rmc("000001", date: "150625"),
      ], ["2025-06-14 23:59:59", "2025-06-15 00:00:00", "2025-06-15 00:00:01"]),
    Row(
      "midnight, RMC first",
      [
        rmc("235959", date: "140625"), gga("235959"), rmc("000000", date: "150625"), gga("000000"),
        rmc("000001", date: "150625"), gga("000001"),
      ], ["2025-06-14 23:59:59", "2025-06-15 00:00:00", "2025-06-15 00:00:01"]),
    Row(
      "midnight, one RMC only",
      [rmc("235958", date: "140625"), gga("235959"), gga("000000"), gga("000001")],
      [
        "2025-06-14 23:59:58", "2025-06-14 23:59:59", "2025-06-15 00:00:00", "2025-06-15 00:00:01",
      ]),
    Row(
      "back over midnight",
      [gga("235959"), rmc("000000", date: "150625"), gga("235958")],
      ["undated 23:59:59", "2025-06-15 00:00:00"]),
    Row(
      "midnight twice",
      [rmc("230000", date: "140625")]
        + ["070000", "150000", "230000", "070000"].map { gga($0) },
      [
        "2025-06-14 23:00:00", "2025-06-15 07:00:00", "2025-06-15 15:00:00", "2025-06-15 23:00:00",
        "2025-06-16 07:00:00",
      ]),
    Row(
      "a step back by an hour", [rmc("120000"), gga("110000")],
      ["2025-06-14 12:00:00", "2025-06-14 11:00:00"]),
    Row(
      "the end of a year", [rmc("235959", date: "311224"), gga("000000")],
      ["2024-12-31 23:59:59", "2025-01-01 00:00:00"]),
    Row(
      "into a leap day", [rmc("235959", date: "280224"), gga("000000")],
      ["2024-02-28 23:59:59", "2024-02-29 00:00:00"]),
    Row(
      "out of a leap day", [rmc("235959", date: "290224"), gga("000000")],
      ["2024-02-29 23:59:59", "2024-03-01 00:00:00"]),
    Row(
      "no leap day", [rmc("235959", date: "280225"), gga("000000")],
      ["2025-02-28 23:59:59", "2025-03-01 00:00:00"]),
    Row(
      "a leap second", [rmc("235959", date: "311216"), gga("235960"), gga("000000")],
      ["2016-12-31 23:59:59", "2016-12-31 23:59:60", "2017-01-01 00:00:00"]),
    Row(
      "a leap second with a date",
      [rmc("235960", date: "311216"), rmc("000000", date: "010117")],
      ["2016-12-31 23:59:60", "2017-01-01 00:00:00"]),
    Row(
      "a second rounded up", [rmc("121359.9"), rmc("121360"), gga("121360.0"), rmc("121400.1")],
      ["2025-06-14 12:13:59.9", "2025-06-14 12:14:00", "2025-06-14 12:14:00.1"]),
    Row(
      "at the end of an hour", [rmc("125959"), gga("125960")],
      ["2025-06-14 12:59:59", "2025-06-14 13:00:00"]),
    Row(
      "at the end of a day", [rmc("235960"), gga("000001")],
      ["2025-06-15 00:00:00", "2025-06-15 00:00:01"]),
    Row(
      "at the end of a day, without its date",
      [rmc("235959"), gga("235960"), rmc("000001", date: "150625")],
      ["2025-06-14 23:59:59", "2025-06-15 00:00:00", "2025-06-15 00:00:01"]),
    Row(
      "at the end of a year, but not of its day", [rmc("225960", date: "311216")],
      ["2016-12-31 23:00:00"]),
  ]

  @Test(arguments: rows) func areResolved(row: Row) {
    #expect(Self.stamps(Listener(hearing: row.bodies).events) == row.expected)
  }

  @Test(
    arguments: [
      ("overflowed", "230307", "2026-11-06", true), ("of today", "201126", "2026-11-20", false),
      ("a log of last year, played into a port", "140625", "2025-06-14", false),
      ("overflowed twice", "010987", "2026-12-01", true),
    ] as [(name: String, sent: String, date: String, isCorrected: Bool)])
  func aLiveDateIsCorrectedIfTheResultIsLikely(
    name: String, sent: String, date: String, isCorrected: Bool
  ) throws {
    let pipeline = FixPipeline(
      referenceDate: CivilDate(year: 2026, month: 11, day: 1),
      latestDate: CivilDate(year: 2041, month: 11, day: 1))
    let fix = try #require(
      Listener(hearing: [rmc(clock(0), date: sent)], with: pipeline).fixes.first)
    #expect(fix.time?.date?.description == date)
    #expect(fix.time?.isRolloverCorrected == isCorrected)
  }

  /// It counts weeks, or even seconds, from its start.
  @Test(
    arguments: [
      ("from the first week of GPS", [("000010", "060180")], [nil]),
      ("less the leap seconds", [("235950", "050180")], [nil]),
      ("from the first overflow", [("141500", "250899")], [nil]),
      ("from the second overflow", [("000344", "070419")], [nil]),
      ("from the week of the firmware", [("000100", "200806")], [nil]),
      ("a log of that day", [("120000", "070419")], ["2019-04-07"]),
      ("a log of a Monday", [("000100", "210806")], ["2006-08-21"]),
      ("a log of last year", [("000100", "150625")], ["2025-06-15"]),
      (
        "a log over the end of a week", [("235959", "020618"), ("000000", "030618")],
        ["2018-06-02", "2018-06-03"]
      ),
      (
        "until it knows better", [("000100", "060180"), ("151420", "201126")], [nil, "2026-11-20"]
      ),
      (
        "switched off and on", [("151420", "201126"), ("000010", "060180")], ["2026-11-20", nil]
      ),
    ] as [(name: String, sent: [(time: String, date: String)], dates: [String?])])
  func aLiveReceiverThatCountsFromItsStartHasNoDate(
    name: String, sent: [(time: String, date: String)], dates: [String?]
  ) {
    let pipeline = FixPipeline(
      referenceDate: .build, latestDate: .latestLive(on: CivilDate(daysSince1970: 20_785)))
    let live = Listener(hearing: sent.map { rmc($0.time, date: $0.date) }, with: pipeline)
    #expect(live.fixes.map { $0.time?.date?.description } == dates)
    // A recording keeps what the receiver has sent.
    let recorded = Listener(hearing: sent.map { rmc($0.time, date: $0.date) })
    #expect(recorded.fixes.allSatisfy { $0.time?.date != nil })
  }

  /// A damaged date, or a hostile one, centuries from the next.
  @Test func anyTwoTimesHaveADifferenceOrNone() throws {
    let bodies = [
      zda(clock(0), "09,04,2262"), gga(clock(0)), rmc(clock(1000), date: "010169"),
      gga(clock(1000)),
    ]
    let times = Listener(hearing: bodies).fixes.compactMap(\.time)
    #expect(times.map { $0.date?.year } == [2262, 1969])
    var period = FixPeriod()
    for time in times { period.received(time) }
    #expect(period.value == nil)
    func nanoseconds(_ year: Int, _ month: Int, _ day: Int, _ time: UTCTime) -> Int64? {
      FixTime(date: CivilDate(year: year, month: month, day: day), time: time).nanosecondsSince1970
    }
    let end = try #require(UTCTime(hour: 23, minute: 59, second: 60))
    #expect(nanoseconds(1907, 12, 31, end) == nil)
    #expect(nanoseconds(2200, 1, 1, utc(0, 0, 0)) == nil)
    let first = try #require(nanoseconds(1908, 1, 1, utc(0, 0, 0)))
    let last = try #require(nanoseconds(2199, 12, 31, end))
    #expect(!last.subtractingReportingOverflow(first).overflow)
  }

  @Test func aLeapSecondIsTheNextDaysFirst() throws {
    let fixes = Listener(hearing: [rmc("235960", date: "311216"), gga("000000")]).fixes
    // 17,167 days: 47 years, twelve of them leap years.
    let midnight: Int64 = 17_167 * 86_400 * 1_000_000_000
    #expect(fixes.map(\.time?.nanosecondsSince1970) == [midnight, midnight])
    #expect(FixTime(date: nil, time: utc(0, 0, 0)).nanosecondsSince1970 == nil)
  }

  @Test(
    arguments: [
      ("within its era", "140625", "2025-06-14", false),
      // 1024 weeks are 7168 days, 19 years and 228 or 229 days.
      ("one era back", "281005", "2025-06-13", true),
      ("two eras back", "140386", "2025-06-13", true),
      ("the reference itself", "010125", "2025-01-01", false),
      ("the day before the reference", "311224", "2044-08-16", true),
    ] as [(name: String, sent: String, expected: String, isCorrected: Bool)])
  func datesBeforeTheReferenceAreMovedOn(
    name: String, sent: String, expected: String, isCorrected: Bool
  ) throws {
    let pipeline = FixPipeline(referenceDate: CivilDate(year: 2025, month: 1, day: 1))
    let fixes = Listener(hearing: [rmc(clock(0), date: sent), gga(clock(1000))], with: pipeline)
      .fixes
    #expect(fixes.map(\.time?.date?.description) == [expected, expected])
    #expect(fixes.map(\.time?.isRolloverCorrected) == [isCorrected, isCorrected])
  }

  @Test func everyDateIsBelievedWithoutAReference() throws {
    let fix = try #require(Listener(hearing: [rmc(clock(0), date: "281005")]).fixes.first)
    #expect(fix.time?.date == CivilDate(year: 2005, month: 10, day: 28))
    #expect(fix.time?.isRolloverCorrected == false)
  }
}

/// Fixes that wait for the first date.
@Suite struct UndatedFixesTests {
  private static func stamps(_ events: [ReceiverReport]) -> [String] {
    events.fixes.map { fix in
      "\(fix.time?.date?.description ?? "undated") \(fix.time?.time.description ?? "")"
    }
  }

  @Test func areToldAtOnceUnlessToldToWait() {
    var listener = Listener()
    listener.receive(gga("120000"))
    #expect(Self.stamps(listener.receive(gga("120001"))) == ["undated 12:00:00"])
  }

  @Test func areDatedAfterwards() {
    var listener = Listener(FixPipeline(undatedFixesHeld: 10))
    #expect(listener.receive(gga("120000"), gga("120001"), gga("120002")) == [])
    #expect(listener.receive(rmc("120003")) == [])
    // They are told once no fix can come that belongs before them.
    #expect(listener.receive(rmc("120014"), rmc("120015")).times.count == 4)
    listener.finish()
    #expect(
      Array(Self.stamps(listener.events).prefix(4))
        == (0...3).map { "2025-06-14 12:00:0\($0)" })
  }

  @Test func areDatedAcrossMidnight() {
    let listener = Listener(
      hearing: [gga("235958"), gga("235959"), gga("000000"), rmc("000001", date: "150625")],
      with: FixPipeline(undatedFixesHeld: 10))
    #expect(
      Self.stamps(listener.events) == [
        "2025-06-14 23:59:58", "2025-06-14 23:59:59", "2025-06-15 00:00:00", "2025-06-15 00:00:01",
      ])
  }

  @Test func lossesKeepTheirPlace() {
    let listener = Listener(
      hearing: [
        gga("235958"), gga("235959", quality: "0"), gga("000000"), rmc("000001", date: "150625"),
      ], with: FixPipeline(undatedFixesHeld: 10))
    #expect(
      listener.events.losses == [
        FixTime(date: CivilDate(year: 2025, month: 6, day: 14), time: utc(23, 59, 59))
      ])
    #expect(
      Self.stamps(listener.events) == [
        "2025-06-14 23:59:58", "2025-06-15 00:00:00", "2025-06-15 00:00:01",
      ])
  }

  @Test func areToldUndatedWhenNoDateComes() {
    let listener = Listener(
      hearing: [gga("120000"), gga("120001")], with: FixPipeline(undatedFixesHeld: 10))
    #expect(Self.stamps(listener.events) == ["undated 12:00:00", "undated 12:00:01"])
  }

  @Test func areToldUndatedWhenTheyAreTooMany() {
    var listener = Listener(FixPipeline(undatedFixesHeld: 2))
    #expect(listener.receive(gga("120000"), gga("120001"), gga("120002")) == [])
    // The third fix is complete now, and there is no room for it.
    listener.receive(gga("120003"))
    listener.receive(rmc("120004"))
    listener.finish()
    #expect(
      Array(Self.stamps(listener.events).prefix(3))
        == ["undated 12:00:00", "undated 12:00:01", "undated 12:00:02"])
    #expect(listener.events.times.count == 5)
    #expect(listener.events.times == listener.events.times.sorted())
  }
}
