// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationAuthentication
import Testing

struct NavigationAuthenticatorTests {
  /// Four satellites send the eight blocks of the root key in two sub-frames.
  ///
  /// Tags of the first sub-frame have no data before them;
  /// of the five that follow, four have a sub-frame with their key after them. At full minutes there are five tags of ADKD 0 and 4, in
  /// between four: 4 × (4 + 5 + 4 + 5).
  @Test(arguments: [
    ("table 33, in test", UInt8(33), UInt8(0b01_01_001_0)), ("table 34", 34, 0b10_01_001_0),
  ])
  func verifiesWhatSatellitesSign(_ name: String, _ table: UInt8, _ header: UInt8) {
    var sky = SignedSky(SignedSky.Chain(start: SignedSky.start) { $0.table = table })
    sky.header = header
    sky.messages = [(3, sky.chain.rootMessage(header, by: SignedSky.key))]
    var listener = Listener()
    listener.hear(sky, count: 6)
    listener.finish()
    #expect(listener.tally.total.tagsVerified == 72 && listener.tally.total.tagsFailed == 0)
    #expect(listener.tally.keysVerified == 6 && listener.tally.rootKeysVerified == 1)
    // An ephemeris and the offsets of each.
    #expect(listener.tally.total.messagesAuthenticated == 8)
    // The third sub-frame ends a second after the 90th, and the first page began at the first.
    #expect(listener.tally.firstVerdict == 90)
    #expect(listener.status == .verified)
    #expect(listener.authenticator.standing == .inService(isTest: header >> 6 == 1))
  }

  /// Tags with a late key follow eleven sub-frames later.
  @Test func verifiesTagsWithALateKey() {
    let sky = SignedSky(SignedSky.Chain(start: SignedSky.start))
    var listener = Listener()
    listener.hear(sky, count: 12)
    listener.finish()
    #expect(!listener.tags.contains { $0.kind == .slowEphemeris })
    listener = Listener()
    listener.hear(sky, count: 14)
    listener.finish()
    // Of the second and the third sub-frame: ADKD 12 twice in the half minute, once in the full.
    #expect(listener.tags.count { $0.kind == .slowEphemeris } == 4 * 2 + 4 * 1)
    #expect(listener.wrongTags.isEmpty)
  }

  @Test(arguments: testTables.keys.sorted())
  func readsEveryTable(_ table: UInt8) {
    let slots = testTables[table]?.0.count ?? 0
    let tagBits = slots > 6 ? 20 : 40
    let sky = SignedSky(
      SignedSky.Chain(start: SignedSky.start) {
        ($0.table, $0.tagBits) = (table, tagBits)
        $0.keyBits = [4: 256, 5: 192, 10: 112][slots] ?? 128
      })
    var listener = Listener()
    listener.hear(sky, count: 4)
    listener.finish()
    let quick = { (row: [String]?) in row?.count { !$0.hasPrefix("12") } ?? 0 }
    let expected = 4 * (quick(testTables[table]?.1) + quick(testTables[table]?.0))
    #expect(listener.tags.count == expected && listener.wrongTags.isEmpty)
    #expect(listener.status == .verified)
  }

  @Test(
    arguments: [
      ("SHA3-256 and CMAC", UInt8(2), UInt8(1), 128, 40), ("192 bits", 0, 1, 192, 32),
      ("the longest keys", 0, 0, 256, 20), ("the shortest keys", 0, 0, 96, 24),
      ("odd sizes", 2, 0, 112, 28),
    ])
  func readsParametersThatNobodySendsToday(
    _ name: String, _ hash: UInt8, _ mac: UInt8, _ keyBits: Int, _ tagBits: Int
  ) {
    let sky = SignedSky(
      SignedSky.Chain(start: SignedSky.start) {
        ($0.hash, $0.mac, $0.keyBits, $0.tagBits, $0.table) = (hash, mac, keyBits, tagBits, 40)
      })
    var listener = Listener()
    listener.hear(sky, count: 5)
    listener.finish()
    #expect(listener.status == .verified && listener.tags.count == 4 * (3 + 3 + 3))
  }

