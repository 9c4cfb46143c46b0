// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Testing
import UBX

@testable import NavigationTrust

struct ReceiverWordTests {
  private var word = ReceiverWord()

  private mutating func receive(
    _ kind: FrameKind, size: Int, _ bytes: [(place: Int, value: UInt8)] = []
  ) {
    var payload = [UInt8](repeating: 0, count: size)
    for (place, value) in bytes { payload[place] = value }
    word.received(kind, payload.span.bytes)
  }

  /// Bits 13 and 14 of the flags in bytes 78 and 79.
  private mutating func receiveSolution(_ flags: UInt8) {
    receive(NAVPVT.kind, size: 92, [(79, flags)])
  }

  @Test mutating func saysNothingForReceiversWithoutTheFeature() {
    receiveSolution(0)
    receive(NAVSIG.kind, size: 24, [(5, 1)])
    #expect(word.report == nil)
  }

  @Test mutating func repeatsWhatTheSolutionSays() {
    receiveSolution(0b0110_0000)
    #expect(word.report?.isTimeAuthenticated == true && word.report?.isFixAuthenticated == true)
    #expect(word.report?.satellitesAuthenticated == nil)
    // From then on, zeros mean something.
    receiveSolution(0b0010_0000)
    #expect(word.report?.isTimeAuthenticated == true && word.report?.isFixAuthenticated == false)
  }

  @Test mutating func countsTheSatellitesThatTheReceiverLists() {
    // Two satellites, one of them authentic.
    receive(SECOSNMA.kind, size: 28, [(2, 1), (16, 2), (21, 0x80), (22, 5), (26, 11)])
    #expect(word.report?.satellitesAuthenticated == 1)
    receiveSolution(0)
    #expect(word.report?.isFixAuthenticated == false)
    // It has been turned off.
    receive(SECOSNMA.kind, size: 20)
    #expect(word.report == nil)
  }

  @Test mutating func countsTheSatellitesOfSignalsOnce() {
    // Two signals of E05 and one of E11, of which one is authentic.
    receive(
      NAVSIG.kind, size: 8 + 48,
      [(5, 3), (9, 5), (19, 2), (25, 5), (35, 2), (41, 11)])
    #expect(word.report?.satellitesAuthenticated == 1)
    receive(NAVSIG.kind, size: 8 + 16, [(5, 1), (9, 5)])
    #expect(word.report?.satellitesAuthenticated == 0)
  }
}
