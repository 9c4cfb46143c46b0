// Core Location for Linux. SPDX-License-Identifier: MIT

extension SentenceFramer {
  /// How sentences that end without a checksum are treated.
  public enum ChecksumPolicy: Sendable {
    /// They are dropped and counted, as the standard has required since version 3.0.
    case required
    /// They are accepted; a sentence with a wrong checksum is still dropped.
    case optional
  }
}
