// Core Location for Linux. SPDX-License-Identifier: MIT

package import NavigationAuthentication

/// The means to verify Galileo's signatures with which this program ships.
///
/// Source: the files of the European GNSS Service Centre for public key 2, `OSNMA_MerkleTree_20251210100000_newPKID_2.xml`, issued on
/// 9 December 2025 and applicable from 10 December 2025, 10:00 UTC. The tree has been in force since then, and Galileo has signed with
/// key 2; a newer key of the same tree is received from the satellites. A new tree needs a new version of this program, or the
/// files of the service center in a folder (``GalileoKeyFolder``).
package enum ShippedKeys {
  /// The root x(4,0) of the tree.
  static let root: [UInt8] = [
    0x83, 0x2E, 0x15, 0xED, 0xE5, 0x56, 0x55, 0xEA, 0xC6, 0xE3, 0x99,
    0xA5, 0x39, 0x47, 0x7B, 0x7C, 0x03, 0x4C, 0xCE, 0x24, 0xC3, 0xC9,
    0x3F, 0xFC, 0x90, 0x4A, 0xCD, 0x9B, 0xF8, 0x42, 0xF0, 0x4E,
  ]

  /// Public key 2, of P-256.
  static let point: [UInt8] = [
    0x02, 0x21, 0x92, 0x04, 0xB5, 0xCA, 0x6C, 0x46, 0xB6, 0x23, 0xEE,
    0xED, 0x6C, 0xDD, 0x2C, 0xDD, 0xB1, 0xF7, 0xD6, 0xA7, 0x53, 0x27,
    0x67, 0xE5, 0xB8, 0xDA, 0x0D, 0xE1, 0xEB, 0xD6, 0x95, 0xFC, 0x99,
  ]

  /// The root and the key.
  package static var anchors: TrustAnchors {
    TrustAnchors(
      roots: [MerkleRoot(hash: root)].compactMap(\.self),
      publicKeys: [PublicKey(identifier: 2, curve: .p256, point: point)].compactMap(\.self))
  }
}
