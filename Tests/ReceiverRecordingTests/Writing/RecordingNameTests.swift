// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import ReceiverRecording

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
