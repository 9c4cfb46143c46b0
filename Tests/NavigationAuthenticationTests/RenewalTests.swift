// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationAuthentication
import Testing

/// What Galileo does when it replaces keys and chains, as in the test vectors of its Receiver Guidelines 1.3, annex B.
struct RenewalTests {
  /// When the next chain begins: root keys apply from a whole hour on.
  private let change = SignedSky.start + 3600
  private let first = SignedSky.Chain(start: SignedSky.start)
  private var second: SignedSky.Chain {
    SignedSky.Chain(start: change) { ($0.identifier, $0.pattern) = (2, [9, 8, 7, 6, 5, 4]) }
  }

  /// A sky in which both chains are in use, one after the other.
  private func sky(_ header: UInt8, _ messages: [(UInt8, [UInt8])]) -> SignedSky {
    var sky = SignedSky(first)
    (sky.header, sky.following, sky.messages) = (header, second, messages)
    return sky
  }

  private func expectOrdinary(_ listener: Listener, _ location: SourceLocation = #_sourceLocation) {
    #expect(listener.wrongTags.isEmpty, sourceLocation: location)
    #expect(listener.tally.failures.isEmpty, sourceLocation: location)
  }

  /// As in configuration 2: only the root of the tree is known.
  @Test func receivesThePublicKeyFromTheSky() {
    let key = testKey(2)
    let tree = Tree([1: Tree.leaf(key)])
    var sky = SignedSky(first)
    sky.messages = [(12, tree.message(1)), (3, first.rootMessage(sky.header, by: key))]
    var listener = Listener(
      TrustAnchors(roots: [MerkleRoot(hash: tree.root)!], publicKeys: []))
    listener.hear(sky, count: 12)
    listener.finish()
    expectOrdinary(listener)
    #expect(listener.verdicts.first == .publicKey(key))
    #expect(listener.status == .verified && listener.tally.rootKeysVerified == 1)
    // What was received before the keys is judged, too: eleven sub-frames have data before them, ten of them a key after them.
    #expect(Set(listener.tags.map(\.subframe)).count == 10)
  }

  /// As in step 2 of the end of a chain: the root keys of both chains come first.
  @Test func followsTheNextChain() {
    let ending: UInt8 = 0b10_01_010_0
    let before = sky(
      ending,
      [
        (3, second.rootMessage(ending, by: SignedSky.key)),
        (4, first.rootMessage(ending, by: SignedSky.key)),
      ])
    let nominal: UInt8 = 0b10_10_001_0
    let after = sky(nominal, [(5, second.rootMessage(nominal, by: SignedSky.key))])
    var listener = Listener()
    listener.hear(before, from: change - 240, count: 8)
    listener.hear(after, from: change, count: 4)
    listener.finish()
    expectOrdinary(listener)
    #expect(listener.tally.rootKeysVerified == 3 && listener.tally.keysVerified == 12)
    #expect(listener.tags.contains { $0.subframe < change - 30 })
    #expect(listener.tags.contains { $0.subframe >= change })
    // The keys of the last tags of the first chain belong to the second.
    #expect(!listener.tags.contains { $0.subframe == change - 30 })
    #expect(listener.status == .verified)
  }

