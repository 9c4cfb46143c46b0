// Core Location for Linux. SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import GNSS

@Suite struct FrameCounterTests {
  private static let ubx: [UInt8] = [0xB5, 0x62, 0x0A, 0x04, 0x00, 0x00, 0x0E, 0x34]

  // Message 1005 from the examples in the standard.
  private static let rtcm: [UInt8] = [
    0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD, 0x62,
    0xAC, 0x09, 0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98,
  ]

  // A request for the software version.
  private static let sirf: [UInt8] = [0xA0, 0xA2, 0x00, 0x02, 0x84, 0x00, 0x00, 0x84, 0xB0, 0xB3]

  // An "end of measurements" block of 16 bytes, with a checksum computed by another program.
  private static let sbf: [UInt8] =
    [0x24, 0x40] + [0x6F, 0xF3] + [0x21, 0x17, 0x10, 0x00, 1, 2, 3, 4, 5, 6, 7, 8]

  // Four bytes of payload; 0x04060004 + 0x04030201 = 0x08090205.
  private static let casic: [UInt8] = [
    0xBA, 0xCE, 0x04, 0x00, 0x06, 0x04, 1, 2, 3, 4, 0x05, 0x02, 0x09, 0x08,
  ]

  // Frames without a payload, with the sums of UBX.
  private static let allystar: [UInt8] = [0xF1, 0xD9, 0x0A, 0x04, 0x00, 0x00, 0x0E, 0x34]
  private static let quectel: [UInt8] = [0x51, 0x47, 0x0A, 0x04, 0x00, 0x00, 0x0E, 0x34]

  // The identification of a receiver is asked for: C ^ j = 29. A payload may contain a line end: H ^ a ^ D ^ A ^ 1 = 2F.
  private static let oncore = Array("@@Cj".utf8) + [0x29, 0x0D, 0x0A]
  private static let oncoreWithLineEnd = Array("@@Ha".utf8) + [0x0D, 0x0A, 1, 0x2F, 0x0D, 0x0A]

  // A header of 24 bytes without a payload, with a checksum computed by another program.
  private static let unicore: [UInt8] =
    [0xAA, 0x44, 0xB5] + Array(repeating: 0, count: 21) + [0x8F, 0x2D, 0xC3, 0x98]

  // Computed by another program, as is every text log's.
  private static let log = Array("#VERSIONA,COM1,0,55.0,FINE,2300,0,0,0,0;1,2*8dec6283\r\n".utf8)

  private func counts(_ bytes: [UInt8]) -> [String: Int] {
    var counter = FrameCounter()
    counter.push(bytes.span.bytes)
    var piecemeal = FrameCounter()
    for index in bytes.indices { piecemeal.push(bytes.span.bytes.extracting(index..<index + 1)) }
    #expect(piecemeal.counts == counter.counts)
    return counter.counts
  }

  @Test(
    arguments: [
      ("u-blox", ubx, ["UBX (u-blox)": 1]),
      ("corrections", rtcm, ["RTCM 3": 1]),
      ("SiRF", sirf, ["SiRF binary": 1]),
      ("Septentrio", sbf, ["SBF (Septentrio)": 1]),
      ("zeros after the start of SBF", [0x24, 0x40] + Array(repeating: 0, count: 30), [:]),
      ("wrong sum of SBF", sbf.dropLast() + [9], [:]),
      ("one after the other", ubx + rtcm + ubx, ["UBX (u-blox)": 2, "RTCM 3": 1]),
      ("start repeated", [0xB5] + ubx, ["UBX (u-blox)": 1]),
      ("cut off", ubx.dropLast() + [0] + rtcm, ["RTCM 3": 1]),
      ("wrong sum of UBX", ubx.dropLast() + [0x35], [:]),
      ("wrong sum of RTCM", rtcm.dropLast() + [0x99], [:]),
      ("wrong end of SiRF", sirf.dropLast() + [0xB4], [:]),
      ("longer than frames are", [0xB5, 0x62, 0x0A, 0x04, 0xFF, 0xFF] + ubx, ["UBX (u-blox)": 1]),
      ("CASIC", casic, ["CASIC binary": 1]),
      ("wrong sum of CASIC", casic.dropLast() + [2], [:]),
      ("Allystar", allystar, ["Allystar binary": 1]),
      ("Quectel", quectel, ["QGC (Quectel)": 1]),
      ("Oncore", oncore + oncoreWithLineEnd, ["Oncore binary (Motorola)": 2]),
      ("wrong sum of Oncore", Array("@@Cj".utf8) + [0x28, 0x0D, 0x0A], [:]),
      ("Unicore", unicore, ["Unicore": 1]),
      ("wrong sum of Unicore", unicore.dropLast() + [1], [:]),
      ("a log as text", log, ["NovAtel": 1]),
      (
        "a comment", Array("# Name: a*12345678\r\n#A;*12345678\r\n".utf8) + ubx, ["UBX (u-blox)": 1]
      ),
      ("nothing", [], [:]),
    ] as [(String, [UInt8], [String: Int])])
  func countsIntactFrames(name: String, bytes: [UInt8], expected: [String: Int]) {
    #expect(counts(bytes) == expected)
  }

  @Test func findsNothingInSeededGenerator() {
    var generator = SeededGenerator(seed: 7)
    #expect(counts((0..<1_000_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }) == [:])
  }
}
