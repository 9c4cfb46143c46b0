// Core Location for Linux. SPDX-License-Identifier: MIT

/// Finds the sentences in a stream of bytes, whatever lies between them.
///
/// Bytes come in pieces of any size; the sentences are the same for every cutting. A sentence is
/// complete with the second digit of its checksum: its line end is not waited for.
///
/// ```swift
/// var framer = SentenceFramer()
/// var rest = bytes[...]
/// while !rest.isEmpty {
///   rest = rest.dropFirst(framer.push(rest.span.bytes))
///   while let sentence = framer.next() { … }
/// }
/// ```
///
/// The rules, for input in which anything may happen:
/// - `$` always opens a sentence, also inside another, which is then broken.
/// - `!` opens a sentence; inside another one it is text, unless that one turns out to be damaged:
///   then it is tried as a start.
/// - A sentence is printable ASCII. Any other byte breaks it, so that binary protocols on the same
///   line can neither imitate a sentence nor swallow the next.
/// - A TAG block (`\…*hh\`) belongs to the sentence that follows it without a gap.
public struct SentenceFramer: Sendable {
  /// What becomes of sentences that end without a checksum.
  public enum ChecksumPolicy: Sendable {
    /// They are dropped and counted, as the standard has asked since version 3.0.
    case required
    /// They pass; a wrong checksum still drops a sentence.
    case optional
  }

  /// The longest sentence accepted, in bytes from its `$` to the last digit of its checksum.
  ///
  /// The standard says 82; receivers send up to 140 and proprietary sentences more.
  public static let maximumLength = 1024

  /// The longest TAG block accepted, in bytes between and including its two backslashes.
  public static let maximumTagBlockLength = 256

  /// What was dropped so far, and why.
  public internal(set) var defects = Defects()

  /// Whether something may have been dropped since a message was last handed over.
  @usableFromInline var mayHaveDropped = false
  /// Whether the message just read has a time or a coordinate that could not be read.
  @usableFromInline var isUnusable = false

  let policy: ChecksumPolicy

  /// The bytes in hand are `buffer[..<end]`; sixteen more are there so that words can be loaded.
  var buffer: [UInt8]
  var end = 0
  /// The first byte not looked at yet.
  var cursor = 0
  /// Where the open sentence or TAG block starts, -1 between them.
  var start = -1
  /// The exclusive or of the open sentence's bytes up to the cursor, spread over eight lanes.
  var fold: UInt64 = 0
  /// The TAG block just closed; it counts if the next sentence starts where it ends.
  var tag = 0..<0
  /// How many bytes have left the buffer at its front.
  var discarded = 0
  /// The sentence that is read next by its kind, and its address if that has not five characters.
  var current = Current()
  var unusualAddress = SentenceAddress(fiveCharacters: 0)

  static let capacity = 8192

  /// Creates a framer that has seen nothing.
  public init(checksums policy: ChecksumPolicy = .required) {
    self.policy = policy
    buffer = [UInt8](repeating: 0, count: Self.capacity + 16)
  }

  /// Takes as many of the bytes as there is room for, and says how many.
  ///
  /// There is room for several kilobytes once ``next()`` has returned `nil`. Sentences returned
  /// before are no longer readable.
  public mutating func push(_ bytes: RawSpan) -> Int {
    discardConsumed()
    let count = min(bytes.byteCount, Self.capacity - end)
    buffer.overwrite(at: end, with: bytes, count: count)
    end += count
    return count
  }

  /// The next sentence in the bytes pushed so far, or `nil` when they do not complete one.
  public mutating func next() -> Sentence? {
    guard let intact = intactSentence() else { return anySentence() }
    cursor = intact.end
    return Sentence(
      address: SentenceAddress(fiveCharacters: intact.address), start: intact.start,
      fields: intact.fieldsStart, body: intact.body, end: intact.end, tag: 0..<0)
  }

  /// Where the sentence at the cursor lies if it is as nearly all are: in hand from its `$` to its checksum,
  /// which is right, behind the line end of the one before, with an address of five characters, and without
  /// a TAG block.
  ///
  /// `nil` says nothing: ``anySentence()`` decides.
  @inline(__always)
  func intactSentence() -> IntactSentence? {
    guard start < 0, tag.isEmpty else { return nil }
    let bytes = buffer.rawSpan
    var first = cursor
    if UInt16(truncatingIfNeeded: bytes.word(at: first)) == .lineEnd { first &+= 2 }
    // No sentence is shorter than its address, a comma and a checksum.
    guard first &+ 10 <= end else { return nil }
    let head = bytes.word(at: first)
    guard head[byte: 0] == .dollar, head[byte: 6] == .comma,
      (head &>> 8).startsWithFiveAddressCharacters
    else { return nil }
    let (stop, fold) = foldChecksum(in: bytes, from: first &+ 1, to: end, seed: 0)
    let tail = bytes.word(at: stop)
    guard stop &+ 2 < end, stop &+ 3 &- first <= Self.maximumLength, tail[byte: 0] == .asterisk,
      UInt16(truncatingIfNeeded: tail &>> 8) == fold.foldedToByte.hexDigits
    else { return nil }
    return IntactSentence(start: first, body: stop, address: head &>> 8 & 0xFF_FFFF_FFFF)
  }

  /// The next sentence, whatever it is and whatever lies before it.
  @inline(never)
  mutating func anySentence() -> Sentence? {
    while start >= 0 || findStart() {
      if buffer[start] == .backslash {
        guard closeTagBlock() else { return nil }
        continue
      }
      let limit = min(end, start + Self.maximumLength)
      (cursor, fold) = foldChecksum(in: buffer.rawSpan, from: cursor, to: limit, seed: fold)
      if cursor == limit {
        guard limit < end || end - start >= Self.maximumLength else { return nil }
        dropOversized()
        continue
      }
      switch buffer[cursor] {
      case .dollar:
        defects.brokenSentences += 1
        start = -1
      case .asterisk where cursor + 3 - start > Self.maximumLength:
        dropOversized()
      case .asterisk:
        guard cursor + 2 < end else { return nil }
        if let sentence = closeWithChecksum() { return sentence }
      case .carriageReturn, .lineFeed:
        if let sentence = closeWithoutChecksum() { return sentence }
      case let byte where byte.isPrintable:
        fold ^= UInt64(byte)
        cursor += 1
      default:
        defects.brokenSentences += 1
        abandon(resumingAt: cursor)
      }
    }
    return nil
  }

  /// Tells the framer that nothing follows: what is cut off by the end is counted.
  public mutating func finish() {
    if start >= 0 {
      if buffer[start] == .backslash { abandonTagBlock() } else { defects.brokenSentences += 1 }
    }
    start = -1
    cursor = end
    dropTag()
  }
}
