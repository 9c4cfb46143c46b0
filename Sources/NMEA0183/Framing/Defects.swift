// Core Location for Linux. SPDX-License-Identifier: MIT

/// What was dropped on the way from bytes to messages, counted by cause.
///
/// Line noise is data, not an error: it never ends a stream, and it is never silent either.
public struct Defects: Hashable, Sendable, Codable {
  /// Sentences whose checksum is not that of their characters.
  public var checksumMismatches = 0
  /// Sentences that ended without a checksum where one is required.
  public var missingChecksums = 0
  /// Sentences cut off: by the next one, by a byte that is not printable ASCII, or by the end.
  public var brokenSentences = 0
  /// Sentences longer than ``SentenceFramer/maximumLength``.
  public var oversizedSentences = 0
  /// Sentences with a good checksum whose first word is no address.
  public var malformedAddresses = 0
  /// TAG blocks that are too long, cut off, or fail their checksum.
  public var damagedTagBlocks = 0
  /// Sentences dropped whole because their time or a coordinate could not be read.
  public var unreadableSentences = 0
  /// Single fields that could not be read and came out as `nil`.
  public var unreadableFields = 0
  /// Bytes outside sentences and TAG blocks, line ends not counted.
  public var noiseBytes = 0

  /// Nothing dropped.
  public init() {}

  /// Whether nothing was dropped.
  public var isEmpty: Bool { self == Defects() }

  /// Sentences dropped, whatever the cause.
  public var sentences: Int {
    checksumMismatches + missingChecksums + brokenSentences + oversizedSentences
      + malformedAddresses + unreadableSentences
  }

  /// All that was dropped, of whatever kind: a number that shows whether there is more than before.
  package var total: Int { sentences + damagedTagBlocks + unreadableFields + noiseBytes }
}
