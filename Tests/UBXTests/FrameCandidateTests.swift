// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing
import UBX

@Suite struct FrameCandidateTests {
  /// NAV-EOE for 412,345,000 ms; the checksum was worked out by hand.
  ///
  /// 01, 61, 04, 00, A8, E2, 93, 18: the sums are 01 62 66 66 0E F0 83 9B and 01 63 C9 2F 3D 2D B0 4B.
  private let frame: [UInt8] = [
    0xB5, 0x62, 0x01, 0x61, 0x04, 0x00, 0xA8, 0xE2, 0x93, 0x18, 0x9B, 0x4B,
  ]

  private func candidate(_ bytes: [UInt8]) -> FrameCandidate { FrameCandidate(bytes.span.bytes) }

  @Test func findsAFrameWithAValidChecksum() {
    let found = FrameCandidate.frame(FrameKind(0x01, 0x61), byteCount: 12)
    #expect(candidate(frame) == found)
    let longer = frame + [0x24, 0x47]
    #expect(candidate(longer) == found)
  }

  @Test func writesWhatItReads() {
    #expect(FrameCandidate.bytes(NAVEOE.kind, Array(frame[6..<10])) == frame)
  }

  @Test func waitsForTheRestOfAFrame() {
    for count in 1..<frame.count {
      let part = Array(frame[..<count])
      #expect(candidate(part) == .incomplete, "\(count) bytes")
    }
  }

  @Test func refusesAFrameWithAnyDamagedByte() {
    for place in 2..<frame.count {
      var damaged = frame
      damaged[place] ^= 0x10
      // With a longer payload it waits for more than there is, up to the longest.
      #expect(candidate(damaged) == (place == 4 ? .incomplete : .damaged), "byte \(place)")
    }
  }

  @Test func doesNotWaitForAFrameThatNoReceiverSends() {
    let longest: [UInt8] = [0xB5, 0x62, 0x01, 0x07, 0x00, 0x10]
    #expect(candidate(longest) == .incomplete)
    let tooLong: [UInt8] = [0xB5, 0x62, 0x01, 0x07, 0x01, 0x10]
    #expect(candidate(tooLong) == .damaged)
  }

  @Test func isNoFrameWithoutItsSecondByte() {
    let other: [UInt8] = [0xB5, 0x63]
    #expect(candidate(other) == .none)
  }

  @Test(
    arguments: [
      ("known", FrameKind(0x01, 0x07), "NAV-PVT"),
      ("known class", FrameKind(0x01, 0x7F), "NAV-7F"),
      ("unknown class", FrameKind(0x33, 0x04), "33-04"),
    ])
  func hasTheNameOfTheDataSheet(_ why: String, _ kind: FrameKind, _ name: String) {
    #expect(kind.description == name)
  }
}
