// Core Location for Linux. SPDX-License-Identifier: MIT

/// The functions, sizes and pattern that all keys of a chain share.
package struct ChainParameters: Hashable, Sendable {
  package enum Hash: UInt8, Sendable {
    case sha256 = 0
    case sha3 = 2
  }
  package enum MAC: UInt8, Sendable {
    case hmac = 0
    case cmac = 1
  }

  /// CID, in `0...3`; it comes around, so ``pattern`` belongs to a chain's name.
  package var identifier: UInt8
  /// HF: how a key gives the one before it.
  package var hash: Hash
  /// MF: how a key and data give a tag.
  package var mac: MAC
  /// The bytes of a key.
  package var keySize: Int
  /// The bits of a tag.
  package var tagBits: Int
  /// What the tags of a sub-frame cover.
  package var table: TagTable
  /// α: six bytes that are hashed with each key.
  package var pattern: [UInt8]

  /// - Returns: `nil` if a root key cannot have these parameters.
  package init?(
    identifier: UInt8, hash: Hash, mac: MAC, keySize: Int, tagBits: Int, table: TagTable,
    pattern: [UInt8]
  ) {
    guard identifier < 4, Self.keyBits.values.contains(8 * keySize),
      Self.tagBits.values.contains(tagBits), pattern.count == 6
    else { return nil }
    (self.identifier, self.hash, self.mac) = (identifier, hash, mac)
    (self.keySize, self.tagBits, self.table) = (keySize, tagBits, table)
    self.pattern = pattern
    guard table.fits(self) else { return nil }
  }

  /// KS and TS.
  fileprivate static let keyBits: [UInt8: Int] = [
    0: 96, 1: 104, 2: 112, 3: 120, 4: 128, 5: 160, 6: 192, 7: 224, 8: 256,
  ]
  fileprivate static let tagBits: [UInt8: Int] = [5: 20, 6: 24, 7: 28, 8: 32, 9: 40]
}

/// A message with a root key (DSM-KROOT).
///
///     NB PKID CIDKR 2 HF MF KS TS MACLT 4 WN TOWH alpha KROOT DS P
///     0  4    8       12 14 16 20 24      36 48   56    104
///
/// Source: OSNMA SIS ICD 1.1, section 3.2.2.
struct RootKeyMessage {
  var publicKey: UInt8
  var parameters: ChainParameters
  var key: [UInt8]
  /// The sub-frame of which it is the key: the one before the first to which its chain, or its hour, applies.
  var subframe: GalileoTime
  /// What is signed.
  var signed: [UInt8]
  /// The signature, and the padding after it.
  private var rest: [UInt8]

  /// - Returns: `nil` if a field has a reserved value or the message is too short.
  init?(_ message: WholeMessage, near now: GalileoTime) {
    let bytes = message.bytes
    guard bytes.count > 13, let hash = ChainParameters.Hash(rawValue: bytes[1] >> 2 & 3),
      let mac = ChainParameters.MAC(rawValue: bytes[1] & 3),
      let keyBits = ChainParameters.keyBits[bytes[2] >> 4],
      let tagBits = ChainParameters.tagBits[bytes[2] & 15],
      let table = TagTable(rawValue: bytes[3]), bytes.count > 13 + keyBits / 8,
      let parameters = ChainParameters(
        identifier: bytes[1] >> 6, hash: hash, mac: mac, keySize: keyBits / 8, tagBits: tagBits,
        table: table, pattern: Array(bytes[7..<13]))
    else { return nil }
    let end = 13 + keyBits / 8
    publicKey = bytes[0] & 15
    self.parameters = parameters
    key = Array(bytes[13..<end])
    // The week has 12 bits: of all weeks with that number, the one closest to now.
    let week = Int(bytes.bits(36..<48))
    let cycle = 4096
    let turns = (now.week - week + cycle / 2) / cycle
    subframe =
      GalileoTime(week: week + max(0, turns) * cycle, timeOfWeek: Int(bytes[6]) * 3600)
      - GalileoTime.subframe
    signed = [message.header.rawValue] + bytes[1..<end]
    rest = Array(bytes[end...])
  }

  /// The signature for a key of a curve; `nil` if there are too few bytes for it.
  func signature(_ curve: Curve) -> [UInt8]? {
    rest.count < curve.signatureSize ? nil : Array(rest[..<curve.signatureSize])
  }

  /// Whether the padding is right, which shows that the blocks belong to one message.
  func isOneMessage(_ curve: Curve, _ cryptography: some NavigationCryptography) -> Bool {
    guard let signature = signature(curve), rest.count - signature.count <= 32 else { return false }
    return cryptography.sha256(signed + signature).starts(with: rest[signature.count...])
  }
}

/// A message with a public key or an alert (DSM-PKR), and its place in the Merkle tree.
///
///     NB MID path (4 hashes) NPKT NPKID NPK P
///     0  4   8               1032 1036  1040
///
/// Source: OSNMA SIS ICD 1.1, section 3.2.3.
struct PublicKeyMessage {
  enum Content {
    case key(PublicKey)
    /// Nothing is to be trusted until the operator has explained how to go on.
    case alert
  }

  var content: Content
  var leaf: MerkleLeaf
  private var padding: [UInt8]

  /// - Returns: `nil` if a field has a reserved value or the message is too short.
  init?(_ message: WholeMessage) {
    let bytes = message.bytes
    guard bytes.count > 130 else { return nil }
    let curves: [UInt8: Curve] = [1: .p256, 3: .p521]
    var end = bytes.count
    if bytes[129] >> 4 == 4 {
      content = .alert
    } else {
      guard let curve = curves[bytes[129] >> 4], bytes.count >= 130 + curve.pointSize,
        let key = PublicKey(
          identifier: bytes[129] & 15, curve: curve,
          point: Array(bytes[130..<130 + curve.pointSize]))
      else { return nil }
      content = .key(key)
      end = 130 + curve.pointSize
    }
    leaf = MerkleLeaf(
      index: Int(bytes[0] & 15), content: Array(bytes[129..<end]),
      path: (0..<4).map { Array(bytes[1 + 32 * $0..<33 + 32 * $0]) })
    padding = Array(bytes[end...])
  }

  /// Whether the padding is right for the root to which the leaf leads, which shows that the blocks belong to one message.
  func isOneMessage(_ root: MerkleRoot, _ cryptography: some NavigationCryptography) -> Bool {
    padding.count <= 32
      && cryptography.sha256(root.hash + leaf.content).starts(with: padding)
  }
}
