// Core Location for Linux. SPDX-License-Identifier: MIT

/// A TESLA chain of keys, of which one has been signed: hashing a key gives the key of the sub-frame before.
///
/// Source: OSNMA SIS ICD 1.1, section 6.4.
package struct KeyChain: Hashable, Sendable {
  package let parameters: ChainParameters
  /// The newest key that belongs to the chain, and its sub-frame.
  package private(set) var newest: Key
  /// Keys of the sub-frames before it; not of all.
  private var known: [GalileoTime: [UInt8]]

  package struct Key: Hashable, Sendable {
    package var subframe: GalileoTime
    package var bytes: [UInt8]

    package init(subframe: GalileoTime, bytes: [UInt8]) {
      (self.subframe, self.bytes) = (subframe, bytes)
    }
  }

  /// The most hashes for one key: those of a day.
  static let farthest = 2880

  /// The sub-frames whose keys are kept.
  static let kept = 64

  /// - Parameter key: A key that is trusted, such as a root key whose signature is valid.
  package init(_ parameters: ChainParameters, key: Key) {
    self.parameters = parameters
    newest = key
    known = [key.subframe: key.bytes]
  }

  /// Returns whether a key is that of a sub-frame in this chain; `nil` if that sub-frame is too far away to tell.
  ///
  /// A newer one that is becomes ``newest``.
  mutating func contains(_ key: Key, _ cryptography: some NavigationCryptography) -> Bool? {
    guard key.subframe > newest.subframe else {
      return self.key(of: key.subframe, cryptography).map { isEqual($0, key.bytes) }
    }
    guard key.subframe - newest.subframe <= Self.farthest * GalileoTime.subframe else { return nil }
    let oldestKept = key.subframe - Self.kept * GalileoTime.subframe
    var (between, previous) = ([key.subframe: key.bytes], key)
    while previous.subframe > newest.subframe {
      previous = keyBefore(previous, cryptography)
      if previous.subframe >= oldestKept { between[previous.subframe] = previous.bytes }
    }
    guard isEqual(previous.bytes, newest.bytes) else { return false }
    known = known.filter { $0.key >= oldestKept }.merging(between) { old, _ in old }
    newest = key
    return true
  }

  /// Returns the key of a sub-frame up to the newest; `nil` for later ones, and for those too long ago.
  mutating func key(
    of subframe: GalileoTime, _ cryptography: some NavigationCryptography
  ) -> [UInt8]? {
    guard subframe <= newest.subframe else { return nil }
    if let key = known[subframe] { return key }
    let later = known.keys.filter { $0 > subframe }.min() ?? newest.subframe
    guard later - subframe <= Self.farthest * GalileoTime.subframe, let bytes = known[later] else {
      return nil
    }
    var key = Key(subframe: later, bytes: bytes)
    while key.subframe > subframe { key = keyBefore(key, cryptography) }
    if known.count < 2 * Self.kept { known[subframe] = key.bytes }
    return key.bytes
  }

  private func keyBefore(_ key: Key, _ cryptography: some NavigationCryptography) -> Key {
    let subframe = key.subframe - GalileoTime.subframe
    var message = BitString(capacity: 350)
    for byte in key.bytes { message.append(byte) }
    // The time is that of the result.
    message.append(UInt128(subframe.number), count: 32)
    for byte in parameters.pattern { message.append(byte) }
    let hash =
      switch parameters.hash {
      case .sha256: cryptography.sha256(message.bytes)
      case .sha3: cryptography.sha3(message.bytes)
      }
    return Key(subframe: subframe, bytes: Array(hash.prefix(parameters.keySize)))
  }
}

extension ChainParameters {
  /// Returns the first bits of the code of a message; `nil` if the key is none for the chain's function.
  func code(
    _ message: BitString, key: [UInt8], count: Int, _ cryptography: some NavigationCryptography
  ) -> UInt64? {
    let whole =
      switch mac {
      case .hmac: cryptography.hmac(message.bytes, key: key)
      case .cmac: cryptography.cmac(message.bytes, key: key)
      }
    return whole.flatMap { $0.count < 8 ? nil : $0.bits(0..<count) }
  }
}

/// Whether secrets are equal, in a time that does not depend on where they differ.
func isEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
  first.count == second.count && zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}

func isEqual(_ first: UInt64, _ second: UInt64) -> Bool { first ^ second == 0 }
