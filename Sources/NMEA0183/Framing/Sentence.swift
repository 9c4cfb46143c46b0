// Core Location for Linux. SPDX-License-Identifier: MIT

/// One checksummed line, not yet interpreted: its address, and the positions of its parts in the framer.
///
/// It stays readable until the next ``SentenceFramer/push(_:)``.
public struct Sentence: Sendable {
  /// The talker, and the kind of sentence.
  public let address: SentenceAddress

  // Positions in the framer's buffer, which is shorter than 2¹⁶.
  private let positions:
    (
      start: UInt16, fieldsStart: UInt16, fieldsEnd: UInt16, end: UInt16, tag: UInt16,
      tagEnd: UInt16
    )

  init(address: SentenceAddress, start: Int, fields: Int, body: Int, end: Int, tag: Range<Int>) {
    self.address = address
    positions = (
      UInt16(truncatingIfNeeded: start), UInt16(truncatingIfNeeded: fields),
      UInt16(truncatingIfNeeded: body), UInt16(truncatingIfNeeded: end),
      UInt16(truncatingIfNeeded: tag.lowerBound), UInt16(truncatingIfNeeded: tag.upperBound)
    )
  }

  private var start: Int { Int(positions.start) }
  private var end: Int { Int(positions.end) }
  /// The position of the first field.
  var fieldsStart: Int { Int(positions.fieldsStart) }
  /// The end of the last field: the asterisk, if there is one.
  var fieldsEnd: Int { Int(positions.fieldsEnd) }
  /// The range from its `$` to the last digit of its checksum.
  var text: Range<Int> { start..<end }
  /// The TAG block; empty if there is none.
  fileprivate var tag: Range<Int> { Int(positions.tag)..<Int(positions.tagEnd) }

  /// Length in bytes, from the `$` to the last digit of the checksum.
  public var byteCount: Int { end - start }
}

extension SentenceFramer {
  /// Returns the sentence as it was sent, without TAG block and line end.
  public func text(of sentence: Sentence) -> String { buffer.rawSpan.string(in: sentence.text) }

  /// Returns the TAG block before a sentence; `nil` if it has none.
  public func tagBlock(of sentence: Sentence) -> TagBlock? {
    sentence.tag.isEmpty ? nil : TagBlock(buffer.rawSpan, sentence.tag)
  }

  /// Returns the range of a sentence in all bytes pushed so far, including its TAG block.
  package func range(of sentence: Sentence) -> Range<Int> {
    let start = sentence.tag.isEmpty ? sentence.text.lowerBound : sentence.tag.lowerBound
    return discarded + start..<discarded + sentence.text.upperBound
  }
}
