// Core Location for Linux. SPDX-License-Identifier: MIT

/// Reads the messages in a stream of bytes.
///
/// Bytes come in pieces of any size, and the messages do not depend on how the bytes are divided.
///
/// ```swift
/// var reader = MessageReader()
/// var rest = bytes[...]
/// while !rest.isEmpty {
///   rest = rest.dropFirst(reader.push(rest.span.bytes))
///   while let message = reader.next() {
///     if case .gga(let gga) = message { print(gga.latitude as Any, gga.longitude as Any) }
///   }
/// }
/// ```
///
/// If you need more than the message (its text, its TAG block, or the fields of a sentence that ``Message`` does
/// not know), iterate over the sentences instead:
///
/// ```swift
/// while let sentence = reader.nextSentence() {
///   guard sentence.address == SentenceAddress("PXATT") else { continue }
///   var fields = reader.fields(of: sentence)
///   let time = fields.time()
///   let heading = fields.decimal()
/// }
/// ```
public struct MessageReader: Sendable {
  private var framer: SentenceFramer
  private var unreadableFields = 0
  package private(set) var unreadableSentences = 0
  /// The total of what had been dropped when it was last reported.
  private var reportedCount = 0
  /// The framer's ``SentenceFramer/searches`` at that time; `nil` if something has been dropped since.
  private var knownSearches: Int?

  /// Creates a reader that has read nothing yet.
  public init(checksums policy: SentenceFramer.ChecksumPolicy = .required) {
    framer = SentenceFramer(checksums: policy)
  }

  /// Adds as many of the bytes as there is room for, and returns how many.
  ///
  /// There is room for several kilobytes once ``next()`` has returned `nil`. Sentences returned earlier are no longer
  /// readable.
  public mutating func push(_ bytes: RawSpan) -> Int { framer.push(bytes) }

  /// Returns the next message in the bytes pushed so far; `nil` if there is none.
  ///
  /// A sentence whose time or coordinate cannot be read is skipped, and counted.
  public mutating func next() -> Message? {
    while let sentence = framer.next() {
      if let message = message(of: sentence) { return message }
    }
    return nil
  }

  /// Reads all of the bytes, and passes on each message that they complete.
  ///
  /// The fastest way to read, by a fifth (docs/decisions/0014): messages are passed without a copy. The messages are
  /// the same as with ``push(_:)`` and ``next()``.
  ///
  /// - Parameters:
  ///   - bytes: what was received, in pieces of any size.
  ///   - dropped: called before a message if more has been dropped since the last call, with the totals so far.
  ///   - receive: called with each message.
  public mutating func read(
    _ bytes: RawSpan, dropped: (Defects) -> Void = { _ in }, _ receive: (Message) -> Void
  ) {
    read(
      bytes, tagged: { _ in }, dropped: dropped, frame: { _ in .none }, other: { _, _ in }, receive)
  }

  /// Does the same on a line with frames of other protocols.
  ///
  /// - Parameters:
  ///   - tagged: called with the time in a TAG block, milliseconds since 1970, before its message.
  ///   - frame: called with the bytes from an opener on, and returns what they amount to. What has been dropped before a
  ///     frame is reported after it.
  ///   - other: called after a message that is `.other`, with its address and the text of its fields.
  @inline(__always)
  package mutating func read(
    _ bytes: RawSpan, tagged: (Int64) -> Void, dropped: (Defects) -> Void,
    frame: (RawSpan) -> ForeignFrame, other: (SentenceAddress, RawSpan) -> Void,
    _ receive: (Message) -> Void
  ) {
    var offset = 0
    while offset < bytes.byteCount {
      offset += push(bytes.extracting(offset..<bytes.byteCount))
      repeat {
        readSentences(tagged, dropped, other, receive)
      } while skipFrame(dropped: dropped, frame: frame)
    }
  }

  /// Reads what may follow the beginning of a frame of which no more will come.
  ///
  /// Returns false if the reader has not stopped at one.
  package mutating func giveUpFrame(
    tagged: (Int64) -> Void, dropped: (Defects) -> Void, frame: (RawSpan) -> ForeignFrame,
    other: (SentenceAddress, RawSpan) -> Void, _ receive: (Message) -> Void
  ) -> Bool {
    guard skipCutFrame() else { return false }
    repeat {
      readSentences(tagged, dropped, other, receive)
    } while skipFrame(dropped: dropped, frame: frame)
    return true
  }

  /// Reads the sentences up to the opener of a frame, or to the end of the bytes.
  @inline(__always)
  private mutating func readSentences(
    _ tagged: (Int64) -> Void, _ dropped: (Defects) -> Void,
    _ other: (SentenceAddress, RawSpan) -> Void, _ receive: (Message) -> Void
  ) {
    while let sentence = framer.next() {
      if framer.searches != knownSearches { reportSearch(for: sentence, tagged, dropped) }
      var fields = reader(of: sentence)
      let isWhole = Message.read(sentence.address, &fields) { message, trouble in
        if trouble.unreadable == 0 { receive(message) }
        return trouble.unreadable == 0
      }
      if !isWhole { readRare(sentence, dropped, other, receive) }
    }
  }

  /// Reads a sentence that this module does not know, or one with unreadable fields, which are counted and reported first.
  @inline(never)
  private mutating func readRare(
    _ sentence: Sentence, _ dropped: (Defects) -> Void,
    _ other: (SentenceAddress, RawSpan) -> Void, _ receive: (Message) -> Void
  ) {
    let read = message(of: sentence)
    if case .other(let address)? = read {
      receive(.other(address))
      return other(address, text(ofFieldsIn: sentence))
    }
    knownSearches = nil
    guard let message = read else { return }
    report(dropped)
    receive(message)
  }

