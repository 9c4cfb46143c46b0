// Core Location for Linux. SPDX-License-Identifier: MIT

public import NMEA0183
package import UBX

/// Reads what comes mixed on a receiver's line: sentences, and the frames of other protocols between them.
///
/// What is in a frame is never a sentence, nor a frame. Where a frame turns out to be damaged or cut off, the search begins again
/// one byte on, so that whole sentences and frames in what it claims to contain are found.
///
/// ```swift
/// var line = LineReader()
/// line.read(bytes.span.bytes) { line, part in
///   switch part {
///   case .sentence(let sentence): if let message = line.sentences.message(of: sentence) { … }
///   case .frame(let frame): print(frame.protocolName, frame.name, frame.bytes.count)
///   }
/// }
/// ```
public struct LineReader: Sendable {
  /// What is found on a line.
  public enum Part {
    /// A sentence, which ``LineReader/sentences`` reads.
    case sentence(Sentence)
    /// A whole frame.
    case frame(Frame)
  }

  /// A whole frame of another protocol than NMEA 0183.
  public struct Frame: Sendable {
    let kind: any ReceiverProtocol.Type
    /// All of its bytes.
    public let bytes: [UInt8]
  }

  /// What reads the sentences, until the next bytes are read.
  public var sentences: MessageReader

  /// Creates a reader that has read nothing yet.
  public init(checksums: SentenceFramer.ChecksumPolicy = .required) {
    sentences = MessageReader(checksums: checksums, frameOpeners: ReceiverProtocols.openers)
  }

  /// What has been dropped so far, and why.
  public var defects: Defects { sentences.defects }

  /// Whether the beginning of a frame has come, and what follows must come first.
  var isAtFrame: Bool { sentences.isAtFrame }

  /// Whether whole sentences or frames are in what has come of a frame whose rest has not.
  ///
  /// Then it hardly is one: of a frame that the line has only delayed, what has come usually contains nothing.
  var hidesParts: Bool {
    var copy = self
    while copy.sentences.skipCutFrame() {
      if copy.next() != nil { return true }
    }
    return false
  }

  // MARK: - All at once

  /// Reads all of the bytes, and passes on what they complete, without copies.
  ///
  /// - Parameters:
  ///   - tagged: called with the time in a TAG block, milliseconds since 1970, before its message.
  ///   - dropped: called before a message or a frame if more has been dropped since the last call.
  ///   - frame: called with the protocol and the bytes of each frame.
  ///   - other: called after each message that is `.other`, with its address and the text of its fields.
  ///   - receive: called with each message.
  mutating func read(
    _ bytes: RawSpan, tagged: (Int64) -> Void = { _ in }, dropped: (Defects) -> Void,
    frame: (any ReceiverProtocol.Type, RawSpan) -> Void, other: (SentenceAddress, RawSpan) -> Void,
    _ receive: (Message) -> Void
  ) {
    sentences.read(
      bytes, tagged: tagged, dropped: dropped, frame: { Self.examine($0, frame) }, other: other,
      receive)
  }

  /// Gives up the frame whose beginning has come, and passes on what follows it.
  mutating func giveUpFrame(
    tagged: (Int64) -> Void, dropped: (Defects) -> Void,
    frame: (any ReceiverProtocol.Type, RawSpan) -> Void, other: (SentenceAddress, RawSpan) -> Void,
    _ receive: (Message) -> Void
  ) {
    while sentences.giveUpFrame(
      tagged: tagged, dropped: dropped, frame: { Self.examine($0, frame) }, other: other, receive)
    {}
  }

  /// Ends the stream, and passes on what follows a frame that the end has cut off.
  mutating func finish(
    tagged: (Int64) -> Void, dropped: (Defects) -> Void,
    frame: (any ReceiverProtocol.Type, RawSpan) -> Void, other: (SentenceAddress, RawSpan) -> Void,
    _ receive: (Message) -> Void
  ) {
    sentences.finish(
      tagged: tagged, dropped: dropped, frame: { Self.examine($0, frame) }, other: other, receive)
  }

