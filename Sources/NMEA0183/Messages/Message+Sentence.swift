// Core Location for Linux. SPDX-License-Identifier: MIT

extension SentenceFramer {
  /// Reads the fields of a sentence.
  ///
  /// `nil`, and counted in ``defects``, if its time or a coordinate is unreadable. Other unreadable
  /// fields are `nil` in the message, and counted.
  public mutating func message(of sentence: Sentence) -> Message? {
    var fields = FieldReader(buffer.rawSpan, from: sentence.fieldsStart, to: sentence.fieldsEnd)
    let message = Message(sentence.address, &fields)
    let (unreadable, isUnusable) = (fields.unreadable, fields.isUnusable)
    return unreadable == 0 ? message : count(unreadable, isUnusable: isUnusable, in: message)
  }

  /// The next message in the bytes pushed so far, or `nil` when there is none.
  public mutating func nextMessage() -> Message? {
    while true {
      guard let sentence = intactSentence() else {
        guard let sentence = anySentence() else { return nil }
        if let message = message(of: sentence) { return message }
        continue
      }
      cursor = sentence.end
      var fields = FieldReader(buffer.rawSpan, from: sentence.fieldsStart, to: sentence.body)
      let message = Message(fiveCharacters: sentence.address, &fields)
      let (unreadable, isUnusable) = (fields.unreadable, fields.isUnusable)
      if unreadable == 0 { return message }
      if let message = count(unreadable, isUnusable: isUnusable, in: message) { return message }
    }
  }

  /// Takes bytes, all of them, and hands over each message that they complete, with what was dropped so far.
  ///
  /// The same as ``push(_:)`` and ``nextMessage()`` in turns, in fewer instructions: no message is moved.
  public mutating func read(
    _ bytes: RawSpan, _ body: (borrowing Message, borrowing Defects) -> Void
  ) {
    var offset = 0
    while offset < bytes.byteCount {
      offset &+= push(bytes.extracting(offset..<bytes.byteCount))
      while handOver(body) {}
    }
  }

  /// Reads the next sentence and hands its message over, if it can be used; false when there is no sentence.
  @inline(__always)
  private mutating func handOver(_ body: (borrowing Message, borrowing Defects) -> Void) -> Bool {
    guard let sentence = intactSentence() else {
      guard let sentence = anySentence() else { return false }
      if let message = message(of: sentence) { body(message, defects) }
      return true
    }
    cursor = sentence.end
    var fields = FieldReader(buffer.rawSpan, from: sentence.fieldsStart, to: sentence.body)
    let message = Message(fiveCharacters: sentence.address, &fields)
    let (unreadable, isUnusable) = (fields.unreadable, fields.isUnusable)
    if unreadable == 0 {
      body(message, defects)
    } else if let message = count(unreadable, isUnusable: isUnusable, in: message) {
      body(message, defects)
    }
    return true
  }

  /// Counts fields that could not be read; the message, unless it cannot be used.
  @inline(never)
  private mutating func count(_ unreadable: Int, isUnusable: Bool, in message: Message) -> Message?
  {
    // Makers may put what they like into fields that nobody here knows.
    if case .other = message { return message }
    defects.unreadableFields += unreadable
    guard isUnusable else { return message }
    defects.unreadableSentences += 1
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
