// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

@testable import ReceiverRecording

@Suite struct LogSummaryEpochsTests {
  private func summary(_ bodies: [String]) -> LogSummary {
    var summary = LogSummary()
    let bytes = bodies.flatMap { Array(SentenceEncoder.sentence(body: $0).utf8) }
    summary.push(bytes.span.bytes)
    summary.finish()
    return summary
  }

  private func gga(_ time: String, _ quality: Int = 1, longitude: String = "00930.0,E") -> String {
    "GPGGA,\(time),4730.0,N,\(longitude),\(quality),08,1.0,400,M,48,M,,"
  }

  @Test func countsEpochsAcrossMidnight() {
    let summary = summary(["235958.00", "235959.00", "000000.00", "000001.00"].map { gga($0) })
    #expect(summary.epochCount == 4)
    #expect(summary.periods.counts == [1000: 3])
    #expect(summary.gapCount == 0)
  }

  @Test func countsEpochsAcrossALeapSecond() {
    let summary = summary(["235959.00", "235960.00", "000000.00"].map { gga($0) })
    #expect(summary.epochCount == 3)
    #expect(summary.periods.counts == [1000: 2])
  }

  @Test func takesNoStepBackForAGap() {
    let summary = summary(["000002.00", "000003.00", "235959.00", "000000.00"].map { gga($0) })
    // A fix with an earlier time belongs to another epoch.
    #expect(summary.epochCount == 4 && summary.fixCount == 4)
    #expect(summary.gapCount == 0)
  }

  @Test func measuresTenEpochsASecond() {
    let summary = summary((0..<10).map { gga("120000.\($0)0") })
    #expect(summary.rate == 10)
    #expect(summary.epochCount == 10)
  }

  @Test func findsGaps() throws {
    let times = [0, 1, 2, 3, 5, 6, 7, 17, 18].map { gga("1200\($0 < 10 ? "0" : "")\($0)") }
    let summary = summary(times)
    #expect(summary.gapCount == 2)
    #expect(summary.longestGap?.milliseconds == 10_000)
    #expect(summary.longestGap?.end == UTCTime(hour: 12, minute: 0, second: 17))
  }

  @Test func countsEpochsWithoutATime() {
    // A cold start: neither sentence contains the time yet.
    let cold = Array(repeating: ["GPGGA,,,,,,0,00,,,M,,M,,", "GPRMC,,V,,,,,,,,,,N"], count: 3)
    let summary = summary(cold.flatMap(\.self) + [gga("120000")])
    #expect(summary.epochCount == 4)
    #expect(summary.fixShare == 0.25)
  }

  /// What comes beside GGA in each of twenty seconds.
  enum Company: CaseIterable {
    case laggingRMC
    case plotterWithoutTime
    case talkerWithoutTimeAndPosition
    case anotherClock

    func bodies(_ second: Int) -> [String] {
      switch self {
      case .laggingRMC:
        let time = LogSummaryEpochsTests.time
        return [
          "GPRMC,\(time(second - 1)),A,4730.0,N,00930.0,E,2.0,60.0,150625,,,A",
          "GPGLL,4730.0,N,00930.0,E,\(time(second)),A,A",
        ]
      case .plotterWithoutTime: return ["IIGLL,4730.0,N,00930.0,E,,A"]
      case .talkerWithoutTimeAndPosition: return ["GNRMC,,V,,,,,,,,,,N"]
      case .anotherClock:
        let time = LogSummaryEpochsTests.time(second - 3000)
        return ["IIRMC,\(time),A,4730.0,N,00930.0,E,2.0,60.0,150625,,,A"]
      }
    }
  }

  @Test(arguments: Company.allCases) func countsEachInstantOnce(company: Company) {
    let summary = summary((0..<20).flatMap { [gga(Self.time($0))] + company.bodies($0) })
    // The RMC that lags first is about an instant before.
    #expect(summary.epochCount == summary.fixCount)
    #expect((20...21).contains(summary.fixCount))
    #expect(summary.fixShare == 1)
    #expect(summary.rate == 1)
    #expect(summary.gapCount == 0)
  }

