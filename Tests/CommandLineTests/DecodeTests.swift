// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite struct DecodeTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func decode(_ log: String) throws -> Run {
    let run = try Tool.run(["decode", try scratch.file("log.nmea", log)])
    #expect(run.exitCode == 0)
    return run
  }

  @Test func printsSentencesInTheirOwnUnits() throws {
    let objects = try decode(SampleLog.epochs(0..<1)).objects
    #expect(objects.map { $0["sentence"] as? String } == ["GGA", "RMC"])
    #expect(objects[0]["talker"] as? String == "GP")
    #expect(objects[0]["time"] as? String == "12:00:00")
    #expect(objects[0]["altitude"] as? Double == 396)
    #expect(objects[0]["differentialAge"] == nil)
    #expect(objects[1]["speedKnots"] as? Double == 2)
  }

  @Test func printsTheFieldsOfSentencesItDoesNotKnow() throws {
    let log = SampleLog.sentence("GPXYZ,1,,two,^2C") + SampleLog.sentence("PXXX,3")
    let objects = try decode(log).objects
    #expect(objects.allSatisfy { $0["other"] as? Bool == true })
    #expect(objects[0]["sentence"] as? String == "XYZ")
    #expect(objects[0]["talker"] as? String == "GP")
    #expect(objects[0]["fields"] as? [String] == ["1", "", "two", "^2C"])
    #expect(objects[1]["sentence"] as? String == "PXXX")
    #expect(objects[1]["fields"] as? [String] == ["3"])
  }

  /// The checksum of a TAG block is the exclusive or of the text between the backslashes, as in a sentence.
  @Test func printsTAGBlocks() throws {
    func block(_ body: String) -> String {
      String(SampleLog.sentence(body).dropFirst().prefix { $0 != "\r\n" })
    }
    let log =
      "\\" + block("s:mast,c:1749988800") + "\\" + SampleLog.position(0)
      + "\\" + block("c:1749988800250") + "\\" + SampleLog.position(1) + SampleLog.position(2)
    let objects = try decode(log).objects
    let blocks = objects.map { $0["tagBlock"] as? [String: Any] }
    #expect(blocks.map { $0?["source"] as? String } == ["mast", nil, nil])
    #expect(blocks.map { $0?["time"] as? Double } == [1_749_988_800, 1_749_988_800.25, nil])
  }

  /// Characters that a terminal would obey are escaped, and read back as they were sent.
  @Test func keepsTheTextThatItEscapes() throws {
    let objects = try decode(
      SampleLog.sentence("GPTXT,01,01,02,^1B[2J^7F^C2^9B^E2^80^AE^F3^A0^81^81^C3^A9")
    ).objects
    #expect(objects[0]["text"] as? String == "\u{1B}[2J\u{7F}\u{9B}\u{202E}\u{E0041}é")
  }

  @Test func startsWithTheSentence() throws {
    let run = try decode(SampleLog.sentence("GPHDT,274.07,T"))
    #expect(run.lines == [#"{"sentence":"HDT","heading":274.07,"talker":"GP"}"#])
  }

  @Test func reportsDroppedData() throws {
    let bad = SampleLog.position(1).replacing("*", with: "1*")
    let run = try decode(SampleLog.position(0) + bad + "??")
    #expect(run.lines.count == 1)
    expectComplaint(run, "log.nmea: 1 wrong checksum, 2 bytes between sentences")
  }

  @Test func acceptsMissingChecksumsIfAsked() throws {
    let file = try scratch.file("bare.nmea", "$GPHDT,123.4,T\r\n")
    expectFailure(try Tool.run(["decode", file]), 65, "no valid NMEA 0183 sentence")
    let run = try Tool.run(["decode", "--allow-missing-checksums", file])
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    #expect(try run.objects.first?["sentence"] as? String == "HDT")
  }
}
