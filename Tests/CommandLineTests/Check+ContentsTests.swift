// Core Location for Linux. SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// What `gps check` says of recordings that are unlike those of most receivers.
@Suite struct CheckContentsTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func check(_ log: [UInt8], _ options: String...) throws -> Run {
    let run = try Tool.run(["check", try scratch.file("log.nmea", log)] + options)
    #expect(run.exitCode == 0 && run.complaints.isEmpty, "\(run.complaints)")
    return run
  }

  private static func log(_ bodies: String...) -> [UInt8] {
    bodies.flatMap { SampleLog.sentence($0).utf8 }
  }

  private static func gga(_ second: Int, _ quality: Int, hdop: String = "2.0") -> String {
    "GPGGA,12000\(second).00,4732.6220,N,00940.9980,E,\(quality),08,\(hdop),396.0,M,47.0,M,,"
  }

  /// Returns NAV-PVT of noon on 15 June 2025, with a solution of this kind.
  private static func pvt(solution: UInt8) -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: 92)
    func set(_ value: Int, at offset: Int, bytes: Int) {
      for index in 0..<bytes {
        payload[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
      }
    }
    set(43_218_000, at: 0, bytes: 4)
    set(2025, at: 4, bytes: 2)
    (payload[6], payload[7], payload[8], payload[11]) = (6, 15, 12, 0b111)
    (payload[20], payload[21], payload[23]) = (solution, 1, 12)
    set(96_833_000, at: 24, bytes: 4)
    set(475_437_000, at: 28, bytes: 4)
    set(2000, at: 40, bytes: 4)
    return FakeReceiver.ubx(1, 7, payload)
  }

  // MARK: Accuracy

  @Test func tellsWhatTheAccuracyOfEachKindWasMadeOf() throws {
    let log = Self.log(
      Self.gga(0, 1), Self.gga(1, 1), Self.gga(2, 2), "GPGSA,A,2,05,07,,,,,,,,,,,1.9,2.0,1.6",
      Self.gga(3, 2), "GPGST,120003.00,1.2,,,,8.0,8.0,3.0", Self.gga(4, 4), Self.gga(5, 1),
      "GPGST,120005.00,1.2,,,,1.0,1.0,3.0", "GPRMC,120006.00,A,4732.6,N,00941.0,E,2,60,150625,,,A",
      Self.gga(7, 7))
    let run = try check(log)
    let start = try #require(run.lines.firstIndex { $0.hasPrefix("  accuracy") })
    let lines = run.lines[start..<min(start + 7, run.lines.count)].map { $0.dropFirst(14) }
    #expect(lines[0] == "autonomous, 25 % of the fixes: from DOP, HDOP × 5 m × 1.0714")
    #expect(
      Set(lines[1...].map(String.init)) == [
        "autonomous, 12.5 %: from GST, which states less than half of HDOP × 5 m × 1.0714, which is taken",
        "autonomous, 12.5 %: unknown",
        "differential in 2D, 12.5 %: from DOP, HDOP × 4 m × 1.0714",
        "differential, 12.5 %: from GST, 1 σ × 1 to 1.5152, by the shape of the ellipse",
        "manual, 12.5 %: unknown",
        "rtkFixed, 12.5 %: from DOP, HDOP × 0.04 m × 1.0714, and 5 ms of motion",
      ])
  }

  @Test func tellsProgramsWhatTheAccuracyWasMadeOf() throws {
    let run = try check(
      Self.log(Self.gga(0, 1), Self.gga(1, 1), Self.gga(2, 1), "PGRME,15,M,45,M,25,M"), "--format",
      "json")
    let kinds = try #require(try run.objects.first?["accuracies"] as? [[String: Any]])
    #expect(kinds.map { $0["source"] as? String } == ["DOP", "PGRME"])
    #expect(kinds.map { $0["quality"] as? String } == ["autonomous", "autonomous"])
    #expect(kinds.map { $0["rangeError"] as? Double } == [5, nil])
    #expect(kinds.map { $0["fixes"] as? Int } == [2, 1])
    let factors = kinds.compactMap { $0["factor"] as? Double }
    #expect(factors.count == 2 && abs(factors[0] - 1.071389) < 1e-5)
    #expect(factors.count == 2 && abs(factors[1] - 1.286869) < 1e-5)
  }

  // MARK: The receiver

  @Test(
    arguments: [
      ("alone", [], "base of an RTK pair, or a source of time"),
      // Message 1005 without content: its checksum was computed by another program.
      (
        "with corrections", [0xD3, 0x00, 0x02, 0x3E, 0xD0, 0xA4, 0xE0, 0x00],
        "base of an RTK pair: it solves"
      ),
    ] as [(String, [UInt8], String)])
  func namesABase(why: String, corrections: [UInt8], words: String) throws {
    let base = Self.pvt(solution: 5) + corrections
    let alone = try check(base)
    #expect(alone.lines.contains { $0.hasPrefix("  role") && $0.contains(words) })
    #expect(
      alone.lines.contains { $0.contains("no fix: a base solves for the time alone; turn on GGA") })
    #expect(!alone.lines.contains { $0.contains("view of the sky") })
    let json = try check(base, "--format", "json")
    #expect(try json.objects.first?["role"] as? String == "base")
    let beside = try check(base + Self.log(Self.gga(0, 1)))
    #expect(beside.lines.contains { $0.hasPrefix("  fixes       1,") })
  }

  @Test func takesAReceiverThatHasFoundItsPlaceForNoBase() throws {
    let run = try check(Self.pvt(solution: 5) + Self.pvt(solution: 3))
    #expect(!run.lines.contains { $0.hasPrefix("  role") })
  }

  @Test func showsTheNavigationalStatus() throws {
    func rmc(_ second: Int, _ status: String) -> String {
      "GNRMC,12000\(second).00,A,4732.6,N,00941.0,E,2,60,150625,,,A,\(status)"
    }
    let run = try check(Self.log(rmc(0, "C"), rmc(1, "C"), rmc(2, "S"), rmc(3, "V")))
    #expect(
      run.lines.contains(
        "  status      caution in 2, safe in 1, notProvided in 1 of 4 sentences with a navigational status"
      ))
    let gns = "GNGNS,120000.00,4732.6,N,00941.0,E,AAN,12,0.8,396,47,,,C"
    let json = try check(Self.log(gns), "--format", "json")
    #expect(try json.objects.first?["navigationalStatus"] as? [String: Int] == ["caution": 1])
    // Most receivers send V, which says nothing.
    #expect(!(try check(Self.log(rmc(0, "V")))).lines.contains { $0.hasPrefix("  status") })
  }

  @Test func takesNoOtherTextForTheReceiver() throws {
    let news = (0..<30).map { SampleLog.sentence("GPTXT,01,01,02,port \($0) restarted") }.joined()
    let log = Self.log(
      "GPTXT,01,01,02,u-blox ag - www.u-blox.com", "GPTXT,01,01,02,HW UBX-G70xx 00070000",
      "GPTXT,01,01,02,ANTSUPERV=AC SD PDoS SR", "GPTXT,01,01,02,HW 2")
    let run = try check(log + Array((news + SampleLog.epochs(0..<2)).utf8))
    #expect(
      run.lines.contains(
        "  receiver    u-blox ag - www.u-blox.com; HW UBX-G70xx 00070000"), "\(run.lines)")
  }

  // MARK: What cannot be read, and what is missing

  @Test(
    arguments: [
      ("a time", "GNGGA,1234567890.5,4732.6220,N,00940.9980,E,1,12,1.0,396.0,M,47.0,M,,"),
      ("a coordinate", "GNGGA,120000.00,47.543°,N,00940.9980,E,1,12,1.0,396.0,M,47.0,M,,"),
      ("a quality", "GNGGA,120000.00,4732.6220,N,00940.9980,E,3D,12,1.0,396.0,M,47.0,M,,"),
      ("a status", "GNRMC,120000.00,valid,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A"),
    ])
  func saysThatPositionsAreUnreadable(why: String, body: String) throws {
    let bytes = Self.log(body.replacing("°", with: "o"))
    let run = try check(bytes)
    #expect(
      run.lines.contains { $0.hasPrefix("    no fix: 1 sentence with a position") }, "\(run.lines)")
    #expect(!run.lines.contains { $0.contains("view of the sky") })
  }

  @Test func aFewDamagedSentencesAreNotTheReason() throws {
    let void = Self.log("GPRMC,120000.00,V,,,,,,,150625,,,N")
    let run = try check(
      void + void + void + Self.log("GPGGA,1234567890,4732.6,N,00941.0,E,1,12,1.0,396.0,M,47.0,M,,")
    )
    #expect(run.lines.contains { $0.contains("view of the sky") })
  }

  @Test(
    arguments: [
      (
        "aiding data", FakeReceiver.ubx(0x13, 0x40, Array(repeating: 0, count: 24)),
        "    no position: these are aiding data alone; turn on NAV-PVT, or GGA and RMC"
      ),
      (
        "older aiding data", FakeReceiver.ubx(0x0B, 0x00, []),
        "    no position: these are aiding data alone; turn on NAV-PVT, or GGA and RMC"
      ),
      (
        "satellites alone", FakeReceiver.ubx(1, 0x35, [0, 0, 0, 0, 1, 0, 0, 0]),
        "    no position: turn on NAV-PVT, or GGA and RMC"
      ),
      (
        "the time alone", log("PUBX,04,120000.00,150625,43200.00,2371,15,0,0,21"),
        "    no position: turn on GGA and RMC"
      ),
    ] as [(String, [UInt8], String)])
  func saysWhichMessageToTurnOn(why: String, bytes: [UInt8], advice: String) throws {
    let lines = try check(bytes).lines
    #expect(lines.drop { $0 != "  advice" }.dropFirst() == [advice])
  }

  @Test func asksForNothingThatPUBXHas() throws {
    let lines = try check(
      Self.log(
        "PUBX,04,120000.00,150625,43200.00,2371,15,0,0,21",
        "PUBX,00,120000.00,4732.6220,N,00940.9980,E,443.0,G3,2.1,3.2,3.7,60.0,-0.5,,1.0,1.6,1.1,8,0,0"
      )
    ).lines
    #expect(!lines.contains { $0.contains("no speed") || $0.contains("no altitude") })
    #expect(!lines.contains { $0.contains("no date") })
  }

  @Test func readsSentencesThatAFirmwareQuotesInItsLog() throws {
    let log = (0..<3).map { second -> String in
      let sentence = SampleLog.sentence(Self.gga(second, 1)).dropFirst().dropLast()
      return "[\(second).3] GPS:\"\(sentence)\"\n"
    }
    let run = try check(Array((log.joined() + "GPS:\"GPGGA,120009.00,4732.6,N*00\"\n").utf8))
    #expect(run.lines.contains { $0.hasPrefix("  fixes       3,") })
    #expect(run.lines.contains { $0.hasSuffix("3 sentences, 3 of them without a $") })
    let json = try check(Array(log.joined().utf8), "--format", "json")
    #expect(try json.objects.first?["bareSentences"] as? Int == 3)
  }
}
