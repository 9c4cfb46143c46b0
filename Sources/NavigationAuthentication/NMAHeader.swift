// Core Location for Linux. SPDX-License-Identifier: MIT

/// The first byte of HKROOT: what Galileo says of its signatures as a whole.
///
///     NMAS CID CPKS reserved
///     0    2   4    7
///
/// It is signed together with a root key. Before that, it can only make a verifier more careful.
///
/// Source: OSNMA SIS ICD 1.1, section 3.1.
package struct NMAHeader: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// NMAS: whether signatures are in service.
  package enum Status: UInt8, Sendable {
    case reserved, test, operational, doNotUse
  }

  /// CPKS: what is being replaced.
  package enum Renewal: UInt8, Sendable {
    case reserved, nominal, endOfChain, chainRevoked, newPublicKey, publicKeyRevoked, newMerkleTree
    case alert
  }

  package var status: Status { Status(rawValue: rawValue >> 6) ?? .reserved }

  /// CID: the chain in force, or the one that has been revoked, in `0...3`.
  package var chain: UInt8 { rawValue >> 4 & 3 }

  package var renewal: Renewal { Renewal(rawValue: rawValue >> 1 & 7) ?? .reserved }

  /// Whether tags sent with it may be judged.
  var isInService: Bool { status == .operational || status == .test }
}
