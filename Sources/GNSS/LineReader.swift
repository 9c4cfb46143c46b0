// Core Location for Linux. SPDX-License-Identifier: MIT

package import NMEA0183
package import UBX

/// Reads what comes mixed on a receiver's line: sentences, and the frames of UBX between them.
///
/// What is in a frame is never a sentence. Where a frame turns out to be damaged or cut off, the search begins again one
/// byte on, so that whole sentences and frames in what it claims to contain are found.
package struct LineReader: Sendable {
  package enum Part {
    case sentence(Sentence)
    case frame(FrameKind, payload: [UInt8])
  }

  package var sentences: MessageReader

  package init(checksums: SentenceFramer.ChecksumPolicy = .required) {
    sentences = MessageReader(checksums: checksums, frameOpener: FrameCandidate.opener)
  }

  package var defects: Defects { sentences.defects }

  // MARK: - All at once

  /// Reads all of the bytes, and passes on what they complete, without copies.
  ///
  /// - Parameters:
  ///   - tagged: called with the time in a TAG block, milliseconds since 1970, before its message.
  ///   - dropped: called before a message or a frame if more has been dropped since the last call.
  ///   - frame: called with the kind and the payload of each frame.
  ///   - receive: called with each message.
  mutating func read(
    _ bytes: RawSpan, tagged: (Int64) -> Void = { _ in }, dropped: (Defects) -> Void,
    frame: (FrameKind, RawSpan) -> Void, _ receive: (Message) -> Void
  ) {
    sentences.read(
      bytes, tagged: tagged, dropped: dropped, frame: { Self.examine($0, frame) }, receive)
  }

  /// Ends the stream, and passes on what follows a frame that the end has cut off.
  mutating func finish(
    tagged: (Int64) -> Void, dropped: (Defects) -> Void, frame: (FrameKind, RawSpan) -> Void,
    _ receive: (Message) -> Void
  ) {
    sentences.finish(tagged: tagged, dropped: dropped, frame: { Self.examine($0, frame) }, receive)
  }

  private static func examine(
    _ bytes: RawSpan, _ frame: (FrameKind, RawSpan) -> Void
  ) -> ForeignFrame {
    switch FrameCandidate(bytes) {
    case .frame(let kind, let byteCount):
      frame(kind, bytes.extracting(FrameCandidate.header..<byteCount - FrameCandidate.trailer))
      return .whole(byteCount: byteCount)
    case .incomplete: return .incomplete
    case .damaged: return .damaged
    case .none: return .none
    }
  }

  // MARK: - Part by part

  /// Processes bytes, and passes on the sentences and frames that they complete.
  package mutating func read(
    _ bytes: RawSpan, _ body: (inout LineReader, Part) throws -> Void
  ) rethrows {
    var offset = 0
    while offset < bytes.byteCount {
      offset += push(bytes.extracting(offset..<bytes.byteCount))
      while let part = next() { try body(&self, part) }
    }
  }

  /// Returns the next part after the end of the stream: one that follows a frame that was cut off; `nil` if none does.
  package mutating func nextAtEnd() -> Part? {
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
      Self.examine(bytes) { kind, payload in
        found = .frame(kind, payload: payload.array)
      }
    }) && found == nil
    return found
  }

  /// Returns the range of the part returned last in all bytes pushed so far, including a TAG block.
  package func range(of part: Part) -> Range<Int> {
    switch part {
    case .sentence(let sentence): sentences.range(of: sentence)
    case .frame(_, let payload):
      sentences.rangeOfFrame(
        byteCount: FrameCandidate.header + payload.count + FrameCandidate.trailer)
    }
  }
}
