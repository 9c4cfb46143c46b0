// Core Location for Linux. SPDX-License-Identifier: MIT

/// Finds the sentences in a stream of bytes, whatever is between them.
///
/// Bytes come in pieces of any size, and the sentences do not depend on how the bytes are divided. A sentence is
/// complete with the second digit of its checksum: the framer does not wait for the line end.
///
/// ```swift
/// var framer = SentenceFramer()
/// var rest = bytes[...]
/// while !rest.isEmpty {
///   rest = rest.dropFirst(framer.push(rest.span.bytes))
///   while let sentence = framer.next() { print(framer.text(of: sentence)) }
/// }
/// ```
///
/// It does not read the fields of sentences; use a ``MessageReader`` for that.
///
/// The rules, for arbitrary input:
/// - `$` always opens a sentence, even inside another, which is then broken.
/// - `!` opens a sentence; inside another one it is text, unless that one turns out to be damaged: then the `!` may
///   open a sentence.
/// - A sentence is printable ASCII. Any other byte breaks it, so that binary protocols on the same
///   line can neither imitate a sentence nor swallow the next.
/// - Without a `$`, as in the log of a firmware, five characters of an address and a comma open a sentence if nothing of a word is
///   before them; it counts if its checksum matches, and is noise otherwise.
/// - A TAG block (`\…*hh\`) belongs to the sentence that follows it without a gap.
public struct SentenceFramer: Sendable {
  /// The longest sentence accepted, in bytes from its `$` to the last digit of its checksum.
  ///
  /// The standard says 82; receivers send up to 140 and proprietary sentences more.
  public static let maximumLength = 1024

  /// The longest TAG block accepted, in bytes between and including its two backslashes.
  public static let maximumTagBlockLength = 256

  /// What has been dropped so far, and why.
  public internal(set) var defects = Defects()

  /// How often the slow path has searched for a sentence; while this stays the same, nothing has been dropped.
  private(set) var searches = 0

  /// Number of sentences so far that had no `$`.
  package var bareSentences = 0

  private let policy: ChecksumPolicy

  /// `buffer[..<end]` are the bytes; sixteen more follow, so that words can be loaded.
  private(set) var buffer: [UInt8]
  private(set) var end = 0
  /// The first byte that has not been examined.
  var cursor = 0
  /// The start of the open sentence or TAG block, which the byte there tells apart; `nil` between them.
  var start: Int?
  /// Whether the open sentence has no `$`, so that its address is at the start.
  var isBare = false
  /// The byte that has been removed from the front of the buffer last.
  private(set) var preceding = UInt8.lineFeed
  /// The exclusive or of the open sentence's bytes up to the cursor, spread over eight lanes.
  private var fold: UInt64 = 0
  /// The TAG block closed last; it counts if the next sentence starts at its end.
  var tag = 0..<0
  /// Number of bytes that have been removed from the front of the buffer.
  private(set) var discarded = 0

  static let capacity = 8192

  /// Where frames of other protocols may open: ``next()`` stops there, outside sentences.
  var frameOpeners = FrameOpeners()
  /// The last place, among all bytes pushed, that has turned out to open no frame.
  var refused = -1

  /// Creates a framer that has read nothing yet.
  public init(checksums policy: ChecksumPolicy = .required) {
    self.policy = policy
    buffer = [UInt8](repeating: 0, count: Self.capacity + 16)
  }

  /// Adds as many of the bytes as there is room for, and returns how many.
  ///
  /// There is room for several kilobytes once ``next()`` has returned `nil`. Sentences returned earlier are no longer
  /// readable.
  public mutating func push(_ bytes: RawSpan) -> Int {
    let kept = firstKept
    if kept > 0 { discard(kept) }
    let count = min(bytes.byteCount, Self.capacity - end)
    buffer.overwrite(at: end, with: bytes, count: count)
    end += count
    return count
  }

