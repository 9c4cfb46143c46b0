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
