// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import ReceiverRecording
import Testing
import TrackFiles

@Suite struct LogSummaryTests {
  /// Returns the summary of a log that is read in pieces of `piece` bytes.
  private func summary(_ log: String, piece: Int = 1 << 16) -> LogSummary {
    var summary = LogSummary()
    let bytes = Array(log.utf8)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      summary.push(bytes.span.bytes.extracting(start..<min(start + piece, bytes.count)))
    }
    summary.finish()
    return summary
  }

  private func sentences(_ bodies: String...) -> String {
    bodies.map { SentenceEncoder.sentence(body: $0) }.joined()
  }

  private func gga(_ time: String, _ quality: Int = 1, used: Int = 8, altitude: Int = 400) -> String
  {
    sentences("GPGGA,\(time),4732.6,N,00941.0,E,\(quality),\(used),1.0,\(altitude),M,47.0,M,,")
  }

  private func rmc(_ time: String, _ status: String = "A") -> String {
    sentences("GNRMC,\(time),\(status),4732.6,N,00941.0,E,2.0,60.0,150625,,,A")
  }

  @Test func countsWhatAPlotterRepeats() {
    let log = (10..<40).map { second in
      gga("1200\(second)") + rmc("1200\(second)")
        + sentences("IIGLL,4732.9,N,00941.0,E,115500,A,A")
    }
    let summary = summary(log.joined())
    #expect(summary.fixCount == 30)
    #expect(summary.reportsLeftOut.map(\.talker.description) == ["II"])
    // The first could have been a step of the clock.
    #expect(summary.reportsLeftOut.map(\.count) == [29])
  }

  @Test func isOfNothingAtFirst() {
    let summary = summary("")
    #expect(summary.byteCount == 0 && summary.sentenceCount == 0 && summary.epochCount == 0)
    #expect(summary.fixCount == 0 && summary.lossCount == 0 && summary.gapCount == 0)
    #expect(summary.span == nil && summary.longestGap == nil && summary.rate == nil)
    #expect(summary.area == nil && summary.altitudes == nil)
    #expect(summary.defects.isEmpty && summary.reportsLeftOut.isEmpty)
  }

  @Test(arguments: [1, 7, 1 << 16]) func countsWhateverTheCutting(piece: Int) throws {
    let log =
      gga("120000") + rmc("120000") + gga("120001", used: 6, altitude: 410) + rmc("120001")
      + gga("120002", used: 7, altitude: 390) + rmc("120002") + "??"
      + gga("120003").replacing("*", with: "1*")
    let summary = summary(log, piece: piece)
    #expect(summary.byteCount == log.utf8.count)
    #expect(summary.sentenceCount == 6)
    let counts = summary.sentences.map { ($0.key.description, $0.value) }
    #expect(Dictionary(counts) { $0 + $1 } == ["GPGGA": 3, "GNRMC": 3])
    #expect(summary.epochCount == 3)
    #expect(summary.fixCount == 3)
    #expect(summary.lossCount == 0)
    #expect(summary.altitudes == 390...410)
    #expect(summary.satellitesUsed.counts == [6: 1, 7: 1, 8: 1])
    #expect(summary.accuracySources == [.dilutionOfPrecision: 3])
    #expect(summary.defects.checksumMismatches == 1)
    #expect(summary.defects.noiseBytes == 2)
    let day = CivilDate(year: 2025, month: 6, day: 15)
    #expect(summary.span?.first == FixTime(date: day, time: try #require(time(12, 0, 0))))
    #expect(summary.span?.last == FixTime(date: day, time: try #require(time(12, 0, 2))))
  }

  @Test func countsLossesAndEpochsWithoutAFix() {
    let log =
      rmc("120000") + rmc("120001", "V") + rmc("120002", "V") + rmc("120003") + rmc("120004", "V")
    let summary = summary(log)
    #expect(summary.epochCount == 5)
    #expect(summary.fixCount == 2)
    #expect(summary.lossCount == 2)
  }

  @Test(
    arguments: [
      ("one a second", ["120000", "120001", "120002"], 1, 0, nil),
      ("five a second", ["120000.0", "120000.2", "120000.4"], 5, 0, nil),
      ("over midnight", ["235958", "235959", "000000", "000001"], 1, 0, nil),
      ("a second left out", ["120000", "120001", "120002", "120004", "120005"], 1, 1, 2000),
      ("a gap over midnight", ["235957", "235958", "235959", "000009"], 1, 1, 10_000),
      (
        "jitter is no gap", ["120000.0", "120001.0", "120002.4", "120003.4", "120004.4"], 1, 0, nil
      ),
    ] as [(String, [String], Double, Int, Int?)])
  func findsRateAndGaps(name: String, times: [String], rate: Double, gaps: Int, longest: Int?) {
    let summary = summary(times.map { gga($0) + rmc($0) }.joined())
    #expect(summary.epochCount == times.count)
    #expect(summary.rate == rate)
    #expect(summary.gapCount == gaps)
    if let longest { #expect(summary.longestGap?.milliseconds == longest) }
  }

  @Test(
    arguments: [
      ("no mode", "GPRMC,120000,A,4732.6,N,00941.0,E,2.0,60.0,150625,,", "before 2.3"),
      ("a mode", "GPRMC,120000,A,4732.6,N,00941.0,E,2.0,60.0,150625,,,A", "2.3 to 4.0"),
      ("a status", "GPRMC,120000,A,4732.6,N,00941.0,E,2.0,60.0,150625,,,A,V", "4.10 or later"),
      ("a system", "GNGSA,A,3,05,,,,,,,,,,,,1.9,1.0,1.6,1", "4.10 or later"),
      ("a signal", "GPGSV,1,1,01,05,40,083,45,1", "4.10 or later"),
    ])
  func tellsTheVersionOfTheStandard(name: String, body: String, version: String) {
    #expect(summary(sentences(body)).traits.version == version)
  }

  @Test func knowsMakers() {
    let log = sentences(
      "PUBX,04,120000.00,150625,,,,,,", "PMTK705,AXN_5.1,0000,20534352,", "PXYZ,1")
    let traits = summary(log).traits
    #expect(traits.makers == ["u-blox", "MediaTek"])
    #expect(traits.identities == ["AXN_5.1 20534352"])
  }

  @Test func keepsNoMoreThanTwentyNames() {
    let texts = (0..<100).map { "PSTMVER,version \($0 % 50)" }
    let log = texts.map { SentenceEncoder.sentence(body: $0) }.joined()
    #expect(summary(log).traits.identities == (0..<20).map { "version \($0)" })
  }

  @Test func keepsOneTextOfEachKindInWhichTheReceiverNamesItself() {
    let log = sentences(
      "GPTXT,01,01,02,u-blox AG", "GPTXT,01,01,02,HW UBX-M80xx", "GPTXT,01,01,02,HW at 21 C",
      "GPTXT,01,01,02,restarted port 2", "GPTXT,01,01,02,MA=CASIC", "GPTXT,01,01,02,IC=AT6558",
      "GPTXT,01,01,02,PF=3FF")
    #expect(
      summary(log).traits.identities == ["u-blox AG", "HW UBX-M80xx", "MA=CASIC", "IC=AT6558"])
  }

  @Test func countsSentencesOfMoreAddressesThanItKeeps() {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    let bodies = letters.flatMap { first in letters.map { "GPX\(first)\($0),1" } }
    let summary = summary(bodies.map { SentenceEncoder.sentence(body: $0) }.joined())
    #expect(summary.sentenceCount == 676)
    #expect(summary.sentences.count == 500)
  }

  private func time(_ hour: UInt8, _ minute: UInt8, _ second: UInt8) -> UTCTime? {
    UTCTime(hour: hour, minute: minute, second: second)
  }

  // MARK: No false claims

  @Test(
    arguments: [
      ("u-blox", "PUBX,00,1", ["u-blox"]), ("Garmin", "PGRME,15.0,M,45.0,M,25.0,M", ["Garmin"]),
      ("an altitude, as gliders' instruments send it", "PGRMZ,93,f,3", []),
      ("SkyTraq", "PSTI,030,1", ["SkyTraq"]), ("another one's longer name", "PSTIX,1", []),
      ("attitude, as many makers send it", "PASHR,120000,1,T", []),
      ("a fix, as many makers send it", "PTNL,GGK,120000", []),
      ("Quectel", "PQTMVER,a", ["Quectel"]),
      ("nobody's", "PQXERR,1", []),
    ] as [(why: String, body: String, makers: Set<String>)])
  func knowsMakersByWhatOnlyTheySend(why: String, body: String, makers: Set<String>) {
    #expect(summary(sentences(body)).traits.makers == makers)
  }

  @Test func takesATextOfAnotherInstrumentForNoReceiversName() {
    let log = sentences("AITXT,01,01,91,FREQ", "GPTXT,01,01,02,u-blox AG")
    #expect(summary(log).traits.identities == ["u-blox AG"])
  }

  @Test(
    arguments: [
      ("the same", "W84,,0.0,N,0.0,E,0.0,W84", nil),
      ("millimeters away", "P90,,0.00001,N,0.00001,E,0.0,W84", nil),
      ("no offsets, and within a decimeter", "P90,,,,,,,W84", nil),
      ("19 m away", "999,,0.0102,N,0.0,E,0.0,W84", "999"), ("not known", "999,,,,,,,W84", "999"),
    ] as [(why: String, body: String, datum: String?)])
  func knowsDatumsThatMatter(why: String, body: String, datum: String?) {
    #expect(summary(sentences("GPDTM," + body)).traits.foreignDatum == datum)
  }

  /// For a while, only every third epoch is present, but a second remains the most frequent interval.
  @Test func tellsTheRateOfAStreamWithGaps() {
    let seconds = Array(0..<20) + stride(from: 20, to: 70, by: 3)
    let log = seconds.map { rmc(String(120_000 + $0 / 60 * 100 + $0 % 60)) }.joined()
    #expect(summary(log).rate == 1)
    #expect(summary(log).gapCount == 16)
  }

  @Test func hasNoMoreFixesThanEpochs() {
    // The second receiver on the line is an hour late, so its times match no epoch.
    let log = (0..<10).map { rmc("12000\($0)") + rmc("11000\($0)") }.joined()
    let summary = summary(log)
    #expect(summary.fixCount <= summary.epochCount)
    #expect(summary.fixShare.map { $0 <= 1 } == true)
  }

  @Test(arguments: [1, 5, 1 << 16]) func countsBinaryFramesAndNotTheirBytes(piece: Int) {
    // Each frame contains a dollar sign, as any frame may.
    let frames: [[UInt8]] = [
      [0xB5, 0x62, 0x0A, 0x04, 0x01, 0x00, 0x24, 0x33, 0x69],
      [0xA0, 0xA2, 0x00, 0x02, 0x24, 0x41, 0x00, 0x65, 0xB0, 0xB3],
    ]
    let sentence = Array(rmc("120000").utf8)
    var summary = LogSummary()
    let log = frames[0] + sentence + frames[1] + frames[0] + sentence + [0xB5, 0x24]
    for start in stride(from: 0, to: log.count, by: piece) {
      summary.push(log.span.bytes.extracting(start..<min(start + piece, log.count)))
    }
    summary.finish()
    #expect(summary.binaryFrames.counts == ["UBX (u-blox)": 2, "SiRF binary": 1])
    #expect(summary.sentenceCount == 2)
    #expect(summary.byteCount == log.count)
    #expect(summary.defects.checksumMismatches == 0)
    // The part that only begins like a frame.
    #expect(summary.defects.noiseBytes + summary.defects.brokenSentences > 0)
  }
}