  /// Returns the next sentence in the bytes pushed so far; `nil` if they do not complete one.
  @inline(__always)
  public mutating func next() -> Sentence? {
    guard let sentence = intactSentence() else { return anySentence() }
    cursor = sentence.text.upperBound
    return sentence
  }

  /// Ends the stream, and counts what the end cuts off.
  public mutating func finish() {
    if let start, buffer[start] == .backslash {
      abandonTagBlock(from: start)
    } else if start != nil, !isBare {
      defects.brokenSentences += 1
    } else {
      // What has, or might have, become the address of a sentence without a `$`.
      defects.noiseBytes += end - (start ?? cursor)
    }
    start = nil
    cursor = end
    dropTag()
  }

  /// Number of bytes pushed so far that can no longer become part of a sentence.
  ///
  /// Valid once ``next()`` has returned `nil`; includes the bytes of the sentences returned.
  package var decided: Int { discarded + firstKept }

  // MARK: - The buffer

  /// The first byte that may still belong to a sentence.
  private var firstKept: Int { min(start ?? cursor, tag.isEmpty ? cursor : tag.lowerBound) }

  /// Removes the first bytes of the buffer.
  private mutating func discard(_ count: Int) {
    preceding = buffer[count - 1]
    buffer.moveToFront(count..<end)
    discarded += count
    end -= count
    cursor -= count
    start = start.map { $0 - count }
    tag = tag.isEmpty ? 0..<0 : tag.lowerBound - count..<tag.upperBound - count
  }

  // MARK: - The fast path

  /// Returns the sentence at the cursor if it is like nearly all sentences.
  ///
  /// That is: complete, with a matching checksum, directly after the line end of the one before, with an address of
  /// five characters, and without a TAG block. With `nil`, it is up to ``anySentence()``.
  @inline(__always)
  private func intactSentence() -> Sentence? {
    guard start == nil, tag.isEmpty else { return nil }
    let bytes = buffer.rawSpan
    var first = cursor
    if UInt16(truncatingIfNeeded: bytes.word(at: first)) == .lineEnd { first &+= 2 }
    // No sentence is shorter than its address, a comma and a checksum.
    guard first &+ 10 <= end else { return nil }
    let head = bytes.word(at: first)
    guard head[byte: 0] == .dollar, head[byte: 6] == .comma,
      (head &>> 8).startsWithFiveAddressCharacters
    else { return nil }
    let (asterisk, fold) = foldChecksum(in: bytes, from: first &+ 1, to: end, seed: 0)
    let tail = bytes.word(at: asterisk)
    guard asterisk &+ 2 < end, asterisk &+ 3 &- first <= Self.maximumLength,
      tail[byte: 0] == .asterisk,
      UInt16(truncatingIfNeeded: tail &>> 8) == fold.foldedToByte.hexDigits
    else { return nil }
    return Sentence(
      address: SentenceAddress(fiveCharacters: head &>> 8 & 0xFF_FFFF_FFFF), start: first,
      fields: first &+ 7, body: asterisk, end: asterisk &+ 3, tag: 0..<0)
  }

  // MARK: - The slow path

