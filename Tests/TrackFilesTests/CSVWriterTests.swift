// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import TrackFiles

@Suite struct CSVWriterTests {
  @Test func hasAsManyFieldsAsColumns() {
    let bare = WrittenTrack.fix(1, -1, -2)
    let text = WrittenTrack.text(CSVWriter(), [[WrittenTrack.everything], [bare]])
    let rows = text.split(separator: "\r\n", omittingEmptySubsequences: false).map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.count == 4 && rows[3] == [""])
    #expect(rows[..<3].allSatisfy { $0.count == 23 })
    #expect(
      rows[1] == [
        "2025-06-15T12:00:00.250Z", "1", "47.5437", "9.6833", "396", "443", "47", "1.0289", "0", "",
        "2.5", "3", "", "", "rtkFixed", "3D", "1", "1.6", "1.9", "8", "11", "3.5", "120",
      ])
    #expect(
      rows[2] == ["2025-06-15T12:00:01.000Z", "2", "-1", "-2"] + Array(repeating: "", count: 19))
  }
}
