// Core Location for Linux. SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite struct CheckJSONTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Returns the summaries of logs, each in its own file.
  private func check(_ logs: String...) throws -> [[String: Any]] {
    let files = try logs.enumerated().map { try scratch.file("\($0).nmea", $1) }
    let run = try Tool.run(["check", "--format", "json"] + files)
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    return try run.objects
  }

  @Test func reportsContents() throws {
    let void = (10..<15).map {
      SampleLog.sentence("GPGGA,1200\($0).00,,,,,0,00,,,M,,M,,")
        + SampleLog.sentence("GPRMC,1200\($0).00,V,,,,,,,150625,,,N")
    }
    let log = SampleLog.epochs(0..<10) + void.joined() + SampleLog.epochs(25..<30)
    let summary = try #require(try check(log).first)
    #expect(summary["file"] as? String == scratch.path + "/0.nmea")
    #expect(summary["bytes"] as? Int == log.utf8.count)
    #expect(summary["sentenceCount"] as? Int == 40)
    #expect(summary["sentences"] as? [String: Int] == ["GPGGA": 20, "GPRMC": 20])
    #expect((summary["defects"] as? [String: Int])?.values.allSatisfy { $0 == 0 } == true)
    #expect(summary["first"] as? String == "2025-06-15T12:00:00.000Z")
    #expect(summary["last"] as? String == "2025-06-15T12:00:29.000Z")
    #expect(summary["rate"] as? Double == 1)
    #expect(summary["epochs"] as? Int == 20)
    #expect(summary["fixes"] as? Int == 15)
    #expect(summary["fixShare"] as? Double == 0.75)
    #expect(summary["fixesLost"] as? Int == 1)
    let gaps = try #require(summary["gaps"] as? [String: Any])
    #expect(gaps["count"] as? Int == 1)
    #expect(gaps["longest"] as? Double == 11)
    #expect(gaps["until"] as? String == "12:00:25")
    let area = try #require(summary["area"] as? [String: Double])
    #expect(area["south"] == area["north"] && area["width"] == 0)
    #expect(summary["altitude"] as? [String: Double] == ["minimum": 396, "maximum": 396])
    #expect(
      summary["satellitesUsed"] as? [String: Int] == ["minimum": 8, "median": 8, "maximum": 8])
    #expect(summary["accuracySources"] as? [String: Int] == ["DOP": 15])
    #expect(summary["version"] as? String == "2.3 to 4.0")
    let advice = try #require(summary["advice"] as? [String])
    #expect(advice.contains { $0.hasPrefix("no GST") })
  }

  @Test func namesEachFile() throws {
    let summaries = try check(SampleLog.epochs(0..<1), SampleLog.epochs(0..<2))
    #expect(summaries.map { $0["fixes"] as? Int } == [1, 2])
  }
}
