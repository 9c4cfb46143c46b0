// Core Location for Linux. SPDX-License-Identifier: MIT

/// One checksummed line, not yet interpreted: its address, and where its parts lie in the framer.
///
/// It stays readable until the next ``SentenceFramer/push(_:)``.
public struct Sentence: Sendable {
  /// Who speaks, and what kind of sentence it is.
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
  /// Where the first field starts.
  var fieldsStart: Int { Int(positions.fieldsStart) }
  /// Where the last field ends: at the asterisk, if there is one.
  var fieldsEnd: Int { Int(positions.fieldsEnd) }
  /// From its `$` to the last digit of its checksum.
  var text: Range<Int> { start..<end }
  /// The TAG block; empty if there is none.
  fileprivate var tag: Range<Int> { Int(positions.tag)..<Int(positions.tagEnd) }

  /// Length in bytes, from the `$` to the last digit of the checksum.
  public var byteCount: Int { end - start }
}

extension SentenceFramer {
  /// The sentence as it was sent, without TAG block and line end.
  public func text(of sentence: Sentence) -> String { buffer.rawSpan.string(in: sentence.text) }

  /// The TAG block in front of a sentence; `nil` if it has none.
  public func tagBlock(of sentence: Sentence) -> TagBlock? {
    sentence.tag.isEmpty ? nil : TagBlock(buffer.rawSpan, sentence.tag)
  }

  /// Where a sentence lies among all bytes pushed so far, its TAG block included.
  package func range(of sentence: Sentence) -> Range<Int> {
    let start = sentence.tag.isEmpty ? sentence.text.lowerBound : sentence.tag.lowerBound
    return discarded + start..<discarded + sentence.text.upperBound
  }
}
