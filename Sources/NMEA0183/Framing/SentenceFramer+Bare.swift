// Core Location for Linux. SPDX-License-Identifier: MIT
// Sentences without a `$`, as firmware prints them in its log, and software that splits lines writes them to a file.

extension SentenceFramer {
  /// Whether the byte before a place belongs to a word.
  func isInWord(_ place: Int) -> Bool {
    let before = place > 0 ? buffer[place - 1] : preceding
    return before.isUppercase || before.isDigit || before == .dollar || before == .exclamationMark
  }

  /// Reads a sentence that has no `$`; `nil` if it has not come to its end, or turns out to be none.
  mutating func bareSentence(from start: Int, to limit: Int) -> Sentence? {
    while cursor < limit, buffer[cursor].isPrintable, buffer[cursor] != .asterisk,
      buffer[cursor] != .dollar
    {
      cursor += 1
    }
    if cursor == limit, limit == end, end - start < Self.maximumLength { return nil }
    if cursor < limit, buffer[cursor] == .asterisk {
      guard cursor + 2 < end else { return nil }
      let fold = (start..<cursor).reduce(UInt8(0)) { $0 ^ buffer[$1] }
      if let high = buffer[cursor + 1].hexDigitValue, let low = buffer[cursor + 2].hexDigitValue,
        fold == high << 4 | low,
        let address = SentenceAddress(buffer.rawSpan, from: start, to: cursor)
      {
        defer { cursor += 3 }
        (self.start, isBare) = (nil, false)
        bareSentences += 1
        return Sentence(
          address: address, start: start, fields: start + 1 + address.count, body: cursor,
          end: cursor + 3, tag: 0..<0)
      }
    }
    // Something else may begin behind the address.
    (self.start, isBare) = (nil, false)
    cursor = start + 5
    defects.noiseBytes += 5
    return nil
  }
}

extension RawSpan {
  /// Whether five characters of an address and a comma begin at an offset; `nil` if the bytes end before that is known.
  func isBareAddress(at offset: Int, to end: Int) -> Bool? {
    for index in 0..<5 {
      guard offset + index < end else { return nil }
      let byte = byte(at: offset + index)
      guard byte.isUppercase || index > 1 && byte.isDigit else { return false }
    }
    guard offset + 5 < end else { return nil }
    return byte(at: offset + 5) == .comma
  }
}
