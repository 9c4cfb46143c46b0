// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationAuthentication
import Testing

@testable import NavigationTrust

struct AuthenticationLedgerTests {
  private let start = GalileoTime(week: 1385, timeOfWeek: 43_200)
  private var ledger = AuthenticationLedger()

  init() { ledger.elapse(to: start + 60) }

  private func tag(
    _ subframe: Int, from sender: Int, of satellite: Int, kind: TagKind = .ephemeris
  ) -> NavigationVerdict.Tag {
    .init(
      subframe: start + 30 * subframe, sender: sender, counter: 1, satellite: satellite, kind: kind)
  }

  private mutating func add(
    wrong tags: [(subframe: Int, sender: Int, satellite: Int)], isInService: Bool = true
  ) {
    for (subframe, sender, satellite) in tags {
      ledger.received(
        .tag(tag(subframe, from: sender, of: satellite), isRight: false), isInService: isInService)
    }
  }

  @Test mutating func countsASatelliteForTenMinutesAfterATagThatWasRight() {
    ledger.received(.tag(tag(0, from: 2, of: 8), isRight: true), isInService: true)
    #expect(ledger.isSigned(8) && !ledger.isSigned(2))
    ledger.elapse(to: start + 600)
    #expect(ledger.isSigned(8))
    ledger.elapse(to: start + 601)
    #expect(!ledger.isSigned(8))
  }

  @Test mutating func countsNoSatelliteForItsTimingAlone() {
    ledger.received(.tag(tag(0, from: 8, of: 8, kind: .timing), isRight: true), isInService: true)
    #expect(!ledger.isSigned(8))
    ledger.received(
      .tag(tag(0, from: 8, of: 8, kind: .slowEphemeris), isRight: true), isInService: true)
    #expect(ledger.isSigned(8))
  }

  @Test mutating func doesNotCountASatelliteWhoseLastTagWasWrong() {
    ledger.received(.tag(tag(0, from: 2, of: 8), isRight: true), isInService: true)
    add(wrong: [(1, 3, 8)])
    #expect(!ledger.isSigned(8) && !ledger.isForged)
    ledger.received(.tag(tag(2, from: 2, of: 8), isRight: true), isInService: true)
    #expect(ledger.isSigned(8))
  }

  @Test(
    arguments: [
      (
        "a satellite changes a word: three tags in one sub-frame",
        [(0, 8, 8), (0, 2, 8), (0, 3, 8)], false
      ),
      ("four tags in one sub-frame", [(0, 8, 8), (0, 2, 8), (0, 3, 8), (0, 5, 8)], false),
      (
        "four tags of one satellite for itself", [(0, 8, 8), (1, 8, 8), (2, 8, 8), (3, 8, 8)], false
      ),
      ("one satellite's data, for several", [(0, 8, 8), (0, 2, 8), (1, 8, 8), (1, 2, 8)], true),
      ("several satellites' data", [(0, 2, 2), (0, 8, 8), (1, 2, 2), (1, 8, 8)], true),
      ("three tags", [(0, 2, 2), (1, 8, 8), (2, 3, 3)], false),
      ("tags that lie far apart", [(0, 2, 2), (0, 8, 8), (0, 3, 3), (21, 8, 8)], false),
    ] as [(name: String, tags: [(subframe: Int, sender: Int, satellite: Int)], isForged: Bool)])
  mutating func needsSeveralWrongTagsOfSeveralSatellites(
    name: String, tags: [(subframe: Int, sender: Int, satellite: Int)], isForged: Bool
  ) {
    add(wrong: tags)
    #expect(ledger.isForged == isForged, "\(name)")
  }

  @Test mutating func reportsAForgeryForTenMinutes() {
    ledger.received(.wrongKey(subframe: start, sender: 5), isInService: true)
    #expect(ledger.isForged)
    ledger.elapse(to: start + 660)
    #expect(ledger.isForged)
    ledger.elapse(to: start + 661)
    #expect(!ledger.isForged)
  }

  @Test mutating func doesNotForgetAForgeryWhenTheTimeGoesBack() {
    ledger.received(.tag(tag(0, from: 2, of: 8), isRight: true), isInService: true)
    ledger.received(.wrongKey(subframe: start, sender: 5), isInService: true)
    ledger.elapse(to: start - 86_400)
    #expect(ledger.isForged && !ledger.isSigned(8))
  }

  /// A program that was not updated before Galileo replaced its tree sees keys that belong to another one.
  @Test mutating func takesAForeignPublicKeyForAForgeryOnlyOnceSomethingIsVerified() throws {
    let key = try #require(
      PublicKey(identifier: 3, curve: .p256, point: [2] + [UInt8](repeating: 1, count: 32)))
    ledger.received(.wrongPublicKey(key), isInService: false)
    #expect(!ledger.isForged)
    ledger.received(.wrongPublicKey(key), isInService: true)
    #expect(ledger.isForged)
  }

  @Test mutating func keepsItsMemoryBoundedWhateverIsSent() {
    for number in 0..<10_000 { add(wrong: [(number, number % 36 + 1, number % 35 + 1)]) }
    #expect(MemoryLayout.size(ofValue: ledger) < 200)
  }
}
