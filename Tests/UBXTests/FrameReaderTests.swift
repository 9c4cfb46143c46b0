// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing
import UBX

@Suite struct FrameReaderTests {
  /// NAV-EOE for 412,345,000 ms, as in FrameCandidateTests.
  private let frame: [UInt8] = [
    0xB5, 0x62, 0x01, 0x61, 0x04, 0x00, 0xA8, 0xE2, 0x93, 0x18, 0x9B, 0x4B,
  ]
  private let sentence = Array("$GPGLL,4916.45,N,12311.12,W,225444,A*31\r\n".utf8)

  /// Returns the times of the week of the NAV-EOE in bytes that come in pieces.
  private func times(_ bytes: [UInt8], piece: Int, _ reader: inout FrameReader) -> [UInt32] {
    var times: [UInt32] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      let part = Array(bytes[start..<min(start + piece, bytes.count)])
      reader.read(part.span.bytes) { kind, payload in
        if kind == NAVEOE.kind, let end = NAVEOE(payload) { times.append(end.timeOfWeek) }
      }
    }
    return times
  }

  @Test(arguments: [1, 2, 5, 11, 12, 13, 1000])
  func findsTheSameFramesHoweverTheBytesAreDivided(piece: Int) {
    var reader = FrameReader()
    let bytes = frame + sentence + [0xB5, 0x00] + frame + frame
    #expect(times(bytes, piece: piece, &reader) == [412_345_000, 412_345_000, 412_345_000])
    #expect(reader.damagedFrames == 0)
  }

  @Test func findsAWholeFrameInWhatADamagedOneClaimsToContain() {
    var reader = FrameReader()
    // Its payload of 20 bytes is cut off by the frame that follows; the rest of those is part of no frame.
    let cut: [UInt8] = [0xB5, 0x62, 0x01, 0x21, 20, 0, 1, 2, 3]
    let bytes = cut + frame + Array(repeating: 0, count: 30)
    #expect(times(bytes, piece: 7, &reader) == [412_345_000])
    #expect(reader.damagedFrames == 1)
  }

  @Test func countsAFrameWithAWrongChecksum() {
    var reader = FrameReader()
    var damaged = frame
    damaged[7] ^= 1
    #expect(times(damaged + frame, piece: 3, &reader) == [412_345_000])
    #expect(reader.damagedFrames == 1)
  }

  @Test func readsTheLongestPayloadAndDropsALongerOne() {
    var reader = FrameReader()
    var counts: [Int] = []
    for count in [4096, 4097] {
      let bytes = FrameCandidate.bytes(FrameKind(0x01, 0x43), Array(repeating: 0, count: count))
      reader.read(bytes.span.bytes) { counts.append($1.byteCount) }
    }
    #expect(counts == [4096])
    #expect(reader.damagedFrames == 1)
  }
}
