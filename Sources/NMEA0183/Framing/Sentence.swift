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

  @inline(__always)
  init(address: SentenceAddress, start: Int, fields: Int, body: Int, end: Int, tag: Range<Int>) {
    self.address = address
    positions = (
      UInt16(truncatingIfNeeded: start), UInt16(truncatingIfNeeded: fields),
      UInt16(truncatingIfNeeded: body), UInt16(truncatingIfNeeded: end),
      UInt16(truncatingIfNeeded: tag.lowerBound), UInt16(truncatingIfNeeded: tag.upperBound)
    )
  }

  var start: Int { Int(positions.start) }
  /// Where the first field starts.
  @inline(__always)
  var fieldsStart: Int { Int(positions.fieldsStart) }
  /// Where the last field ends: at the asterisk, if there is one.
  @inline(__always)
  var fieldsEnd: Int { Int(positions.fieldsEnd) }
  var end: Int { Int(positions.end) }
  /// The TAG block; empty if there is none.
  var tag: Range<Int> { Int(positions.tag)..<Int(positions.tagEnd) }

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
      FieldReader(buffer.rawSpan, from: sentence.fieldsStart, to: sentence.fieldsEnd)
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

  /// Where a sentence lies among all bytes pushed so far, its TAG block included.
  package func range(of sentence: Sentence) -> Range<Int> {
    let start = sentence.tag.isEmpty ? sentence.start : sentence.tag.lowerBound
    return discarded + start..<discarded + sentence.end
  }

  /// How many of all bytes pushed so far can no longer become part of a sentence.
  ///
  /// Once ``next()`` has returned `nil`; the bytes of sentences returned are among them.
  package var decided: Int {
    discarded + min(start < 0 ? cursor : start, tag.isEmpty ? cursor : tag.lowerBound)
  }
}