  /// ADKD 4 is sent once a minute: two tags of 20 bits make what one of 40 does.
  @Test func needsFortyBitsOfTagsForAMessage() {
    let sky = SignedSky(
      SignedSky.Chain(start: SignedSky.start) { ($0.table, $0.tagBits) = (40, 20) })
    var listener = Listener()
    func timings() -> Int {
      listener.verdicts.count {
        if case .message(let message) = $0 { message.kind == .timing } else { false }
      }
    }
    listener.hear(sky, count: 5)
    listener.finish()
    #expect(listener.tags.count { $0.kind == .timing } == 4 && timings() == 0)
    listener = Listener()
    listener.hear(sky, count: 6)
    listener.finish()
    #expect(listener.tags.count { $0.kind == .timing } == 8 && timings() == 4)
  }

  @Test func verifiesNothingWithoutTheKeysThatSigned() {
    let sky = SignedSky(SignedSky.Chain(start: SignedSky.start), by: testKey(5))
    var listener = Listener()
    listener.hear(sky, count: 6)
    listener.finish()
    #expect(listener.status == .unknown && listener.verdicts.isEmpty)
  }

  @Test func callsASignatureOfAnotherKeyWrong() {
    var sky = SignedSky(SignedSky.Chain(start: SignedSky.start))
    let other = PublicKey(identifier: 2, curve: .p256, point: testKey(9).point)!
    sky.messages = [(3, sky.chain.rootMessage(sky.header, by: other))]
    var listener = Listener()
    listener.hear(sky, count: 6)
    listener.finish()
    #expect(listener.status == .failed && listener.tally.failures == [.rootKey])
    #expect(listener.tally.keysVerified == 0)
  }

  /// The keys of a forger do not lead to the root key.
  @Test func callsKeysOfAnotherChainWrong() {
    var sky = SignedSky(SignedSky.Chain(start: SignedSky.start))
    let root = sky.messages
    sky.chain = SignedSky.Chain(start: SignedSky.start) { $0.pattern[0] ^= 1 }
    sky.messages = root
    var listener = Listener()
    listener.hear(sky, count: 6)
    listener.finish()
    #expect(listener.tally.rootKeysVerified == 1 && listener.tally.keysVerified == 0)
    #expect(listener.tags.isEmpty && listener.tally.failures == [.key])
  }

  @Test func readsNothingOfPagesWithAWrongChecksum() {
    var listener = Listener()
    listener.hear(SignedSky(SignedSky.Chain(start: SignedSky.start)), count: 6) { page in
      var bytes = page.bytes
      bytes[1] ^= 0x10
      page = NavigationPage(satellite: page.satellite, bytes: bytes, start: page.start)!
    }
    listener.finish()
    #expect(listener.verdicts.isEmpty && listener.status == .unknown)
  }

  /// Only what the checksum does not cover may be anything: the tails, and the bits of another service.
  @Test func ignoresTheTails() {
    var listener = Listener()
    listener.hear(SignedSky(SignedSky.Chain(start: SignedSky.start)), count: 6) { page in
      var bytes = page.bytes
      bytes[14] |= 0x3F
      bytes[28] ^= 0x2B
      bytes[29] |= 0xFF
      page = NavigationPage(satellite: page.satellite, bytes: bytes, start: page.start)!
    }
    listener.finish()
    #expect(listener.tags.count == 72)
  }

  /// Half a minute late is too late for the keys, and ten minutes contradict the times in the words.
  @Test(arguments: [30, -30, 600, 604_800])
  func verifiesNothingAtAnotherTimeThanThePagesSay(_ seconds: Int) {
    var listener = Listener()
    listener.hear(SignedSky(SignedSky.Chain(start: SignedSky.start)), count: 14) { page in
      page.start = page.start.map { $0 + seconds }
    }
    listener.finish()
    #expect(listener.tags.isEmpty && listener.tally.keysVerified == 0)
    #expect(listener.tally.hasOtherTimes && listener.status == .unknown)
  }

