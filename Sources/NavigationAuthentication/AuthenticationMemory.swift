// Core Location for Linux. SPDX-License-Identifier: MIT

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