  private static func examine(
    _ bytes: RawSpan, _ frame: (any ReceiverProtocol.Type, RawSpan) -> Void
  ) -> ForeignFrame {
    var found: (any ReceiverProtocol.Type)?
    let result = ReceiverProtocols.examine(bytes) { found = $0 }
    if case .whole(let byteCount) = result, let found {
      frame(found, bytes.extracting(0..<byteCount))
    }
    return result
  }

  // MARK: - Part by part

  /// Processes bytes, and passes on the sentences and frames that they complete.
  public mutating func read(
    _ bytes: RawSpan, _ body: (inout LineReader, Part) throws -> Void
  ) rethrows {
    var offset = 0
    while offset < bytes.byteCount {
      offset += push(bytes.extracting(offset..<bytes.byteCount))
      while let part = next() { try body(&self, part) }
    }
  }

  /// Returns the next part after the end of the stream: one that follows a frame that was cut off; `nil` if none does.
  public mutating func nextAtEnd() -> Part? {
    if let part = next() { return part }
    while sentences.skipCutFrame() {
      if let part = next() { return part }
    }
    sentences.finish()
    return nil
  }

  /// Adds as many of the bytes as there is room for, and returns how many.
  package mutating func push(_ bytes: RawSpan) -> Int { sentences.push(bytes) }

  /// Returns the next sentence or frame in the bytes pushed so far; `nil` if they do not complete one.
  package mutating func next() -> Part? {
    var found: Part?
    repeat {
      if let sentence = sentences.nextSentence() { return .sentence(sentence) }
    } while sentences.skipFrame(frame: { bytes in
      Self.examine(bytes) { kind, frame in
        found = .frame(Frame(kind: kind, bytes: frame.array))
      }
    }) && found == nil
    return found
  }

  /// Returns the text of a sentence's fields if its message is `.other`; empty for others, which need none.
  package func fields(of sentence: Sentence, _ message: Message) -> [UInt8] {
    guard case .other = message else { return [] }
    return sentences.text(ofFieldsIn: sentence).array
  }

  /// Returns the range of the part returned last in all bytes pushed so far, including a TAG block.
  package func range(of part: Part) -> Range<Int> {
    switch part {
    case .sentence(let sentence): sentences.range(of: sentence)
    case .frame(let frame): sentences.rangeOfFrame(byteCount: frame.bytes.count)
    }
  }
}

extension LineReader.Frame {
  /// The name of its protocol, for people, as in "SBF (Septentrio)".
  public var protocolName: String { kind.name }

  /// Who makes the receivers that speak its protocol; `nil` if several do.
  package var maker: String? { kind.maker }

  /// Whether the messages of its protocol are read.
  package var isRead: Bool { kind.isRead }

  /// The name of its message, as in `NAV-PVT`.
  public var name: String { withBytes { kind.messageName(of: $0) } }

  /// The fields of its message, which can be encoded; `nil` if they are not read.
  public var message: (any Encodable)? { withBytes { kind.message(in: $0) } }

  func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result {
    // Proof: `bytes` is marked unsafe for elements with padding; a UInt8 has none.
    unsafe body(bytes.span.bytes)
  }

  /// The kind and the payload of a frame of UBX; `nil` for one of another protocol.
  package var ubx: (kind: FrameKind, payload: [UInt8])? {
    guard kind == UBXProtocol.self else { return nil }
    return (
      withBytes { UBXProtocol.kind(of: $0) },
      Array(bytes[FrameCandidate.header..<bytes.count - FrameCandidate.trailer])
    )
  }
}

/// Counts the frames of each protocol, for those that ask what a line contains.
package struct FrameCounter: Sendable {
  /// Frames by the name of their protocol.
  package private(set) var counts: [String: Int] = [:]
  private var reader = LineReader()

  package init() {}

  /// The names of the protocols found, in alphabetical order.
  package var names: [String] { counts.keys.sorted() }

  package mutating func push(_ bytes: RawSpan) {
    var offset = 0
    while offset < bytes.byteCount {
      offset += reader.push(bytes.extracting(offset..<bytes.byteCount))
      while let part = reader.next() {
        if case .frame(let frame) = part { count(frame) }
      }
    }
  }

  /// Counts a frame that something else has read.
  package mutating func count(_ frame: LineReader.Frame) {
    counts[frame.protocolName, default: 0] += 1
  }
}
