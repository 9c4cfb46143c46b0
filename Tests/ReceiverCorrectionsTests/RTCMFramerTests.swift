// Core Location for Linux. SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import ReceiverCorrections

@Suite struct RTCMFramerTests {
  /// Message 1005 of the standard's example: station 2003 at X 1114104.5999, Y −4850729.7108, Z 3975521.4643.
  private static let base: [UInt8] = [
    0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD, 0x62,
    0xAC, 0x09, 0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98,
  ]

  @Test func readsTheStandardsExample() throws {
    var framer = RTCMFramer()
    let pieces = framer.push(Self.base)
    #expect(pieces.map(\.bytes) == [Self.base])
    let frame = try #require(pieces.first?.frame)
    #expect(frame.type == 1005 && frame.station == 2003)
    // The station is near Washington.
    #expect(abs(try #require(frame.latitude) - 38.80) < 0.05)
    #expect(abs(try #require(frame.longitude) + 77.07) < 0.05)
  }

  @Test func leavesNothingOutWhereverItIsSplit() {
    // A false preamble, a cut frame and other bytes around whole ones.
    let stream =
      [0x73, 0xD3, 0x01] + Self.base + [0xD3, 0xD3] + Self.base[..<9] + Self.base + [
        0x00, 0xD3, 0x00,
      ]
    for count in [1, 2, 3, 11, 25, 1000] {
      var framer = RTCMFramer()
      var pieces: [RTCMFramer.Piece] = []
      var rest = stream[...]
      while !rest.isEmpty {
        pieces += framer.push(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(framer.isWaiting)
      pieces += framer.flush()
      #expect(pieces.flatMap(\.bytes) == stream, "pieces of \(count)")
      #expect(pieces.count { $0.frame != nil } == 2)
      #expect(!framer.isWaiting)
    }
  }

  /// The check value of CRC-24/LTE-A, which is the same polynomial.
  @Test func itsChecksumIsThePublishedOne() {
    #expect(CRC24Q.checksum("123456789".utf8) == 0xCD_E703)
  }

  @Test func findsAFrameBehindManyFalseOnes() {
    let noise = [[UInt8]](repeating: [0xD3, 0x03, 0xFF], count: 2000).flatMap(\.self)
    var framer = RTCMFramer()
    let pieces = framer.push(noise + Self.base) + framer.flush()
    #expect(pieces.flatMap(\.bytes) == noise + Self.base)
    #expect(pieces.last?.frame?.type == 1005)
  }

  @Test func findsWholeFramesAgainAfterDamage() {
    var damaged = Self.base
    damaged[10] ^= 1
    var framer = RTCMFramer()
    // What is damaged contains what looks like the beginning of a longer frame.
    let pieces = framer.push(damaged + Self.base) + framer.flush()
    #expect(pieces.flatMap(\.bytes) == damaged + Self.base)
    #expect(pieces.last?.frame?.type == 1005)
  }
}
