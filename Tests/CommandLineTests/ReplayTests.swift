// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite struct ReplayTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func replay(_ log: String, _ options: String...) throws -> Run {
    let run = try Tool.run(["replay", try scratch.file("log.nmea", log)] + options)
    #expect(run.exitCode == 0)
    return run
  }

  /// 47°32.622′ and 9°40.998′ in degrees; 2 knots of 1852 m per hour; a 1 σ of 4 m (docs/accuracy.md).
  @Test func printsKnownValues() throws {
    let run = try replay(SampleLog.epochs(0..<1))
    #expect(run.complaints.isEmpty)
    let fix = try #require(try run.objects.first)
    #expect(fix["timestamp"] as? String == "2025-06-15T12:00:00.000Z")
    #expect(fix["latitude"] as? Double == 47.5437)
    #expect(fix["longitude"] as? Double == 9.6833)
    #expect(fix["altitude"] as? Double == 396)
    #expect(fix["ellipsoidalAltitude"] as? Double == 443)
    #expect(fix["geoidSeparation"] as? Double == 47)
    #expect(fix["speed"] as? Double == 1.0289)
    #expect(fix["course"] as? Double == 60)
    #expect(fix["horizontalAccuracy"] as? Double == 5.357)
    #expect(fix["horizontalAccuracySource"] as? String == "DOP")
    #expect(fix["quality"] as? String == "autonomous")
    #expect(fix["hdop"] as? Double == 1)
    #expect(fix["satellitesUsed"] as? Int == 8)
    #expect(fix.count == 13)
  }

  @Test func leavesOutUnknownValues() throws {
    let run = try replay(SampleLog.sentence("GPGLL,4732.6220,N,00940.9980,E,120000.00,A"))
    let fix = try #require(try run.objects.first)
    #expect(Set(fix.keys) == ["timeOfDay", "latitude", "longitude"])
    #expect(fix["timeOfDay"] as? String == "12:00:00.000")
  }

  /// The members that are printed are those that docs/cli.md lists, but for two: no recording is GeoClue's, and nothing verifies
  /// signatures here.
  @Test func printsTheMembersOfTheManual() throws {
    let simulated = SampleLog.sentence("GPGGA,120000.00,4732.6220,N,00940.9980,E,8,08,,,M,,M,,")
    let jammed = SampleLog.sentence("PQTMJAMMINGSTATUS,1,2") + SampleLog.epochs(0..<2)
    let heading =
      SampleLog.sentence("PQTMTAR,1,120000.00,4,,1.0,0.1,0.2,52.00,0.1,0.1,0.5,30")
      + SampleLog.epochs(0..<2)
    let runs = [
      try replay(SampleLog.everything, "--reference-date", "2025-06-16"), try replay(simulated),
      try replay(jammed), try replay(heading),
    ]
    let printed = Set(try runs.flatMap { try $0.objects.flatMap(\.keys) })
      .union(["source", "authentication"])
    let rows = try Repository.text("docs/cli.md").split(separator: "\n")
      .drop { $0 != "## `gps replay`" }.drop { !$0.hasPrefix("| Member ") }.dropFirst(2).prefix {
        $0.hasPrefix("|")
      }
    let documented = rows.flatMap { row in
      row.split(separator: "|")[0].split(separator: "`").filter { $0.allSatisfy(\.isLetter) }
    }
    #expect(printed == Set(documented.map(String.init)))
  }

  @Test func datesTheFixesBeforeTheFirstDate() throws {
    let log = (0..<3).map(SampleLog.position).joined() + SampleLog.epochs(3..<5)
    let times = try replay(log).objects.map { $0["timestamp"] as? String }
    #expect(times == (0..<5).map { "2025-06-15T12:00:0\($0).000Z" })
  }

  @Test func givesATimeOfDayWhereThereIsNoDate() throws {
    let fixes = try replay((0..<3).map(SampleLog.position).joined()).objects
    #expect(fixes.map { $0["timeOfDay"] as? String } == (0..<3).map { "12:00:0\($0).000" })
    #expect(fixes.allSatisfy { $0["timestamp"] == nil })
  }

  /// 15 June 2025 less 1024 weeks is 30 October 2005.
  @Test(
    arguments: [
      ("without it", [], "2005-10-30T12:00:00.000Z", nil),
      ("of a later day", ["--reference-date", "2020-01-01"], "2025-06-15T12:00:00.000Z", true),
      ("of an earlier day", ["--reference-date", "2000-01-01"], "2005-10-30T12:00:00.000Z", nil),
    ] as [(String, [String], String, Bool?)])
  func correctsDatesByTheReferenceDate(
    name: String, options: [String], timestamp: String, isMarked: Bool?
  ) throws {
    let file = try scratch.file("old.nmea", SampleLog.epochs(0..<1, date: "301005"))
    let fix = try #require(try Tool.run(["replay", file] + options).objects.first)
    #expect(fix["timestamp"] as? String == timestamp)
    #expect(fix["rolloverCorrected"] as? Bool == isMarked)
  }

  @Test func acceptsMissingChecksumsIfAsked() throws {
    let log = SampleLog.epochs(0..<2).split(separator: "\r\n").map { $0.prefix { $0 != "*" } }
    let file = try scratch.file("bare.nmea", log.joined(separator: "\r\n") + "\r\n")
    expectFailure(try Tool.run(["replay", file]), 65, "no valid NMEA 0183 sentence")
    let run = try Tool.run(["replay", "--allow-missing-checksums", file])
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    #expect(run.lines.count == 2)
  }

  /// Three seconds at twenty times the speed; there is no upper bound, for a busy machine.
  @Test func keepsThePaceOfTheRecording() throws {
    let run = try replay(SampleLog.epochs(0..<4), "--speed", "20")
    #expect(run.lines.count == 4)
    #expect(run.duration >= .milliseconds(150))
  }

  /// A date that a receiver may send, and that does not fit into a count of nanoseconds.
  @Test func keepsThePaceInTheFarFuture() throws {
    let day = SampleLog.sentence("GPZDA,120000.00,31,12,9999,00,00")
    let run = try replay(day + (0..<2).map(SampleLog.position).joined(), "--speed", "20")
    #expect(run.lines.count == 2)
    #expect(run.duration >= .milliseconds(50))
  }

  @Test(
    arguments: [
      ("north", "0.0", 0), ("just east of it", "0.0001", 0.0001),
      ("below 360", "359.9999", 359.9999),
      ("that is rounded up to 360", "359.99996", 0),
    ] as [(String, String, Double)])
  func printsNoCourseOf360(name: String, sent: String, course: Double) throws {
    let body = "GPRMC,120000.00,A,4732.6220,N,00940.9980,E,2.0,\(sent),150625,,,A"
    let fix = try #require(try replay(SampleLog.sentence(body)).objects.first)
    #expect(fix["course"] as? Double == course)
  }

  @Test func printsForPeople() throws {
    let void = SampleLog.sentence("GPRMC,120002.00,V,,,,,,,150625,,,N")
    let run = try replay(SampleLog.epochs(0..<2) + void, "--format", "text")
    let line =
      "2025-06-15 12:00:00.000Z  47.5437000\u{B0}N  9.6833000\u{B0}E \u{B1}5 m  396.0 m"
      + "  3.7 km/h  060\u{B0}  autonomous  8 satellites"
    #expect(run.lines.first == line)
    #expect(run.lines.count == 3)
    #expect(run.lines.last == "2025-06-15 12:00:02.000Z  fix lost")
  }

  @Test func namesAProtocolThatIsNotRead() throws {
    let frames = Array(repeating: FakeReceiver.sirf([2, 0]), count: 3).flatMap(\.self)
    let alone = try Tool.run(["replay", try scratch.file("a.bin", frames)])
    expectFailure(alone, 65, "but SiRF binary; switch the receiver to NMEA 0183")
    let void = Array(SampleLog.sentence("GPRMC,120000.00,V,,,,,,,150625,,,N").utf8)
    let beside = try Tool.run(["replay", try scratch.file("b.bin", frames + void)])
    #expect(beside.complaintLines.count == 1)
    #expect(
      beside.complaintLines.first?.contains("but SiRF binary, which gps does not read") == true)
    let track = try Tool.run(["convert", "--to", "gpx", try scratch.file("c.bin", frames)])
    expectFailure(track, 65, "but SiRF binary; switch the receiver to NMEA 0183")
  }

  @Test func reportsAMissingFix() throws {
    let run = try replay(SampleLog.sentence("GPRMC,120002.00,V,,,,,,,150625,,,N"))
    #expect(run.output.isEmpty)
    expectComplaint(run, "no fix in")
  }
}
