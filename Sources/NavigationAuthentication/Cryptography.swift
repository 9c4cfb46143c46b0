// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What is needed of a cryptographic library: this module has none.

/// The functions with which Galileo signs its navigation messages (OSNMA).
///
/// An implementation finds out when it is created whether its library has all of them, so that none of them can fail later.
package protocol NavigationCryptography: Sendable {
  /// SHA-256: 32 bytes.
  func sha256(_ message: [UInt8]) -> [UInt8]
  /// SHA3-256: 32 bytes.
  func sha3(_ message: [UInt8]) -> [UInt8]
  /// HMAC-SHA-256 with a key of any length: 32 bytes.
  func hmac(_ message: [UInt8], key: [UInt8]) -> [UInt8]
  /// CMAC-AES (RFC 4493): 16 bytes; `nil` unless the key has 16, 24 or 32.
  func cmac(_ message: [UInt8], key: [UInt8]) -> [UInt8]?
  /// Whether an ECDSA signature over a message, hashed by the curve's usual function, is valid.
  ///
  /// False, too, if the key is no point of its curve or the signature does not have ``Curve/signatureSize`` bytes.
  ///
  /// - Parameter signature: r, then s, each with leading zeros and its highest byte first.
  func isValid(_ signature: [UInt8], of message: [UInt8], by key: PublicKey) -> Bool
}

/// An elliptic curve, with the function by which messages are hashed for it.
package enum Curve: Hashable, Sendable {
  /// P-256 with SHA-256.
  case p256
  /// P-521 with SHA-512.
  case p521

  /// The bytes of a compressed point.
  package var pointSize: Int { self == .p256 ? 33 : 67 }

  /// The bytes of a signature: r and s.
  package var signatureSize: Int { self == .p256 ? 64 : 132 }
}

/// A public key with which root keys are signed.
package struct PublicKey: Hashable, Sendable {
  /// The number by which root keys name it (PKID), in `0...15`; one that was withdrawn may return years later, for another key.
  package var identifier: UInt8
  package var curve: Curve
  /// The point in compressed form: 02 or 03, then x, highest byte first.
  package var point: [UInt8]

  /// - Returns: `nil` if the numbers are out of range or the form of the point is wrong. Whether it is on its curve is not checked.
  package init?(identifier: UInt8, curve: Curve, point: [UInt8]) {
    guard identifier < 16, point.count == curve.pointSize, point[0] == 2 || point[0] == 3 else {
      return nil
    }
    (self.identifier, self.curve, self.point) = (identifier, curve, point)
  }
}

/// The root of a Merkle tree, whose 16 leaves are public keys and one alert.
package struct MerkleRoot: Hashable, Sendable {
  /// The 32 bytes of the hash x(4,0).
  package let hash: [UInt8]

  /// - Returns: `nil` unless there are 32 bytes.
  package init?(hash: [UInt8]) {
    guard hash.count == 32 else { return nil }
    self.hash = hash
  }
}

/// What is trusted without having been received: shipped with the program, or read from the files of the European GNSS Service
/// Centre.
package struct TrustAnchors: Hashable, Sendable {
  /// The roots; two while Galileo replaces its tree.
  package var roots: [MerkleRoot]
  /// The keys that have been checked against one of the roots.
  package var publicKeys: [PublicKey]

  package init(roots: [MerkleRoot], publicKeys: [PublicKey]) {
    (self.roots, self.publicKeys) = (roots, publicKeys)
  }
}
