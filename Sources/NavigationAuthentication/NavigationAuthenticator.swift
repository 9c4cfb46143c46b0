// Core Location for Linux. SPDX-License-Identifier: MIT

/// Finds out whether the navigation messages that one receiver passes on are Galileo's (OSNMA).
///
/// Satellites send tags for what they and their neighbors have sent, and the key of these tags half a minute or more later. A key
/// is hashed to give the one before it, down to a root key, which is signed; and the key of that signature is a leaf of a Merkle
/// tree, whose root is a ``TrustAnchors``.
///
/// It is a machine: pages in, verdicts out. Nothing is kept for longer than 20 minutes except what is proven.
package struct NavigationAuthenticator: Sendable {
  package typealias Effects = [NavigationVerdict]

  private let cryptography: any NavigationCryptography
  private var authority: SignatureAuthority
  private var gatherer = SubframeGatherer()
  private var judge = TagJudge()

  /// - Parameter memory: What an earlier run has kept.
  package init(
    _ anchors: TrustAnchors, memory: AuthenticationMemory = AuthenticationMemory(),
    cryptography: any NavigationCryptography
  ) {
    self.cryptography = cryptography
    authority = SignatureAuthority(anchors, memory)
  }

  package var standing: SignatureStanding { authority.standing }

  /// What is worth keeping while the program does not run.
  package var memory: AuthenticationMemory {
    var memory = AuthenticationMemory()
    memory.publicKeys = authority.publicKeys
    memory.retiredKeys = authority.retiredKeys
    memory.revokedChains = authority.revokedChains
    memory.isAlert = authority.standing == .alert
    if authority.isInService { memory.chain = authority.chains.inForce }
    memory.isTest = authority.standing == .inService(isTest: true)
    return memory
  }

  /// Reads a page; those with a wrong checksum, without a time or with filling are ignored.
  ///
  /// Pages come in the order of their times. An earlier sub-frame than the last one means that the receiver, or its clock, has
  /// started over.
  package mutating func consume(_ page: NavigationPage, into effects: inout Effects) {
    guard let start = page.start, page.isWhole, !page.word.isFilling, start.subframe != last
    else { return }
    if let current = gatherer.subframe ?? last, start.subframe < current {
      startOver()
    } else {
      endSubframe(before: start, into: &effects)
    }
    gatherer.add(page, start: start)
  }

  /// Ends the sub-frame whose pages have all been received by now.
  package mutating func elapse(to time: GalileoTime, into effects: inout Effects) {
    endSubframe(before: time - NavigationPage.duration, into: &effects)
  }

  /// Ends the last sub-frame of a recording.
  package mutating func finish(into effects: inout Effects) {
    guard let subframe = gatherer.subframe else { return }
    endSubframe(before: subframe + GalileoTime.subframe, into: &effects)
  }

  /// The sub-frame that has been judged last.
  private var last: GalileoTime?

  private mutating func startOver() {
    (gatherer, last) = (SubframeGatherer(), nil)
    authority.startOver()
    judge.startOver()
  }

  /// - Parameter time: When a page begins.
  private mutating func endSubframe(before time: GalileoTime, into effects: inout Effects) {
    guard let subframe = gatherer.subframe, subframe < time.subframe else { return }
    for satellite in gatherer.satellitesWithOtherTime {
      effects.append(.otherTime(subframe: subframe, satellite: satellite))
    }
    let satellites = gatherer.take()
    last = subframe
    let wasInService = authority.isInService
    authority.add(satellites.compactMap(\.block), in: subframe, cryptography, into: &effects)
    if wasInService && !authority.isInService { judge.forget() }
    judge.add(satellites, in: subframe)
    guard authority.isInService else { return }
    // The last page ends a second after the sub-frame.
    judge.judge(
      &authority, cryptography, at: subframe + GalileoTime.subframe + 1, into: &effects)
  }
}

/// What is worth keeping while a program does not run.
package struct AuthenticationMemory: Hashable, Sendable {
  /// The public keys in force, from the sky or from the anchors.
  package var publicKeys: [PublicKey] = []
  /// Keys that must not be used any more, although the anchors may contain them.
  package var retiredKeys: [PublicKey] = []
  /// The chain in force, with its newest key.
  package var chain: KeyChain?
  /// Whether the newest signed header said "test".
  package var isTest = false
  package var revokedChains: [ChainParameters] = []
  /// Whether an alert stands.
  package var isAlert = false

  package init() {}
}
