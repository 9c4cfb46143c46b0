// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import NMEA0183
import Testing

@Suite struct DefectsTests {
  static let all = with(Defects()) {
    $0.checksumMismatches = 1
    $0.missingChecksums = 2
    $0.brokenSentences = 4
    $0.oversizedSentences = 8
    $0.malformedAddresses = 16
    $0.unreadableSentences = 32
    $0.damagedTagBlocks = 64
    $0.unreadableFields = 128
    $0.noiseBytes = 256
    $0.lateInstants = 512
  }

  @Test func sentencesAreThoseThatWereDropped() {
    // Neither TAG blocks nor fields nor noise: 1 + 2 + 4 + 8 + 16 + 32.
    #expect(Self.all.sentences == 63)
    #expect(Defects().sentences == 0)
  }

  @Test func isEmptyOnlyWhenNothingWasDropped() {
    #expect(Defects().isEmpty)
    #expect(!Self.all.isEmpty)
    #expect(!with(Defects()) { $0.noiseBytes = 1 }.isEmpty)
  }

  @Test func survivesCoding() throws {
    let data = try JSONEncoder().encode(Self.all)
    #expect(try JSONDecoder().decode(Defects.self, from: data) == Self.all)
  }
}
