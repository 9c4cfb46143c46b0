// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import RecordingWriter

@Suite struct RecordingNameTests {
  /// 15 June 2025, 12:00:00 UTC: `date -u -d 2025-06-15T12:00 +%s`.
  private let noon: Int64 = 1_749_988_800_000

  @Test(
    arguments: [
      ("track.nmea", "track-20250615T120000Z.nmea"),
      ("logs.d/track.nmea.gz", "logs.d/track-20250615T120000Z.nmea.gz"),
      ("/a.b/track", "/a.b/track-20250615T120000Z"),
      ("track.gz", "track-20250615T120000Z.gz"),
      (".hidden", ".hidden-20250615T120000Z"),
    ])
  func namesItsFiles(path: String, file: String) {
    #expect(RecordingName(path).file(at: noon + 999) == file)
    #expect(RecordingName(path).isCompressed == path.hasSuffix(".gz"))
  }

  @Test(
    arguments: [
      ("its own", "a.nmea", "a-20250615T120000Z.nmea", true),
      ("its own, of the same second", "a.nmea", "a-20250615T120000Z_12.nmea", true),
      ("another suffix", "a.nmea", "a-20250615T120000Z.gz", false),
      ("another stem", "a.nmea", "b-20250615T120000Z.nmea", false),
      ("composed and decomposed", "\u{E9}.nmea", "e\u{301}-20250615T120000Z.nmea", false),
      ("K and the sign for Kelvin", "K.nmea", "\u{212A}-20250615T120000Z.nmea", false),
      ("the suffix, too", "a.\u{E9}", "a-20250615T120000Z.e\u{301}", false),
      ("digits with marks", "a.nmea", "a-2\u{301}0250615T120000Z.nmea", false),
      ("digits of other scripts", "a.nmea", "a-\u{FF12}0250615T120000Z.nmea", false),
      ("a stem and a suffix that overlap", "aa.aa", "aa", false),
    ] as [(why: String, path: String, file: String, isItsOwn: Bool)])
  func knowsItsFiles(why: String, path: String, file: String, isItsOwn: Bool) {
    #expect((RecordingName(path).order(ofFile: file) != nil) == isItsOwn, "\(why)")
  }

  @Test func numbersFilesOfTheSameSecond() {
    #expect(RecordingName("t.nmea").file(at: noon, attempt: 2) == "t-20250615T120000Z_2.nmea")
  }

  @Test func separatesHours() {
    #expect(RecordingRotation.hourly.separates(noon - 1, noon))
    #expect(!RecordingRotation.hourly.separates(noon, noon + 3_599_999))
    #expect(!RecordingRotation.never.separates(noon - 1, noon))
  }

  @Test func saysWhatToTry() {
    #expect(
      RecorderError(errno: 28, "t.nmea", lostBytes: 7).description == """
        cannot record to t.nmea: the disk is full, and up to 7 bytes at the end are lost; \
        make room, or choose another place
        """)
  }
}
