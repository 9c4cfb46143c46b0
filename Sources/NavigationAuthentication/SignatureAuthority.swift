// Core Location for Linux. SPDX-License-Identifier: MIT

/// Decides which public keys, chains and headers are Galileo's: from the root of the Merkle tree down to a root key.
///
/// Source: OSNMA SIS ICD 1.1, sections 3.1, 3.2, 5 and 6.2 to 6.4.
struct SignatureAuthority: Sendable {
  private let roots: [MerkleRoot]
  private(set) var publicKeys: [PublicKey]
  /// Keys that have been replaced or revoked, although they may be among what a program ships with.
  private(set) var retiredKeys: [PublicKey]
  private(set) var standing: SignatureStanding
  /// The chain in force, and one that a signed header has announced.
  private(set) var chains: (inForce: KeyChain?, next: KeyChain?)
  private(set) var revokedChains: [ChainParameters]

  private var collector = MessageCollector()
  /// Root keys with their headers whose signatures have been checked: hashes, the newest last.
  private var judged: [(digest: [UInt8], signer: PublicKey?)] = []

  /// The most results of checked signatures that are kept.
  private static let mostJudged = 64
  /// The most keys and chains of which it is known that they must not be used again.
  private static let mostRevoked = 16

  init(_ anchors: TrustAnchors, _ memory: AuthenticationMemory) {
    roots = anchors.roots
    retiredKeys = memory.retiredKeys
    publicKeys = anchors.publicKeys.filter { !memory.retiredKeys.contains($0) }
    for key in memory.publicKeys where !publicKeys.contains(key) { publicKeys.append(key) }
    standing = memory.isAlert ? .alert : .unsigned
    revokedChains = memory.revokedChains
    chains = (nil, nil)
    if let chain = memory.chain, !memory.isAlert {
      chains.inForce = chain
      standing = memory.isTest ? .inService(isTest: true) : .inService(isTest: false)
    }
  }

  /// Forgets what belongs to a time: a receiver, or its clock, has started over.
  mutating func startOver() {
    (collector, judged, chains) = (MessageCollector(), [], (nil, nil))
    if standing != .alert { standing = .unsigned }
  }

  /// Whether tags and keys may be judged.
  var isInService: Bool {
    if case .inService = standing { true } else { false }
  }

  /// Adds what the satellites have sent in a sub-frame.
  mutating func add(
    _ blocks: [MessageBlock], in subframe: GalileoTime, _ cryptography: any NavigationCryptography,
    into effects: inout [NavigationVerdict]
  ) {
    var valid: [SignedRoot] = []
    for block in blocks where standing != .alert {
      guard let message = collector.add(block) else { continue }
      if message.isPublicKey {
        if !addPublicKey(message, cryptography, into: &effects) { collector.discard(block) }
        continue
      }
      switch judgeRootKey(message, subframe, cryptography, into: &effects) {
      case .valid(let root): if !valid.contains(root) { valid.append(root) }
      case .open: break
      case .mixed: collector.discard(block)
      }
    }
    guard standing != .alert else { return }
    // A sub-frame with headers that contradict each other ends with the more careful one.
    for root in valid.filter(\.header.isInService) + valid.filter({ !$0.header.isInService }) {
      apply(root, cryptography)
    }
  }

  // MARK: Public keys

  /// - Returns: Whether the blocks belong to one message.
  private mutating func addPublicKey(
    _ whole: WholeMessage, _ cryptography: any NavigationCryptography,
    into effects: inout [NavigationVerdict]
  ) -> Bool {
    guard let message = PublicKeyMessage(whole), let root = message.leaf.root(cryptography),
      message.isOneMessage(root, cryptography)
    else { return false }
    let isTrusted = roots.contains(root)
    switch message.content {
    case .alert:
      // Without padding, nothing but the tree shows that its blocks belong together.
      guard isTrusted else { return false }
      standing = .alert
      (chains, publicKeys) = ((nil, nil), [])
      effects.append(.alert)
    case .key(let key) where isTrusted:
      guard !publicKeys.contains(key), !retiredKeys.contains(key) else { break }
      publicKeys.append(key)
      // A root key that fitted none of the keys of its number may fit this one.
      judged.removeAll { $0.signer == nil }
      effects.append(.publicKey(key))
    case .key(let key):
      if whole.header.renewal != .newMerkleTree { effects.append(.wrongPublicKey(key)) }
    }
    return true
  }

  // MARK: Root keys

  /// A root key with the header that is signed with it.
  private struct SignedRoot: Hashable {
    var header: NMAHeader
    var parameters: ChainParameters
    var key: KeyChain.Key
    var signer: PublicKey
  }

  private enum RootJudgment {
    case valid(SignedRoot)
    /// Its signature is wrong, or nobody can tell.
    case open
    /// Its blocks belong to different messages.
    case mixed
  }

