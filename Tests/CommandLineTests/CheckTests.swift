// Core Location for Linux. SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite struct CheckTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Returns the report on a log, and expects it without a complaint.
  private func check(_ log: String, _ options: String...) throws -> [String] {
    let run = try Tool.run(["check", try scratch.file("log.nmea", log)] + options)
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    return run.lines
  }

  /// Returns the value in a row of the report.
  private func row(_ name: String, _ lines: [String]) -> String? {
    let line = lines.first { $0.hasPrefix("  \(name) ") }
    return line.map { $0.dropFirst(name.count + 2).drop { $0 == " " } }.map(String.init)
  }

  @Test func reportsContents() throws {
    let lines = try check(SampleLog.epochs(0..<5))
    #expect(lines.first == scratch.path + "/log.nmea")
    #expect(row("receiver", lines) == nil)
    #expect(row("standard", lines) == "NMEA 0183 version 2.3 to 4.0")
    #expect(row("dropped", lines) == "nothing")
    #expect(row("time", lines) == "2025-06-15 12:00:00.000Z to 2025-06-15 12:00:04.000Z")
    #expect(row("rate", lines) == "1 Hz, no gaps")
    #expect(row("fixes", lines) == "5, in 100 % of the epochs")
    #expect(row("altitude", lines) == "396 to 396 m")
    #expect(row("satellites", lines) == "8 used")
    #expect(
      row("accuracy", lines)
        == "autonomous, 100 % of the fixes: from DOP, HDOP × 5 m × 1.0714")
    #expect(row("  GGA", lines) == "GP 5")
    #expect(row("  RMC", lines) == "GP 5")
  }

  @Test func namesTheReceiver() throws {
    let lines = try check(
      SampleLog.sentence("GPTXT,01,01,02,u-blox ag - www.u-blox.com")
        + SampleLog.sentence("PUBX,04,120000.00,150625,43200.00,2371,15,0,0,21")
        + SampleLog.epochs(0..<2))
    #expect(row("receiver", lines) == "u-blox; u-blox ag - www.u-blox.com")
  }

  @Test func findsGaps() throws {
    let one = try check(SampleLog.epochs(0..<5) + SampleLog.epochs(15..<20))
    #expect(row("rate", one) == "1 Hz, one gap of 11 s until 12:00:15")
    let two = try check([0..<5, 8..<13, 20..<25].map { SampleLog.epochs($0) }.joined())
    #expect(row("rate", two) == "1 Hz, 2 gaps, the longest 8 s until 12:00:20")
  }

  @Test func countsLosses() throws {
    let void = SampleLog.sentence("GPRMC,120002.00,V,,,,,,,150625,,,N")
    let lines = try check(SampleLog.epochs(0..<2) + void + SampleLog.epochs(3..<4))
    #expect(row("fixes", lines) == "3, in 75 % of the epochs, lost once")
  }

  @Test func reportsDroppedData() throws {
    let lines = try check(
      SampleLog.epochs(0..<2) + SampleLog.position(2).replacing("*", with: "1*"))
    #expect(row("dropped", lines) == "1 wrong checksum")
    #expect(
      lines.contains(
        "    many sentences are damaged: check the cable, the baud rate and the power supply"))
  }

  @Test(
    arguments: [
      ("no position", "GPHDT,123.4,T", "no position: turn on GGA and RMC"),
      ("no fix", "GPRMC,120000.00,V,,,,,,,150625,,,N", "no fix: the receiver had none"),
      ("no date", "GPGGA,120000.00,4732.6,N,00941.0,E,1,08,,,,,,,", "no date: turn on RMC or ZDA"),
      ("no altitude", "GPRMC,120000.00,V,,,,,,,150625,,,N", "no altitude: turn on GGA"),
      ("no motion", "GPGGA,120000.00,4732.6,N,00941.0,E,1,08,,,,,,,", "no speed and course"),
      ("no GST", "GPGGA,120000.00,4732.6,N,00941.0,E,1,08,,,,,,,", "the accuracy is unknown"),
      ("no GSA", "GPRMC,120000.00,V,,,,,,,150625,,,N", "no GSA: turn it on"),
    ])
  func givesAdvice(name: String, body: String, advice: String) throws {
    let lines = try check(SampleLog.sentence(body)).drop { $0 != "  advice" }
    #expect(lines.contains { $0.hasPrefix("    ") && $0.contains(advice) })
  }

  @Test func reportsOtherDatums() throws {
    let lines = try check(
      SampleLog.sentence("GPDTM,999,,0.02,N,0.0,E,0.0,W84") + SampleLog.epochs(0..<2))
    #expect(lines.contains { $0.contains("positions refer to the datum 999") })
  }

  @Test func suspectsOldDates() throws {
    let log = SampleLog.epochs(0..<2, date: "301005")
    #expect(try check(log).contains { $0.contains("use --reference-date") })
    let corrected = try check(log, "--reference-date", "2020-01-01")
    #expect(!corrected.contains { $0.contains("use --reference-date") })
    #expect(row("time", corrected) == "2025-06-15 12:00:00.000Z to 2025-06-15 12:00:01.000Z")
  }

  @Test func givesNoAdviceOnACompleteLog() throws {
    #expect(!(try check(SampleLog.everything)).contains("  advice"))
  }

  @Test func namesTheBinaryProtocol() throws {
    let frame: [UInt8] = [0xA0, 0xA2, 0, 4, 2, 0, 0, 0, 0, 2, 0xB0, 0xB3]
    let file = try scratch.file("binary.sirf", (0..<5).flatMap { _ in frame })
    expectFailure(
      try Tool.run(["check", file]), 65, "but SiRF binary; switch the receiver to NMEA 0183")
  }

  @Test func asksForMissingChecksums() throws {
    let file = try scratch.file("bare.nmea", "$GPHDT,123.4,T\r\n")
    expectFailure(try Tool.run(["check", file]), 65, "try --allow-missing-checksums")
    #expect(try check("$GPHDT,123.4,T\r\n", "--allow-missing-checksums").count > 1)
  }

  @Test(
    arguments: [
      ("track.gpx", Array("<?xml version=\"1.0\"?><gpx/>".utf8), "it is XML, such as GPX"),
      ("a", Array("BZh91AY&SY".utf8), "it is compressed by bzip2; run \"bunzip2\""),
      ("a", [0xFD] + Array("7zXZ\u{0}".utf8), "it is compressed by xz; run \"unxz\""),
      ("a", Array("PK\u{3}\u{4}".utf8), "it is compressed by zip; run \"unzip\""),
      ("a", [0xFF, 0xFE, 0x24, 0, 0x47, 0], "it is text in UTF-16; run \"iconv"),
    ])
  func namesWhatIsNoRecording(name: String, bytes: [UInt8], words: String) throws {
    let run = try Tool.run(["check", try scratch.file(name, bytes)])
    expectFailure(run, 65, words)
  }

  @Test(
    arguments: [
      (
        "an open antenna",
        SampleLog.sentence("GNTXT,01,01,02,ANTSTATUS=OPEN")
          + SampleLog.sentence("GPRMC,120000.00,V,,,,,,,150625,,,N"),
        "    the receiver reports that its antenna is not connected: check its plug and cable"
      ),
      (
        "a boat's plotter",
        SampleLog.sentence("IIGLL,3748.4051,N,12226.618,W,,A")
          + SampleLog.sentence("IIRMC,,A,3748.4051,N,12226.618,W,2.0,60.0,,,"),
        "    positions without a time: 1 of 1 fixes; turn on RMC or GGA with a time"
      ),
      (
        "a boat's instruments",
        SampleLog.sentence("IIGLL,3748.4051,N,12226.618,W,,A")
          + SampleLog.sentence("VWVWR,048,L,12.5,N,6.4,M,23.2,K")
          + SampleLog.sentence("IIGLL,3748.4055,N,12226.618,W,,A"),
        "  fixes       2, in 100 % of the epochs"
      ),
      (
        "an epoch every ten minutes", SampleLog.epochs([0, 600, 1200]),
        "  rate        an epoch every 600 s, no gaps"
      ),
      (
        "two minutes at 2 knots, which no place shows", SampleLog.epochs(0..<121),
        "  travel      0 m in 2 min, moving for 0 s, top speed 3.7 km/h"
      ),
    ])
  func saysWhatMatters(why: String, log: String, line: String) throws {
    let lines = try check(log)
    #expect(lines.contains(line), "\(lines)")
    #expect(!lines.contains { $0.contains("view of the sky") })
  }
}
