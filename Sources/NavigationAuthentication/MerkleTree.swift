// Core Location for Linux. SPDX-License-Identifier: MIT

/// A leaf of a Merkle tree, and the hashes with which its way up to the root is checked.
///
/// Source: OSNMA SIS ICD 1.1, sections 3.2.3 and 6.2.
package struct MerkleLeaf: Hashable, Sendable {
  /// The number of the leaf, in `0...15`.
  package var index: Int
  /// The bytes that are hashed: kind and identifier in one byte, then a key's point or an alert.
  package var content: [UInt8]
  /// The hashes of the neighbors on the way, from the leaf up: x(0,·) to x(3,·), 32 bytes each.
  package var path: [[UInt8]]

  package init(index: Int, content: [UInt8], path: [[UInt8]]) {
    (self.index, self.content, self.path) = (index, content, path)
  }

  /// The leaf of a public key.
  package init(index: Int, key: PublicKey, path: [[UInt8]]) {
    let kind: UInt8 = key.curve == .p256 ? 1 : 3
    self.init(index: index, content: [kind << 4 | key.identifier] + key.point, path: path)
  }

  /// Returns the root to which the leaf belongs; `nil` if there is no leaf of that number, or the path does not have four hashes.
  package func root(_ cryptography: some NavigationCryptography) -> MerkleRoot? {
    guard 0..<16 ~= index, path.count == 4 else { return nil }
    var (hash, index) = (cryptography.sha256(content), index)
    for neighbor in path {
      hash = cryptography.sha256(index % 2 == 0 ? hash + neighbor : neighbor + hash)
      index /= 2
    }
    return MerkleRoot(hash: hash)
  }
}