  /// Returns the next sentence, of any kind and after any bytes.
  @inline(never)
  private mutating func anySentence() -> Sentence? {
    searches &+= 1
    while let start = start ?? findStart() {
      if buffer[start] == .backslash {
        guard closeTagBlock(from: start) else { return nil }
        continue
      }
      let limit = min(end, start + Self.maximumLength)
      if isBare {
        if let sentence = bareSentence(from: start, to: limit) { return sentence }
        if self.start == nil { continue }
        return nil
      }
      (cursor, fold) = foldChecksum(in: buffer.rawSpan, from: cursor, to: limit, seed: fold)
      if cursor == limit {
        guard limit < end || end - start >= Self.maximumLength else { return nil }
        defects.oversizedSentences += 1
        abandon(from: start, resumingAt: cursor)
        continue
      }
      switch buffer[cursor] {
      case .dollar:
        defects.brokenSentences += 1
        self.start = nil
      case .asterisk where cursor + 3 - start > Self.maximumLength:
        defects.oversizedSentences += 1
        abandon(from: start, resumingAt: cursor)
      case .asterisk:
        guard cursor + 2 < end else { return nil }
        if let sentence = closeWithChecksum(from: start) { return sentence }
      case .carriageReturn, .lineFeed:
        if policy == .required {
          defects.missingChecksums += 1
          abandon(from: start, resumingAt: cursor)
        } else if let sentence = close(from: start, body: cursor, end: cursor) {
          return sentence
        }
      case let byte where byte.isPrintable:
        fold ^= UInt64(byte)
        cursor += 1
      default:
        defects.brokenSentences += 1
        abandon(from: start, resumingAt: cursor)
      }
    }
    return nil
  }

  /// Opens the next sentence or TAG block; `nil` if there is none.
  private mutating func findStart() -> Int? {
    while cursor < end {
      let place = cursor
      cursor += 1
      switch buffer[place] {
      case .dollar where frameOpeners.includeDollar && mayOpenFrame(place):
        // A sentence may begin with the same byte, and a TAG block belong to it.
        cursor = place
        if tag.upperBound != place { dropTag() }
        return nil
      case .dollar, .exclamationMark, .backslash:
        // A TAG block belongs to the sentence right after it.
        if buffer[place] == .backslash || tag.upperBound != place { dropTag() }
        (start, isBare, fold) = (place, false, 0)
        return place
      case .carriageReturn, .lineFeed: break
      case let byte where frameOpeners.first.contains(byte) && mayOpenFrame(place):
        cursor = place
        dropTag()
        return nil
      case let byte where byte.isUppercase && !isInWord(place):
        switch buffer.rawSpan.isBareAddress(at: place, to: end) {
        case true?:
          dropTag()
          (start, isBare) = (place, true)
          return place
        case nil:
          // More has to come.
          cursor = place
          return nil
        case false?: defects.noiseBytes += 1
        }
      default: defects.noiseBytes += 1
      }
    }
    if tag.upperBound != cursor { dropTag() }
    return nil
  }

  /// Ends the open sentence at the asterisk under the cursor.
  private mutating func closeWithChecksum(from start: Int) -> Sentence? {
    let body = cursor
    guard let high = buffer[body + 1].hexDigitValue, let low = buffer[body + 2].hexDigitValue else {
      defects.brokenSentences += 1
      abandon(from: start, resumingAt: body + 1)
      return nil
    }
    guard fold.foldedToByte == high << 4 | low else {
      defects.checksumMismatches += 1
      abandon(from: start, resumingAt: body + 3)
      return nil
    }
    return close(from: start, body: body, end: body + 3)
  }

  private mutating func close(from start: Int, body: Int, end: Int) -> Sentence? {
    guard let address = SentenceAddress(buffer.rawSpan, from: start + 1, to: body) else {
      defects.malformedAddresses += 1
      abandon(from: start, resumingAt: end)
      return nil
    }
    defer { dropTag() }
    self.start = nil
    cursor = end
    return Sentence(
      address: address, start: start, fields: min(start + 2 + address.count, body), body: body,
      end: end, tag: tag)
  }

  /// Abandons the open sentence, and continues after it, or at another possible start in it: the first of a frame of text, else
  /// the last of a sentence.
  mutating func abandon(from start: Int, resumingAt resume: Int) {
    let inside = start + 1..<max(start + 1, cursor)
    cursor =
      inside.first { frameOpeners.first.contains(buffer[$0]) && !buffer[$0].isUppercase }
      ?? inside.last { buffer[$0] == .exclamationMark || buffer[$0] == .backslash } ?? resume
    self.start = nil
    dropTag()
  }

  mutating func dropTag() { tag = 0..<0 }
}
