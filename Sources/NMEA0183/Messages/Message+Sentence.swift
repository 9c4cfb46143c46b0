// Core Location for Linux. SPDX-License-Identifier: MIT

extension SentenceFramer {
  /// Reads the fields of a sentence.
  ///
  /// `nil`, and counted in ``defects``, if its time or a coordinate is unreadable. Other unreadable
  /// fields are `nil` in the message, and counted.
  public mutating func message(of sentence: Sentence) -> Message? {
    let decoded = Self.decode(sentence, in: buffer.rawSpan)
    if decoded.unreadableFields != 0 { defects.unreadableFields += decoded.unreadableFields }
    guard decoded.isUsable else {
      defects.unreadableSentences += 1
      return nil
    }
    return decoded.message
  }

  /// The next message in the bytes pushed so far, or `nil` when there is none.
  public mutating func nextMessage() -> Message? {
    while let sentence = next() {
      if let message = message(of: sentence) { return message }
    }
    return nil
  }

  @inline(__always)
  private static func decode(
    _ sentence: Sentence, in bytes: RawSpan
  ) -> (message: Message, unreadableFields: Int, isUsable: Bool) {
    var reader = FieldReader(
      bytes, from: sentence.fields.lowerBound, to: sentence.fields.upperBound)
    guard let message = Message(sentence.address, &reader) else {
      return (.other(sentence.address), 0, true)
    }
    return (message, reader.unreadable, !reader.isUnusable)
  }
}

extension Message {
  /// The message in one sentence, which may be followed by a line end; `nil` if it is not intact.
  ///
  /// For single sentences. A stream is a job for ``SentenceFramer``.
  public init?(
    _ sentence: some StringProtocol, checksums: SentenceFramer.ChecksumPolicy = .required
  ) {
    var framer = SentenceFramer(checksums: checksums)
    let bytes = Array(sentence.utf8) + [.carriageReturn, .lineFeed]
    guard framer.push(bytes.rawSpan) == bytes.count, let message = framer.nextMessage() else {
      return nil
    }
    self = message
  }
}
