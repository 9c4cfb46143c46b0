// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationProtocols
import NMEA0183
import Testing

@testable import GNSS
@testable import GNSSReceiver
@testable import gps

/// Why the position is float, or not RTK at all, although the service has a source of corrections.
@Suite struct CorrectionFindingTests {
  private static func finding(_ report: CorrectionReport?, _ fix: Fix? = nil) throws -> Finding? {
    let made = try MadeUpTree([:])
    var diagnosis = Diagnosis(
      machine: made.machine, account: Account(user: 1000, groups: [1000]), ports: [])
    var service = ServiceInquiry(path: "/s", process: nil)
    service.received(.exchange(ExchangeReport(corrections: report)))
    if let fix { service.received(.report(.fix(fix))) }
    diagnosis.service = service
    return diagnosis.correctionFinding
  }

  private static var receiving: CorrectionReport {
    var report = CorrectionReport(
      state: "receiving", source: "ntrip://h/M", explanation: "receiving")
    (report.baseDistance, report.bytesPerSecond) = (8200, 512)
    return report
  }

  @Test(
    arguments: [
      ("fixed", .rtkFixed, 8200, 1, 0, .good, "RTK fixed, base 8.2 km away, 1 s old", ""),
      ("a base far away", .rtkFloat, 55_000, 1, 0, .warning, "RTK float", "too far away"),
      ("old corrections", .rtkFloat, 8200, 45, 0, .warning, "RTK float", "too old"),
      ("a hidden sky", .rtkFloat, 8200, 1, 0, .warning, "RTK float", "a clear view"),
      ("no RTK", .autonomous, 8200, nil, 0, .warning, "not RTK", "may not accept RTCM 3"),
      ("a slow line", .rtkFloat, 8200, 1, 7, .warning, "7 frames were dropped", "MSM4"),
      ("no fix yet", nil, 8200, nil, 0, .good, "512 bytes a second", ""),
    ] as [(String, FixQuality?, Double, Double?, Int, Finding.Severity, String, String)])
  func saysWhy(
    _ reason: String, quality: FixQuality?, distance: Double, age: Double?, dropped: Int,
    severity: Finding.Severity, what: String, why: String
  ) throws {
    var report = Self.receiving
    (report.baseDistance, report.dropped) = (distance, dropped)
    var fix: Fix?
    if let quality {
      var made = try SampleScene.fix()
      (made.quality, made.differentialAge) = (quality, age)
      fix = made
    }
    let finding = try #require(try Self.finding(report, fix))
    #expect(finding.severity == severity)
    #expect(finding.what.contains(what), "\(finding.what)")
    #expect((finding.why ?? "").contains(why), "\(finding.why ?? "")")
  }

  @Test func saysWhyThereAreNone() throws {
    let report = CorrectionReport(
      state: "wrongPassword", source: "ntrip://h/M", explanation: "the password is wrong")
    let finding = try #require(try Self.finding(report))
    #expect(finding.severity == .problem && finding.what == "no corrections: wrongPassword")
    #expect(finding.why == "the password is wrong.")
    #expect(try Self.finding(nil) == nil, "nobody asked for any")
  }
}
