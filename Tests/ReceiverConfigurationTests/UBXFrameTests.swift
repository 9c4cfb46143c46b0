// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverConfiguration
import TestSupport
import Testing
import UBX

@Suite struct UBXFrameTests {
  @Test(
    arguments: [
      // From u-blox's own documents and tools.
      ("poll MON-VER", FrameKind.version, "", "B5 62 0A 04 00 00 0E 34"),
      ("poll CFG-RATE", .rate, "", "B5 62 06 08 00 00 0E 30"),
      ("CFG-RATE 5 Hz", .rate, "C8 00 01 00 01 00", "B5 62 06 08 06 00 C8 00 01 00 01 00 DE 6A"),
      (
        "CFG-PRT 115200", .port, "01 00 00 00 D0 08 00 00 00 C2 01 00 07 00 03 00 00 00 00 00",
        "B5 62 06 00 14 00 01 00 00 00 D0 08 00 00 00 C2 01 00 07 00 03 00 00 00 00 00 C0 7E"
      ),
      ("ACK-ACK", .acknowledged, "06 08", "B5 62 05 01 02 00 06 08 16 3F"),
    ] as [(String, FrameKind, String, String)])
  func writesAsTheMakerDoes(name: String, kind: FrameKind, payload: String, expected: String) {
    #expect(UBXFrame(kind, bytes(payload)).bytes == bytes(expected))
  }

  @Test func agreesWithAnIndependentChecksum() {
    let payload = (0..<300).map { UInt8($0 * 7 % 256) }
    #expect(UBXFrame(.port, payload).bytes == FakeReceiver.ubx(6, 0, payload))
  }

  @Test func isFoundInAnyPieces() {
    let rate = UBXFrame(.rate, [1, 2, 3])
    let version = UBXFrame(.version)
    let stream =
      Array("$GPGGA,1*00\r\n".utf8) + rate.bytes + [0xB5] + version.bytes + [0xB5, 0x62, 0x06]
    #expect(found(in: stream) == [rate, version])
  }

  @Test(
    arguments: [
      ("a wrong checksum", "B5 62 0A 04 00 00 0E 35"),
      ("a length beyond reason", "B5 62 0A 04 FF FF"),
      ("no second byte", "B5 61 0A 04 00 00 0E 34"),
      ("a start inside the start", "B5 B5"),
    ])
  func survives(name: String, damaged: String) {
    let good = UBXFrame(.acknowledged, [6, 8])
    #expect(found(in: bytes(damaged) + good.bytes) == [good], "\(name)")
  }

  @Test func findsTheFrameThatADamagedOneSwallowed() {
    let good = UBXFrame(.acknowledged, [6, 8])
    // The damaged frame announces ten bytes, which the next frame fills.
    #expect(found(in: bytes("B5 62 06 00 0A 00") + good.bytes + [0, 0]) == [good])
  }

  /// Returns the frames that a meter finds, which is given one byte at a time.
  private func found(in stream: [UInt8]) -> [UBXFrame] {
    var meter = OutputMeter()
    return stream.flatMap { meter.push([$0], at: .zero) }.compactMap {
      if case .ubx(let frame) = $0 { frame } else { nil }
    }
  }
}
