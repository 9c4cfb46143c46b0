// Core Location for Linux. SPDX-License-Identifier: MIT

/// What has been dropped on the way from bytes to messages and fixes, counted by cause.
///
/// Line noise is data, not an error: it never ends a stream, but it is always counted.
public struct Defects: Hashable, Sendable, Codable {
  /// Sentences whose checksum does not match their characters.
  public var checksumMismatches = 0
  /// Sentences that ended without a checksum where one is required.
  public var missingChecksums = 0
  /// Sentences cut off by the next one, by a byte that is not printable ASCII, or by the end.
  public var brokenSentences = 0
  /// Sentences longer than ``SentenceFramer/maximumLength``.
  public var oversizedSentences = 0
  /// Sentences with a good checksum whose first word is not an address.
  public var malformedAddresses = 0
  /// TAG blocks that are too long, cut off, or fail their checksum.
  public var damagedTagBlocks = 0
  /// Sentences dropped as a whole because their time or a coordinate could not be read.
  public var unreadableSentences = 0
  /// Single fields that could not be read and are `nil`.
  public var unreadableFields = 0
  /// Bytes outside sentences, TAG blocks and frames, except line ends.
  public var noiseBytes = 0
  /// Frames of other protocols that are too long, or whose checksum does not match; their bytes are noise.
  public var damagedFrames = 0
  /// Positions that came after later ones had been reported, and so were left out; only of a live receiver, for which nothing
  /// waits.
  public var lateInstants = 0

  /// Creates counts of zero.
  public init() {}

  /// Whether nothing has been dropped.
  public var isEmpty: Bool { self == Defects() }

  /// Number of sentences dropped, for any cause.
  public var sentences: Int {
    checksumMismatches + missingChecksums + brokenSentences + oversizedSentences
      + malformedAddresses + unreadableSentences
  }

  /// The number of all defects of any kind, which shows whether there are more than before.
  package var total: Int {
    sentences + damagedTagBlocks + unreadableFields + noiseBytes + damagedFrames + lateInstants
  }
}