  /// As in both steps of a revocation: don't use, until the next chain is in force; the revoked one never is again.
  @Test func neverReturnsToARevokedChain() {
    let nominal: UInt8 = 0b10_01_001_0
    let revoked: UInt8 = 0b11_01_011_0
    let renewed: UInt8 = 0b10_10_011_0
    let before = sky(nominal, [(3, first.rootMessage(nominal, by: SignedSky.key))])
    let during = sky(revoked, [(4, second.rootMessage(revoked, by: SignedSky.key))])
    let after = sky(renewed, [(5, second.rootMessage(renewed, by: SignedSky.key))])
    var listener = Listener()
    listener.hear(before, from: change - 360, count: 4)
    listener.hear(during, from: change - 240, count: 8)
    let tags = listener.tags
    #expect(!tags.isEmpty && !tags.contains { $0.subframe >= change - 240 })
    #expect(listener.authenticator.standing == .doNotUse && listener.status == .unknown)
    listener.hear(after, from: change, count: 4)
    #expect(listener.tags.contains { $0.subframe >= change } && listener.status == .verified)
    // A recording from before: who has broken the chain can sign with it.
    var replayed = before
    replayed.following = nil
    let count = listener.tags.count
    listener.hear(replayed, from: change + 120, count: 4)
    listener.finish()
    #expect(
      listener.tags.count { $0.subframe >= change + 120 } == 0 && listener.tags.count >= count)
    #expect(listener.authenticator.memory.chain?.parameters.identifier == 2)
  }

  /// As in step 2 of a new public key.
  @Test func retiresThePublicKeyThatWasReplaced() {
    let new = testKey(8)
    let tree = Tree([1: Tree.leaf(SignedSky.key), 2: Tree.leaf(new)])
    let header: UInt8 = 0b10_01_100_0
    var before = SignedSky(first)
    (before.header, before.messages) = (
      header, [(12, tree.message(2)), (3, first.rootMessage(header, by: SignedSky.key))]
    )
    var after = before
    after.messages = [(4, first.rootMessage(header, by: new))]
    var listener = Listener(
      TrustAnchors(roots: [MerkleRoot(hash: tree.root)!], publicKeys: [SignedSky.key]))
    listener.hear(before, count: 8)
    #expect(listener.authenticator.memory.publicKeys == [SignedSky.key, new])
    listener.hear(after, from: SignedSky.start + 240, count: 4)
    listener.finish()
    expectOrdinary(listener)
    #expect(listener.tally.rootKeysVerified == 2 && listener.status == .verified)
    let memory = listener.authenticator.memory
    #expect(memory.publicKeys == [new] && memory.retiredKeys == [SignedSky.key])
    // What is shipped with a program does not bring it back.
    var restarted = Listener(
      TrustAnchors(roots: [MerkleRoot(hash: tree.root)!], publicKeys: [SignedSky.key]),
      memory: memory)
    restarted.hear(SignedSky(first), from: SignedSky.start + 360, count: 4)
    restarted.finish()
    #expect(restarted.tally.rootKeysVerified == 0)
  }

  /// The number of a key may return with another key: what the old one signed does not count for it.
  @Test func doesNotTakeTheSignaturesOfARetiredKeyForThoseOfItsSuccessor() throws {
    let new = try #require(
      PublicKey(identifier: SignedSky.key.identifier, curve: .p256, point: testKey(8).point))
    let tree = Tree([2: Tree.leaf(new)])
    func sky(_ header: UInt8, _ messages: [(UInt8, [UInt8])]) -> SignedSky {
      var sky = SignedSky(first)
      (sky.header, sky.messages) = (header, messages)
      return sky
    }
    let (stop, renewal): (UInt8, UInt8) = (0b11_01_001_0, 0b10_01_100_0)
    let stopped = sky(stop, [(3, first.rootMessage(stop, by: SignedSky.key))])
    var listener = Listener(
      TrustAnchors(roots: [MerkleRoot(hash: tree.root)!], publicKeys: [SignedSky.key]))
    listener.hear(stopped, count: 4)
    #expect(listener.authenticator.standing == .doNotUse)
    listener.hear(
      sky(renewal, [(12, tree.message(2)), (4, first.rootMessage(renewal, by: SignedSky.key))]),
      from: SignedSky.start + 120, count: 8)
    listener.hear(
      sky(renewal, [(5, first.rootMessage(renewal, by: new))]), from: SignedSky.start + 360,
      count: 4)
    #expect(listener.authenticator.memory.retiredKeys == [SignedSky.key])
    listener.hear(stopped, from: SignedSky.start + 480, count: 4)
    #expect(listener.authenticator.standing == .inService(isTest: false))
  }

  /// As in both steps of a revoked public key; the new one is of P-521.
  @Test func followsAPublicKeyOfTheOtherCurve() {
    let new = testKey(9, .p521)
    let tree = Tree([8: Tree.leaf(new)])
    let revoked: UInt8 = 0b11_01_101_0
    let renewed: UInt8 = 0b10_10_101_0
    let during = sky(revoked, [(12, tree.message(8)), (3, second.rootMessage(revoked, by: new))])
    let after = sky(renewed, [(4, second.rootMessage(renewed, by: new))])
    var listener = Listener(
      TrustAnchors(roots: [MerkleRoot(hash: tree.root)!], publicKeys: [SignedSky.key]))
    listener.hear(during, from: change - 240, count: 8)
    #expect(listener.tags.isEmpty && listener.authenticator.standing == .doNotUse)
    listener.hear(after, from: change, count: 6)
    listener.finish()
    expectOrdinary(listener)
    #expect(listener.tally.rootKeysVerified == 2 && listener.status == .verified)
    // Nothing from before is judged, and everything since.
    #expect(Set(listener.tags.map(\.subframe)) == Set((0..<5).map { change + 30 * $0 }))
  }

  /// As in step 2 of a new tree: the folder has both.
  @Test func followsANewTree() {
    let new = testKey(1)
    let tree = Tree([0: Tree.leaf(new)], seed: 1)
    let header: UInt8 = 0b10_01_110_0
    var before = SignedSky(first)
    (before.header, before.messages) = (
      header, [(12, tree.message(0)), (3, first.rootMessage(header, by: SignedSky.key))]
    )
    var after = before
    after.messages = [(4, first.rootMessage(header, by: new))]
    for isKnown in [true, false] {
      var anchors = SignedSky.anchors
      if isKnown { anchors.roots.append(MerkleRoot(hash: tree.root)!) }
      var listener = Listener(anchors)
      listener.hear(before, count: 8)
      listener.hear(after, from: SignedSky.start + 240, count: 4)
      listener.finish()
      expectOrdinary(listener)
      #expect(listener.tally.rootKeysVerified == (isKnown ? 2 : 1))
      #expect(listener.status == .verified)
    }
  }

  @Test func callsAPublicKeyOfAForeignTreeWrong() {
    var sky = SignedSky(first)
    sky.messages.append((12, Tree([0: Tree.leaf(testKey(1))], seed: 1).message(0)))
    var listener = Listener()
    listener.hear(sky, count: 8)
    listener.finish()
    #expect(listener.tally.failures == [.publicKey])
    #expect(listener.authenticator.memory.publicKeys == [SignedSky.key])
  }

  /// As in step 1 of an alert, which survives a restart.
  @Test func trustsNothingAfterAnAlert() {
    let alert = Tree([15: [0x40] + Array(repeating: 0xAA, count: 39)])
    let anchors = TrustAnchors(
      roots: [MerkleRoot(hash: alert.root)!], publicKeys: [SignedSky.key])
    let header: UInt8 = 0b11_01_111_0
    var after = SignedSky(first)
    (after.header, after.messages) = (header, [(13, alert.message(15))])
    var listener = Listener(anchors)
    listener.hear(SignedSky(first), count: 4)
    listener.hear(after, from: SignedSky.start + 120, count: 4)
    #expect(listener.verdicts.contains(.alert) && listener.status == .unknown)
    let tags = listener.tags
    listener.hear(SignedSky(first), from: SignedSky.start + 240, count: 4)
    listener.finish()
    #expect(!tags.isEmpty && listener.tags == tags)
    let memory = listener.authenticator.memory
    #expect(memory.isAlert && memory.publicKeys.isEmpty && memory.chain == nil)
    var restarted = Listener(anchors, memory: memory)
    restarted.hear(SignedSky(first), from: SignedSky.start + 360, count: 6)
    restarted.finish()
    #expect(restarted.tags.isEmpty && restarted.authenticator.standing == .alert)
  }

  @Test func ignoresAnAlertOfAForeignTree() {
    var sky = SignedSky(first)
    let alert = Tree([15: [0x40] + Array(repeating: 0xAA, count: 39)], seed: 3)
    sky.messages.append((13, alert.message(15)))
    var listener = Listener()
    listener.hear(sky, count: 8)
    listener.finish()
    #expect(listener.status == .verified && !listener.verdicts.contains(.alert))
  }

  /// An unsigned header of one satellite must not blind a receiver to the others.
  @Test func judgesTheOthersWhereOneSaysNotToUseThem() {
    let sky = SignedSky(first)
    var listener = Listener()
    listener.hear(sky, count: 3)
    listener.hear(sky, from: SignedSky.start + 90, count: 3) { page in
      let place = page.start.map { ($0 - $0.subframe) / 2 }
      // NMAS 10 becomes 11.
      if page.satellite == 2 && place == 0 { page = page.flipping(139) }
    }
    listener.finish()
    #expect(!listener.tags.contains { $0.sender == 2 && $0.subframe >= SignedSky.start + 90 })
    #expect(listener.tags.contains { $0.sender == 7 && $0.subframe >= SignedSky.start + 90 })
    #expect(listener.wrongTags.isEmpty)
  }

  /// With their padding, root keys of two hours under one number give themselves away.
  @Test func neverJoinsTheBlocksOfTwoMessages() {
    var other = first
    other.pattern = [7, 7, 7, 7, 7, 7]
    var sky = SignedSky(first)
    let (one, two) = (sky.messages[0].bytes, other.rootMessage(sky.header, by: SignedSky.key))
    sky.messages = [(3, one.prefix(52) + two.suffix(52))]
    var listener = Listener()
    listener.hear(sky, count: 4)
    listener.finish()
    #expect(listener.tally.failures.isEmpty && listener.tally.rootKeysVerified == 0)
  }
}
