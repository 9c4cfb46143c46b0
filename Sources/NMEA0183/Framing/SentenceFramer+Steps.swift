// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The steps of the long way: every sentence and TAG block that is not intact and in hand.

extension SentenceFramer {
  /// Moves the unfinished rest to the front of the buffer.
  mutating func discardConsumed() {
    let keep = min(start < 0 ? cursor : start, tag.isEmpty ? cursor : tag.lowerBound)
    guard keep > 0 else { return }
    buffer.moveToFront(keep..<end)
    discarded += keep
    end -= keep
    cursor -= keep
    if start >= 0 { start -= keep }
    tag = tag.isEmpty ? 0..<0 : tag.lowerBound - keep..<tag.upperBound - keep
  }

  /// Looks for the byte that opens a sentence or a TAG block; false when there is none.
  mutating func findStart() -> Bool {
    while cursor < end {
      switch buffer[cursor] {
      case .dollar, .exclamationMark:
        if tag.upperBound != cursor { dropTag() }
        open()
        return true
      case .backslash:
        dropTag()
        open()
        return true
      case .carriageReturn, .lineFeed: break
      default: defects.noiseBytes += 1
      }
      cursor += 1
    }
    if tag.upperBound != cursor { dropTag() }
    return false
  }

  mutating func open() {
    start = cursor
    cursor += 1
    fold = 0
  }

  mutating func dropTag() { tag = 0..<0 }

  /// Reads on in a TAG block; false when its end has not come yet.
  @inline(never)
  mutating func closeTagBlock() -> Bool {
    let limit = min(end, start + Self.maximumTagBlockLength)
    while cursor < limit {
      let byte = buffer[cursor]
      if byte == .backslash {
        let block = start..<cursor + 1
        if TagBlock.isIntact(buffer.rawSpan, block) {
          tag = block
          cursor += 1
          start = -1
        } else {
          abandonTagBlock()
        }
        return true
      }
      guard byte.isPrintable, byte != .dollar else { break }
      // No parameter starts like this, so the backslash was not the start of a block.
      if byte == .exclamationMark, cursor == start + 1 { break }
      cursor += 1
    }
    if cursor == limit, limit == end, end - start < Self.maximumTagBlockLength { return false }
    abandonTagBlock()
    return true
  }

  /// Gives the open TAG block up; what stopped it may open the next one, and a `!` in it a sentence.
  ///
  /// A backslash alone is noise: most often it has closed a block that is counted already.
  mutating func abandonTagBlock() {
    if cursor == start + 1 { defects.noiseBytes += 1 } else { defects.damagedTagBlocks += 1 }
    abandon(resumingAt: cursor)
  }

  /// Ends the open sentence at the asterisk under the cursor.
  mutating func closeWithChecksum() -> Sentence? {
    let body = cursor
    guard let high = buffer[body + 1].hexDigitValue, let low = buffer[body + 2].hexDigitValue else {
      defects.brokenSentences += 1
      abandon(resumingAt: body + 1)
      return nil
    }
    guard fold.foldedToByte == high << 4 | low else {
      defects.checksumMismatches += 1
      abandon(resumingAt: body + 3)
      return nil
    }
    return close(body: body, end: body + 3)
  }

  /// Ends the open sentence at the line end under the cursor.
  @inline(never)
  mutating func closeWithoutChecksum() -> Sentence? {
    guard policy == .optional else {
      defects.missingChecksums += 1
      abandon(resumingAt: cursor)
      return nil
    }
    return close(body: cursor, end: cursor)
  }

  @inline(never)
  mutating func dropOversized() {
    defects.oversizedSentences += 1
    abandon(resumingAt: cursor)
  }

  mutating func close(body: Int, end: Int) -> Sentence? {
    guard let address = SentenceAddress(buffer.rawSpan, from: start + 1, to: body) else {
      defects.malformedAddresses += 1
      abandon(resumingAt: end)
      return nil
    }
    let sentence = Sentence(
      address: address, start: start, fields: min(start &+ 2 &+ address.count, body), body: body,
      end: end, tag: tag)
    start = -1
    cursor = end
    dropTag()
    return sentence
  }

  /// Gives the open sentence up and goes on at its last possible other start, if it has one.
  @inline(never)
  mutating func abandon(resumingAt resume: Int) {
    var position = cursor - 1
    cursor = resume
    while position > start {
      if buffer[position] == .exclamationMark || buffer[position] == .backslash {
        cursor = position
        break
      }
      position -= 1
    }
    start = -1
    dropTag()
  }
}
