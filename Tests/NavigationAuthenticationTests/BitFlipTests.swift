// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationAuthentication
import Testing

/// Whatever bit of a satellite's sub-frame is changed, with the right checksum: what depends on it is never verified.
struct BitFlipTests {
  /// The sub-frame that is changed, at a full minute: after the root key, and with two more after it.
  private static let changed = SignedSky.start + 120
  private static let sky: SignedSky = {
    var sky = SignedSky(SignedSky.Chain(start: SignedSky.start))
    sky.satellites = [2, 11]
    return sky
  }()

  /// What is known before, the pages that are changed, and those after them.
  private struct Setting {
    var before = Listener()
    var pages: [NavigationPage]
    var after: [NavigationPage]

    init(changed: GalileoTime = BitFlipTests.changed) {
      pages = sky.pages(in: changed)
      after = (1...2).flatMap { sky.pages(in: changed + 30 * $0) }
      before.hear(sky, count: (changed - SignedSky.start) / 30)
    }

    func heard(_ change: (inout [NavigationPage]) -> Void = { _ in }) -> Listener {
      var (listener, pages) = (before, pages)
      change(&pages)
      listener.hear(pages)
      listener.hear(after)
      listener.finish()
      return listener
    }
  }

  /// The place of the page with each word, and the bits of it that tags cover.
  private static let words: [(type: Int, covered: Range<Int>)] = [
    (1, 6..<126), (2, 6..<126), (3, 6..<128), (4, 6..<126), (5, 6..<73), (6, 6..<105),
    (10, 86..<128),
  ]

  /// A word of ephemeris and clock, or of the times, whose tags follow at a full minute.
  @Test(arguments: [(DataKind.ephemeris, 120, 4), (.timing, 150, 1)])
  func neverVerifiesAChangedWord(_ kind: DataKind, _ time: Int, _ count: Int) throws {
    let setting = Setting(changed: SignedSky.start + time)
    let usual = setting.heard().tags
    let dependent = usual.filter {
      $0.subframe == SignedSky.start + time + 30 && $0.satellite == 2 && $0.kind.data == kind
    }
    #expect(dependent.count == count)
    for (type, covered) in Self.words where (type > 5) == (kind == .timing) {
      let place = try #require(SignedSky.order.firstIndex(of: type))
      // The type of the word, and the data.
      for bit in [0, 1, 2, 3, 4, 5] + Array(covered) {
        let heard = setting.heard {
          $0[2 * place] = $0[2 * place].flipping(bit < 112 ? 2 + bit : 10 + bit)
        }
        #expect(heard.tags.isSubset(of: usual.subtracting(dependent)), "word \(type), bit \(bit)")
      }
    }
  }

  @Test func neverVerifiesWhatAChangedSignatureVouchesFor() {
    let setting = Setting()
    let usual = setting.heard().tags
    let own = usual.filter { $0.subframe == Self.changed && $0.sender == 2 }
    #expect(own.count == 5)
    for place in 0..<15 {
      for bit in 0..<40 {
        let heard = setting.heard { $0[2 * place] = $0[2 * place].flipping(138 + bit) }
        let dependent = Self.dependent(place, bit, among: own)
        #expect(heard.tags.isSubset(of: usual.subtracting(dependent)), "page \(place), bit \(bit)")
      }
    }
  }

  /// The tags that must not be verified when a bit of a page's 40 is changed.
  private static func dependent(
    _ place: Int, _ bit: Int, among tags: Set<NavigationVerdict.Tag>
  ) -> Set<NavigationVerdict.Tag> {
    // The status in the header is signed with each tag.
    if place == 0 && bit < 2 { return tags }
    guard bit >= 8 else { return [] }
    let position = 32 * place + bit - 8
    let (entry, offset) = (position / 56, position % 56)
    guard entry < 6 else { return [] }
    // The cut-off point alone is not signed where the place of the tag is fixed.
    if offset >= 52 && entry != 1 { return [] }
    // The sequence code vouches for the second entry, whose place is flexible.
    return tags.filter {
      Int($0.counter) == entry + 1 && (entry > 0 || offset < 40)
        || $0.counter == 2 && entry == 0 && 40..<52 ~= offset
    }
  }

  /// A key of which a bit is changed is wrong, and the tags that it belongs to stay unknown unless another satellite sends it.
  @Test func neverVerifiesWithAChangedKey() {
    let setting = Setting()
    let (usual, keys) = (setting.heard().tags, setting.heard().tally.keysVerified)
    // The key is in bits 336 to 463.
    for position in 336..<464 {
      let heard = setting.heard { pages in
        for satellite in 0..<2 {
          let index = 2 * (position / 32) + satellite
          pages[index] = pages[index].flipping(146 + position % 32)
        }
      }
      #expect(heard.tally.failures == [.key], "bit \(position)")
      // The next key gives this one, too.
      #expect(heard.tags.isSubset(of: usual))
      #expect(heard.tally.keysVerified == keys - 1)
    }
  }

  @Test func neverTrustsAChangedRootKeyOrTree() {
    let key = testKey(2)
    let tree = Tree([1: Tree.leaf(key)])
    let anchors = TrustAnchors(roots: [MerkleRoot(hash: tree.root)!], publicKeys: [])
    var sky = Self.sky
    let messages = [
      (12 as UInt8, tree.message(1)), (3 as UInt8, sky.chain.rootMessage(sky.header, by: key)),
    ]
    sky.satellites = [2, 7, 11, 30]
    var known: [[UInt8]: [NavigationPage]] = [:]
    func heard(_ messages: [(UInt8, [UInt8])]) -> Listener {
      sky.messages = messages.map { (number: $0.0, bytes: $0.1) }
      var listener = Listener(anchors)
      for index in 0..<8 {
        // The blocks alone: no words, no tags.
        let time = SignedSky.start + 30 * index
        for satellite in sky.satellites {
          let block = sky.hkroot(of: satellite, in: time)
          let name = [UInt8(index), UInt8(satellite)] + block
          let pages =
            known[name]
            ?? block.indices.map { place in
              page(
                satellite, sky.word(0, of: satellite, at: time), Bits([block[place], 1, 1, 1, 1]),
                at: time + 2 * place + 1)
            }
          known[name] = pages
          listener.hear(pages)
        }
      }
      listener.finish()
      return listener
    }
    #expect(heard(messages).tally.rootKeysVerified == 1)
    // One bit in each byte, at all eight places in turn.
    for index in messages[0].1.indices {
      var changed = messages
      changed[0].1[index] ^= 1 << UInt8(index % 8)
      let listener = heard(changed)
      #expect(listener.tally.rootKeysVerified == 0, "byte \(index) of the public key")
    }
    for index in messages[1].1.indices {
      var changed = messages
      changed[1].1[index] ^= 1 << UInt8(index % 8)
      #expect(heard(changed).tally.rootKeysVerified == 0, "byte \(index) of the root key")
    }
  }
}
