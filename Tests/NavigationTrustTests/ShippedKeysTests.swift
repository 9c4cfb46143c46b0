// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationAuthentication
import Testing

@testable import NavigationTrust

struct ShippedKeysTests {
  @Test func leadFromTheKeyToTheRoot() throws {
    let cryptography = try OpenSSLCryptography()
    let (leaf, anchors) = (try #require(ShippedKeys.leaf), ShippedKeys.anchors)
    #expect(leaf.root(cryptography) == anchors.roots.first)
    #expect(anchors.roots.count == 1 && anchors.publicKeys.count == 1)
    let key = try #require(anchors.publicKeys.first)
    #expect(key.identifier == 2 && cryptography.isOnCurve(key))
    #expect(leaf.content == [0x12] + key.point)
  }

  /// A way that is wrong in one bit, or begins at another leaf, leads elsewhere.
  @Test func leadElsewhereIfAnyBitIsWrong() throws {
    let cryptography = try OpenSSLCryptography()
    let leaf = try #require(ShippedKeys.leaf)
    let root = leaf.root(cryptography)
    for level in 0..<4 {
      var wrong = leaf
      wrong.path[level] = flipping(level * 31, in: leaf.path[level])
      #expect(wrong.root(cryptography) != root)
    }
    for index in [0, 2, 3, 5, 9] {
      var wrong = leaf
      wrong.index = index
      #expect(wrong.root(cryptography) != root)
    }
  }

  /// The key before it, of 15 January 2024, is leaf 0 of the same tree, which the sky may send again.
  @Test func haveTheNeighborOfTheKeyBeforeThem() throws {
    let cryptography = try OpenSSLCryptography()
    let point = bytes("0397eb43789aa0f6d052a638468ecf5278e6f6df8465ecb8d8b84b8c7a3501f73b")
    #expect(cryptography.sha256([0x11] + point) == ShippedKeys.path[0])
  }
}

/// The way from the key to the root, which proves that they belong together.
extension ShippedKeys {
  /// The neighbors x(0,0), x(1,1), x(2,1) and x(3,1) on the way from the key's leaf, number 1, to the root.
  static let path: [[UInt8]] = [
    [
      0x7B, 0x94, 0x4F, 0xA2, 0x09, 0x15, 0xC7, 0x93, 0x1D, 0x48, 0xDD,
      0x01, 0x6D, 0x94, 0xF9, 0xC6, 0x38, 0x1F, 0xD3, 0x7D, 0xC6, 0xC1,
      0x25, 0xD9, 0x70, 0x15, 0x27, 0x2F, 0xDD, 0xE4, 0x13, 0x93,
    ],
    [
      0x6A, 0xAF, 0xDE, 0x28, 0x01, 0x7B, 0xF0, 0x74, 0x4D, 0x42, 0x81,
      0x9C, 0xE4, 0x0E, 0x3A, 0x0C, 0xDA, 0x1E, 0xCA, 0x3F, 0x7A, 0x4E,
      0xA6, 0x7E, 0x13, 0x4E, 0x7A, 0xA7, 0x14, 0xC1, 0xE8, 0x43,
    ],
    [
      0xDE, 0x73, 0xD2, 0x09, 0xE4, 0xC5, 0xBC, 0xDC, 0x34, 0xCD, 0x11,
      0x7F, 0x2F, 0xE4, 0x0F, 0xD0, 0x8B, 0x11, 0x00, 0x09, 0x99, 0x7A,
      0xD2, 0xB3, 0x29, 0x1D, 0x3A, 0x2C, 0xF2, 0x99, 0x43, 0xF9,
    ],
    [
      0x84, 0xDE, 0x36, 0x69, 0xE6, 0xDA, 0x55, 0x12, 0x92, 0x97, 0x9E,
      0x5B, 0x8D, 0x04, 0x57, 0x87, 0xFA, 0x96, 0x7C, 0x57, 0xCC, 0x23,
      0x63, 0x8A, 0x30, 0x23, 0x76, 0x14, 0xED, 0xD9, 0x17, 0x1A,
    ],
  ]

  /// The key's leaf; `nil` only if the figures above are wrong.
  static var leaf: MerkleLeaf? {
    PublicKey(identifier: 2, curve: .p256, point: point).map {
      MerkleLeaf(index: 1, key: $0, path: path)
    }
  }
}
