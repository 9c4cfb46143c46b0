// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverConfiguration
import SerialLine
import TestSupport
import Testing
import UBX

@Suite struct CommandTests {
  @Test(
    arguments: [
      // Reference bytes from pyubx2 1.4.0 and u-blox's documents.
      ("5 Hz", UBloxCommands.setRate(milliseconds: 200), "B562 0608 0600 C80001000100 DE6A"),
      ("version", UBloxCommands.askVersion, "B562 0A04 0000 0E34"),
      ("port?", UBloxCommands.askPort, "B562 0600 0000 0618"),
      (
        "GST on", UBloxCommands.send(UBloxCommands.kind(of: .gst), "GST", true),
        "B562 0601 0300 F00701 021E"
      ),
      (
        "GSV?", UBloxCommands.askRate(of: UBloxCommands.kind(of: .gsv), "GSV"),
        "B562 0601 0200 F003 FC14"
      ),
      (
        "store", UBloxCommands.store,
        "B562 0609 0D00 00000000 1F000000 00000000 03 3ED3"
      ),
      (
        "115200",
        UBloxCommands.setPort(.factory(.b9600), baudRate: .b115200, sendingSentences: false),
        "B562 0600 1400 01000000 D0080000 00C20100 0700 0300 00000000 C07E"
      ),
      (
        "value 5 Hz", UBloxValueCommands.set([(.measurementPeriod, 200)], ""),
        "B562 068A 0A00 00010000 01002130 C800 B581"
      ),
      (
        "value GST", UBloxValueCommands.set([(.output(of: .gst, on: .uart1), 1)], ""),
        "B562 068A 0900 00010000 D4009120 01 2049"
      ),
      (
        "value 115200 in battery-backed memory",
        UBloxValueCommands.set([(.baudRate, 115_200)], "", layers: .batteryBacked),
        "B562 068A 0C00 00020000 01005240 00C20100 F4B0"
      ),
      (
        "values?", UBloxValueCommands.ask([.measurementPeriod, .output(of: .gst, on: .uart1)]),
        "B562 068B 0C00 00000000 01002130 D4009120 747D"
      ),
    ] as [(String, ReceiverCommand, String)])
  func speaksUBX(name: String, command: ReceiverCommand, expected: String) {
    #expect(command.bytes == bytes(expected), "\(name): \(command.line)")
  }

  @Test(
    arguments: [
      // Known pairs of command and checksum from makers' manuals and data sheets.
      (PUBXCommands.setBaudRate(.b19200), "$PUBX,41,1,0007,0003,19200,0*25"),
      (PUBXCommands.setBaudRate(.b4800), "$PUBX,41,1,0007,0003,4800,0*13"),
      (PMTKCommands.setPeriod(milliseconds: 100), "$PMTK220,100*2F"),
      (PMTKCommands.setPeriod(milliseconds: 1000), "$PMTK220,1000*1F"),
      (PMTKCommands.setBaudRate(.b115200), "$PMTK251,115200*1F"),
      (PMTKCommands.askSentences, "$PMTK414*33"),
      (
        PMTKCommands.setSentences([0, 1, 0, 1] + [Int](repeating: 0, count: 15), ""),
        "$PMTK314,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0*28"
      ),
      (SiRFCommands.setPort(sentences: true, .b4800), "$PSRF100,1,4800,8,1,0*0E"),
      (SiRFCommands.setPort(sentences: false, .b9600), "$PSRF100,0,9600,8,1,0*0C"),
    ] as [(ReceiverCommand, String)])
  func speaksInSentences(command: ReceiverCommand, expected: String) {
    #expect(text(command.bytes) == expected)
    #expect(command.bytes.suffix(2) == [0x0D, 0x0A])
  }

  @Test func switchesSentencesOfSiRF() throws {
    let off = try #require(SiRFCommands.send(.gll, false))
    #expect(text(off.bytes) == "$PSRF103,01,00,00,01*25")
    let on = try #require(SiRFCommands.send(.rmc, true))
    #expect(text(on.bytes) == "$PSRF103,04,00,01,01*21")
    #expect(SiRFCommands.send(.gst, true) == nil)
  }