  /// Reports what a search for this sentence has dropped, and the time in its TAG block: without a search it has none.
  @inline(never)
  private mutating func reportSearch(
    for sentence: Sentence, _ tagged: (Int64) -> Void, _ dropped: (Defects) -> Void
  ) {
    report(dropped)
    if let time = tagBlock(of: sentence)?.millisecondsSince1970 { tagged(time) }
  }

  @inline(never)
  private mutating func report(_ dropped: (Defects) -> Void) {
    knownSearches = framer.searches
    let defects = defects
    guard defects.total != reportedCount else { return }
    reportedCount = defects.total
    dropped(defects)
  }

  /// Ends the stream, and counts what the end cuts off.
  ///
  /// - Parameter dropped: called with the totals, if ``read(_:dropped:_:)`` has not reported them.
  public mutating func finish(dropped: (Defects) -> Void = { _ in }) {
    framer.finish()
    report(dropped)
  }

  /// Does the same on a line with frames, of which the last may have been cut off before further messages.
  package mutating func finish(
    tagged: (Int64) -> Void, dropped: (Defects) -> Void, frame: (RawSpan) -> ForeignFrame,
    other: (SentenceAddress, RawSpan) -> Void, _ receive: (Message) -> Void
  ) {
    while giveUpFrame(tagged: tagged, dropped: dropped, frame: frame, other: other, receive) {}
    finish(dropped: dropped)
  }

  /// Number of sentences so far that had no `$`.
  package var bareSentences: Int { framer.bareSentences }

  /// What has been dropped so far, and why.
  public var defects: Defects {
    var defects = framer.defects
    defects.unreadableFields = unreadableFields
    defects.unreadableSentences = unreadableSentences
    return defects
  }
}

// MARK: - Frames of other protocols

extension MessageReader {
  /// The longest frame for which there is room, in bytes.
  package static var longestFrame: Int { SentenceFramer.capacity }

  /// Creates a reader of a line with frames of other protocols, which open with one of these bytes.
  package init(checksums policy: SentenceFramer.ChecksumPolicy, frameOpeners: FrameOpeners) {
    self.init(checksums: policy)
    framer.frameOpeners = frameOpeners
  }

  /// Whether the beginning of a frame has come, and what follows must come first.
  package var isAtFrame: Bool { framer.isAtFrame }

  /// Skips the frame at which the reader has stopped; false if there is none, or if more bytes must come first.
  ///
  /// Out of line, so that the loop over sentences keeps its values in registers.
  ///
  /// - Parameter frame: called with the bytes from its opener on.
  @inline(never)
  package mutating func skipFrame(
    dropped: (Defects) -> Void = { _ in }, frame: (RawSpan) -> ForeignFrame
  ) -> Bool {
    guard framer.isAtFrame else { return false }
    let found = frame(framer.buffer.rawSpan.extracting(framer.frameBytes))
    if case .whole = found { report(dropped) }
    return framer.skip(found)
  }

  /// Gives up a frame of which no more will come; false if the reader has not stopped at one.
  package mutating func skipCutFrame() -> Bool {
    guard framer.isAtFrame else { return false }
    framer.refuseFrame()
    return true
  }

  /// The range of the frame skipped last in all bytes pushed so far, if it has so many bytes.
  package func rangeOfFrame(byteCount: Int) -> Range<Int> {
    let end = framer.discarded + framer.cursor
    return end - byteCount..<end
  }

  /// See ``SentenceFramer/range(of:)``.
  package func range(of sentence: Sentence) -> Range<Int> { framer.range(of: sentence) }

  /// See ``SentenceFramer/decided``.
  package var decided: Int { framer.decided }
}

// MARK: - Sentence by sentence

extension MessageReader {
  /// Returns the next sentence in the bytes pushed so far; `nil` if they do not complete one.
  public mutating func nextSentence() -> Sentence? { framer.next() }

  /// Reads the fields of a sentence.
  ///
  /// Returns `nil`, and counts it in ``defects``, if its time or a coordinate is unreadable. Other unreadable fields
  /// are `nil` in the message, and counted.
  public mutating func message(of sentence: Sentence) -> Message? {
    var fields = reader(of: sentence)
    let (message, trouble) = Message.read(sentence.address, &fields) { ($0, $1) }
    // In a sentence that this module does not know, a field may contain anything.
    if case .other = message { return message }
    unreadableFields += trouble.unreadable
    guard trouble.isUnusable else { return message }
    unreadableSentences += 1
    return nil
  }

  /// Returns the fields of a sentence, to be read one after the other.
  ///
  /// For sentences that ``Message`` represents as `.other`.
  @_lifetime(borrow self)
  public func fields(of sentence: Sentence) -> FieldCursor { FieldCursor(reader(of: sentence)) }

  /// Returns the text of a sentence's fields, from the first one to the asterisk.
  @_lifetime(borrow self)
  package func text(ofFieldsIn sentence: Sentence) -> RawSpan {
    framer.buffer.rawSpan.extracting(
      min(sentence.fieldsStart, sentence.fieldsEnd)..<sentence.fieldsEnd)
  }

  /// Returns the sentence as it was sent, without TAG block and line end.
  public func text(of sentence: Sentence) -> String { framer.text(of: sentence) }

  /// Returns the TAG block before a sentence; `nil` if it has none.
  public func tagBlock(of sentence: Sentence) -> TagBlock? { framer.tagBlock(of: sentence) }

  @_lifetime(borrow self)
  func reader(of sentence: Sentence) -> FieldReader {
    FieldReader(framer.buffer.rawSpan, from: sentence.fieldsStart, to: sentence.fieldsEnd)
  }
}