  /// 15 s for quick tags, 165 s for those with a late key.
  @Test(
    arguments: [
      (Reception.live(margin: 14.9), true, true), (.live(margin: 15), false, true),
      (.live(margin: 164), false, true), (.live(margin: 166), false, false),
      (.undated, false, false),
    ])
  func judgesOnlyTagsThatCannotHaveBeenMadeLater(
    _ reception: Reception, _ quick: Bool, _ slow: Bool
  ) {
    var listener = Listener()
    listener.hear(SignedSky(SignedSky.Chain(start: SignedSky.start) { $0.table = 33 }), count: 16) {
      $0.reception = reception
    }
    listener.finish()
    #expect(listener.tags.contains { $0.kind != .slowEphemeris } == quick)
    #expect(listener.tags.contains { $0.kind == .slowEphemeris } == slow)
    #expect(listener.wrongTags.isEmpty)
  }

  /// Twice the same pages, and pages of an hour ago, prove nothing more.
  @Test func countsNothingTwice() {
    let sky = SignedSky(SignedSky.Chain(start: SignedSky.start))
    var listener = Listener()
    for index in 0..<6 {
      let pages = sky.pages(in: SignedSky.start + 30 * index)
      listener.hear(pages.flatMap { [$0, $0] })
    }
    listener.finish()
    let figures = listener.tally.total
    #expect(figures.tagsVerified == 72)
    listener.hear(sky, count: 6)
    listener.finish()
    #expect(listener.tally.total == figures && listener.tally.keysVerified == 6)
    #expect(listener.tally.rootKeysVerified == 1)
  }

  /// A page in the place of another one shows that its time is wrong: nothing that its satellite sent then counts.
  @Test func leavesASatelliteAsideOfWhichTwoPagesClaimOnePlace() {
    let sky = SignedSky(SignedSky.Chain(start: SignedSky.start))
    var listener = Listener()
    listener.hear(sky, count: 3)
    var pages = sky.pages(in: SignedSky.start + 90)
    var moved = pages[0]
    moved.start = pages[4].start
    pages.append(moved)
    listener.hear(pages)
    listener.hear(sky, from: SignedSky.start + 120, count: 2)
    listener.finish()
    #expect(!listener.tags.contains { $0.subframe == SignedSky.start + 90 && $0.sender == 2 })
    #expect(listener.tags.contains { $0.subframe == SignedSky.start + 90 && $0.sender == 7 })
    #expect(listener.wrongTags.isEmpty)
  }

  /// Tags cover what was sent before them, of one issue.
  @Test func followsChangesOfTheEphemeris() {
    var sky = SignedSky(SignedSky.Chain(start: SignedSky.start))
    sky.issues.append((SignedSky.start + 90, 8))
    var listener = Listener()
    listener.hear(sky, count: 7)
    listener.finish()
    #expect(listener.wrongTags.isEmpty)
    let issues = listener.verdicts.compactMap {
      if case .message(let message) = $0, message.kind == .ephemeris {
        message.issueOfData
      } else {
        nil as Int?
      }
    }
    #expect(issues.count { $0 == 7 } == 4 && issues.count { $0 == 8 } == 4)
  }

  /// With what an earlier run has kept, the first verdict needs no root key.
  @Test func continuesWithWhatWasKept() {
    var sky = SignedSky(SignedSky.Chain(start: SignedSky.start))
    var listener = Listener()
    listener.hear(sky, count: 3)
    listener.finish()
    let memory = listener.authenticator.memory
    #expect(memory.publicKeys == [SignedSky.key] && memory.chain != nil && !memory.isAlert)
    sky.messages = [(3, Array(repeating: 0, count: 13 * 8))]
    listener = Listener(memory: memory)
    listener.hear(sky, from: SignedSky.start + 600, count: 3)
    listener.finish()
    #expect(listener.status == .verified && listener.tally.rootKeysVerified == 0)
  }
}
