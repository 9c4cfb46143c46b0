// Core Location for Linux. SPDX-License-Identifier: MIT

/// One checksummed line, not yet interpreted: its address, and where its parts lie in the framer.
///
/// It stays readable until the next ``SentenceFramer/push(_:)``.
public struct Sentence: Sendable {
  /// Who speaks, and what kind of sentence it is.
  public let address: SentenceAddress

  let start: Int
  /// From the first field to the asterisk, both of it excluded.
  let fields: Range<Int>
  let end: Int
  let tag: Range<Int>

  /// Length in bytes, from the `$` to the last digit of the checksum.
  public var byteCount: Int { end - start }
}

extension SentenceFramer {
  /// The fields of a sentence, to be read one after the other.
  ///
  /// For sentences that come out of ``Message`` as `.other`.
  @_lifetime(borrow self)
  public func fields(of sentence: Sentence) -> FieldCursor {
    FieldCursor(
      FieldReader(buffer.rawSpan, from: sentence.fields.lowerBound, to: sentence.fields.upperBound)
    )
  }

  /// The sentence as it was sent, without TAG block and line end.
  public func text(of sentence: Sentence) -> String {
    buffer.rawSpan.string(in: sentence.start..<sentence.end)
  }

  /// The TAG block in front of a sentence; `nil` if it has none.
  public func tagBlock(of sentence: Sentence) -> TagBlock? {
    sentence.tag.isEmpty ? nil : TagBlock(buffer.rawSpan, sentence.tag)
  }
}
