// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

@testable import TrackFiles

@Suite struct UTCDateTimeTests {
  @Test(
    arguments: [
      ("as it is written", "2025-01-01T00:00:00Z", "2025-01-01", "00:00:00"),
      ("a fraction", "2024-02-29T23:59:59.250Z", "2024-02-29", "23:59:59.25"),
      ("lower case", "2024-12-31t12:00:00z", "2024-12-31", "12:00:00"),
      ("a space", "2024-12-31 12:00:00Z", "2024-12-31", "12:00:00"),
      ("east of Greenwich", "2025-01-01T01:30:00+02:00", "2024-12-31", "23:30:00"),
      ("west of Greenwich", "2025-02-28T20:00:00.5-05:30", "2025-03-01", "01:30:00.5"),
      ("a leap second", "2016-12-31T23:59:60.5Z", "2017-01-01", "00:00:00.5"),
      ("a leap second in Japan", "2017-01-01T08:59:60+09:00", "2017-01-01", "00:00:00"),
    ])
  func readsDates(name: String, text: String, date: String, time: String) throws {
    let read = try #require(UTCDateTime(text))
    #expect(read.date.description == date)
    #expect(read.time.description == time)
  }

  @Test(
    arguments: [
      "", "2025-01-01", "2025-13-01T00:00:00Z", "2025-02-29T00:00:00Z", "2025-01-01T24:00:00Z",
      "2025-01-01T00:00:60Z", "2025-01-01T00:00Z", "2025-01-01T00:00:00", "2025-01-01T00:00:00.Z",
      "2025-01-01T00:00:00+2", "2025-01-01T00:00:00.1e3Z", "2025-01-01T٠٠:00:00Z",
    ])
  func refusesWhatIsNone(text: String) {
    #expect(UTCDateTime(text) == nil)
  }

  @Test func countsSeconds() {
    // From `date -u -d … +%s`.
    #expect(UTCDateTime("2025-01-01T00:00:00.5Z")?.seconds == 1_735_689_600.5)
  }
}