  @Test func countsInstantsOutOfOrderOnce() {
    let seconds = (0..<10).flatMap { block in [1, 2, 3, 4, 0].map { block * 5 + $0 } }
    let summary = summary(seconds.map { gga(Self.time($0)) })
    #expect(summary.epochCount == 50 && summary.fixCount == 50)
    #expect(summary.reportsLeftOut.isEmpty)
    #expect(summary.rate == 1)
  }

  /// Returns the time that is a number of seconds after one o'clock.
  static func time(_ seconds: Int) -> String {
    let time = 3600 + seconds
    let parts = [time / 3600, time / 60 % 60, time % 60]
    return parts.map { ($0 < 10 ? "0" : "") + String($0) }.joined()
  }

  @Test func takesPositionsOfUBloxForEpochs() {
    let summary = summary(
      (0..<4).map {
        "PUBX,00,12000\($0).00,4730.0,N,00930.0,E,448,G3,2.1,2,0.0,77,0.0,,0.9,1.2,0.8,9,0,0"
      })
    #expect(summary.epochCount == 4)
    #expect(summary.fixShare == 1)
    #expect(summary.accuracySources == [.ubloxEstimate: 4])
  }

  @Test func tellsTimesWithoutFixes() {
    let summary = summary([gga("120000", 0), gga("120005", 0)])
    #expect(summary.fixShare == 0)
    #expect(summary.span?.first.time == UTCTime(hour: 12, minute: 0, second: 0))
    #expect(summary.span?.last.time == UTCTime(hour: 12, minute: 0, second: 5))
    #expect(summary.span?.first.date == nil)
  }

  @Test func crossesTheAntimeridian() throws {
    let summary = summary([
      gga("120000", longitude: "17959.4,E"), gga("120001", longitude: "17959.4,W"),
    ])
    let longitudes = try #require(summary.area?.longitudes)
    // 0.6 minutes on either side.
    #expect(abs(longitudes.upperBound - longitudes.lowerBound - 0.02) < 1e-9)
  }

  @Test(
    arguments: [
      ("PUBX,00", "u-blox"), ("PMTK010,001", "MediaTek"), ("PAIR001,002,0", "Airoha (MediaTek)"),
      ("PSRF150,1", "SiRF"), ("PGRMF,1", "Garmin"), ("PQTMVER,L1", "Quectel"),
      ("PSTI,030", "SkyTraq"), ("PSTMTG,1", "STMicroelectronics"),
      ("PTNLRPT,1", "Trimble"),
    ])
  func recognizesMakers(body: String, maker: String) {
    #expect(summary([body]).traits.makers == [maker])
  }

  @Test func takesModemsForNoMaker() {
    // PQ is Qualcomm's talker for QZSS.
    #expect(summary(["PQGSV,1,1,00"]).traits.makers == [])
  }

  @Test func keepsWhatReceiversCallThemselves() {
    let summary = summary([
      "GPTXT,01,01,02,HW UBX-M8030", "GPTXT,01,01,02,HW UBX-M8030", "GPTXT,01,01,01,too hot",
      "PSTMVER,GNSSLIB_8.4.8 ,,", "PQTMVER,L76K,2024/01/01",
    ])
    #expect(summary.traits.identities == ["HW UBX-M8030", "GNSSLIB_8.4.8", "L76K,2024/01/01"])
  }

  @Test func knowsAnotherDatum() {
    #expect(summary(["GPDTM,W84,,0,N,0,E,0,W84"]).traits.foreignDatum == nil)
    #expect(summary(["GPDTM,P90,,0.02,N,0,E,0,W84"]).traits.foreignDatum == "P90")
  }
}