  private mutating func judgeRootKey(
    _ whole: WholeMessage, _ subframe: GalileoTime, _ cryptography: any NavigationCryptography,
    into effects: inout [NavigationVerdict]
  ) -> RootJudgment {
    guard let message = RootKeyMessage(whole, near: subframe),
      // One of long ago is sent by somebody who has recorded it.
      abs(message.subframe - subframe) <= KeyChain.farthest * GalileoTime.subframe
    else { return .open }
    let held = publicKeys.filter { $0.identifier == message.publicKey }
    let candidates = held.filter { message.isOneMessage($0.curve, cryptography) }
    guard !candidates.isEmpty else { return held.isEmpty ? .open : .mixed }
    let key = KeyChain.Key(subframe: message.subframe, bytes: message.key)
    let digest = cryptography.sha256([whole.header.rawValue] + whole.bytes)
    if let known = judged.first(where: { $0.digest == digest }) {
      guard let signer = known.signer, held.contains(signer) else { return .open }
      return .valid(
        SignedRoot(
          header: whole.header, parameters: message.parameters, key: key, signer: signer))
    }
    let signer = candidates.first { key in
      message.signature(key.curve).map {
        cryptography.isValid($0, of: message.signed, by: key)
      } ?? false
    }
    judged.append((digest, signer))
    if judged.count > Self.mostJudged { judged.removeFirst() }
    guard let signer else {
      effects.append(.wrongRootKey(whole.header, publicKey: message.publicKey))
      return .open
    }
    effects.append(
      .rootKey(whole.header, message.parameters, key, publicKey: signer.identifier))
    return .valid(
      SignedRoot(header: whole.header, parameters: message.parameters, key: key, signer: signer))
  }

  /// Takes over what a signed header and root key say.
  private mutating func apply(_ root: SignedRoot, _ cryptography: any NavigationCryptography) {
    let header = root.header
    guard !revokedChains.contains(root.parameters) else { return }
    switch header.status {
    case .reserved: return
    case .doNotUse:
      standing = .doNotUse
      if let chain = chains.inForce, chain.parameters.identifier == header.chain {
        if header.renewal == .chainRevoked { revoke(chain.parameters) }
        chains.inForce = nil
      }
    case .operational, .test: standing = .inService(isTest: header.status == .test)
    }
    let announced = KeyChain(root.parameters, key: root.key)
    if header.isInService && root.parameters.identifier == header.chain {
      if chains.next?.parameters == root.parameters { chains = (chains.next, nil) }
      chains.inForce = joined(chains.inForce, announced, cryptography)
    } else if root.parameters.identifier != header.chain {
      chains.next = joined(chains.next, announced, cryptography)
    }
    retireKeys(before: root.signer, header.renewal)
  }

  /// Returns the chain that is known if a root key belongs to it, else the one that begins with the root key.
  private func joined(
    _ known: KeyChain?, _ announced: KeyChain, _ cryptography: any NavigationCryptography
  ) -> KeyChain {
    guard var chain = known, chain.parameters == announced.parameters,
      chain.contains(announced.newest, cryptography) == true
    else { return announced }
    return chain
  }

  private mutating func revoke(_ chain: ChainParameters) {
    revokedChains.append(chain)
    if revokedChains.count > Self.mostRevoked { revokedChains.removeFirst() }
  }

  /// Once a root key is signed by a new public key, those before it are not to be trusted any more.
  private mutating func retireKeys(before key: PublicKey, _ renewal: NMAHeader.Renewal) {
    guard [.newPublicKey, .publicKeyRevoked, .newMerkleTree].contains(renewal),
      let place = publicKeys.firstIndex(of: key), place > 0
    else { return }
    retiredKeys = (retiredKeys + publicKeys[..<place]).suffix(Self.mostRevoked)
    publicKeys.removeFirst(place)
  }

  // MARK: Keys of sub-frames

  /// Whether a key is that of a sub-frame in the chain that its sender names; `nil` if that chain is unknown.
  ///
  /// - Parameter read: Reads the key by the chain's parameters; `nil` if it was not received.
  mutating func judge(
    _ header: NMAHeader, in subframe: GalileoTime, _ cryptography: any NavigationCryptography,
    read: (ChainParameters) -> [UInt8]?
  ) -> KeyJudgment? {
    if let chain = chains.inForce, chain.parameters.identifier == header.chain {
      var chain = chain
      defer { chains.inForce = chain }
      return judge(&chain, in: subframe, cryptography, read: read)
    }
    // The header of its first sub-frame is not signed yet; the root key was, and so was its beginning.
    if let chain = chains.next, chain.parameters.identifier == header.chain {
      var chain = chain
      defer { chains.next = chain }
      return judge(&chain, in: subframe, cryptography, read: read)
    }
    return nil
  }

  private func judge(
    _ chain: inout KeyChain, in subframe: GalileoTime, _ cryptography: any NavigationCryptography,
    read: (ChainParameters) -> [UInt8]?
  ) -> KeyJudgment {
    guard let bytes = read(chain.parameters) else { return .unreadable }
    let last = chain.newest.subframe
    switch chain.contains(KeyChain.Key(subframe: subframe, bytes: bytes), cryptography) {
    case nil: return .unreadable
    case false?: return .wrong(bytes)
    case true?:
      // The keys of sub-frames from which none was received are known now, too.
      var keys: [GalileoTime: SubframeKey] = [:]
      let first = max(last, subframe - KeyChain.kept * GalileoTime.subframe)
      for second in stride(
        from: min(first.seconds + GalileoTime.subframe, subframe.seconds),
        through: subframe.seconds, by: GalileoTime.subframe)
      {
        let time = GalileoTime(seconds: second)
        if let key = chain.key(of: time, cryptography) {
          keys[time] = SubframeKey(bytes: key, parameters: chain.parameters)
        }
      }
      return .right(keys)
    }
  }
}

/// The key of a sub-frame, and how it is used.
struct SubframeKey: Hashable, Sendable {
  var bytes: [UInt8]
  var parameters: ChainParameters
}

enum KeyJudgment {
  /// It is right; with the keys of the sub-frames before it that have become known.
  case right([GalileoTime: SubframeKey])
  case wrong([UInt8])
  /// It was not received, or nobody can tell.
  case unreadable
}
