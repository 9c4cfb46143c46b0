// Core Location for Linux. SPDX-License-Identifier: MIT

extension SentenceFramer {
  /// Reads the fields of a sentence.
  ///
  /// `nil`, and counted in ``defects``, if its time or a coordinate is unreadable. Other unreadable
  /// fields are `nil` in the message, and counted.
  public mutating func message(of sentence: Sentence) -> Message? {
    goOn(with: sentence)
    return usableMessage()
  }

  /// The next message in the bytes pushed so far, or `nil` when there is none.
  public mutating func nextMessage() -> Message? {
    while advance() != nil {
      if let message = usableMessage() { return message }
    }
    return nil
  }

  private mutating func usableMessage() -> Message? {
    let message = other()
    guard isUnusable else { return message }
    isUnusable = false
    return nil
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