  @Test func switchesSentencesOfUBloxByPUBX() {
    // u-blox's own example has *5C with all ports off.
    #expect(text(PUBXCommands.send(.gll, false).bytes) == "$PUBX,40,GLL,0,0,0,0,0,0*5C")
    #expect(PUBXCommands.send(.gga, true).bytes == FakeReceiver.sentence("PUBX,40,GGA,0,1,1,1,0,0"))
  }

  @Test func returnsFromSiRFBinary() {
    // The manual's example for message 129 has GSV every fifth second and the checksum 013A: four less here.
    let command = SiRFCommands.switchToSentences([.gga, .gsa, .gsv, .rmc], at: .b9600)
    #expect(
      command.bytes
        == bytes("A0A20018 810201010001010101010101000100010001000100012580 0136 B0B3"))
    #expect(command.newRate == .b9600)
  }

  @Test func framesSiRFAsTheManualDoes() {
    let payload = bytes("810201010001010105010101000100010001000100012580")
    #expect(SiRFCommands.frame(payload) == bytes("A0A20018") + payload + bytes("013AB0B3"))
    #expect(SiRFCommands.frame(payload) == FakeReceiver.sirf(payload))
  }

  @Test(
    arguments: [
      (SwitchableSentence.dtm, 0x2091_00A7, 0x2091_00A9), (.gbs, 0x2091_00DE, 0x2091_00E0),
      (.gga, 0x2091_00BB, 0x2091_00BD), (.gll, 0x2091_00CA, 0x2091_00CC),
      (.gns, 0x2091_00B6, 0x2091_00B8), (.grs, 0x2091_00CF, 0x2091_00D1),
      (.gsa, 0x2091_00C0, 0x2091_00C2), (.gst, 0x2091_00D4, 0x2091_00D6),
      (.gsv, 0x2091_00C5, 0x2091_00C7), (.rmc, 0x2091_00AC, 0x2091_00AE),
      (.vtg, 0x2091_00B1, 0x2091_00B3), (.zda, 0x2091_00D9, 0x2091_00DB),
    ] as [(SwitchableSentence, UInt32, UInt32)])
  func knowsTheKeys(sentence: SwitchableSentence, uart: UInt32, usb: UInt32) {
    #expect(UBloxKey.output(of: sentence, on: .uart1).rawValue == uart)
    #expect(UBloxKey.output(of: sentence, on: .usb).rawValue == usb)
  }

  @Test func readsValuesBack() {
    let answer = UBXFrame(
      .getValues, bytes("01000000 01002130 C800 D4009120 01 01005240 00C20100"))
    #expect(
      UBloxValueCommands.values(in: answer) == [
        .measurementPeriod: 200, .output(of: .gst, on: .uart1): 1, .baudRate: 115_200,
      ])
  }

  @Test func showsWhatIsWritten() {
    #expect(
      UBloxCommands.setRate(milliseconds: 200).line
        == "one epoch every 200 ms: B5 62 06 08 06 00 C8 00 01 00 01 00 DE 6A")
    #expect(
      PMTKCommands.askSentences.line
        == "ask which sentences are sent: $PMTK414*33 (24 50 4D 54 4B 34 31 34 2A 33 33 0D 0A)")
  }

  @Test(
    arguments: [
      ("PROTVER=18.00", 18.0, false), ("PROTVER 14.00", 14.0, false), ("PROTVER=34.10", 34.1, true),
      ("FWVER=SPG 3.01", nil, false), ("PROTVER=inf", nil, false), ("PROTVER=1e300", nil, false),
    ] as [(String, Double?, Bool)])
  func readsTheVersion(extension text: String, version: Double?, takesValues: Bool) throws {
    func field(_ text: String, _ count: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
    }
    let frame = UBXFrame(
      .version,
      field("ROM CORE 3.01", 30) + field("00080000", 10) + field("FIS", 30) + field(text, 30))
    let answer = MONVER(frame.payload.span.bytes)
    let found = try #require(answer)
    #expect(found.software == "ROM CORE 3.01")
    #expect(found.protocolVersion == version && found.takesValues == takesValues)
  }
}
