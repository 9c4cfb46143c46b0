// Core Location for Linux. SPDX-License-Identifier: MIT

/// How deeply an XML property list is nested, judged from its bytes alone.
///
/// Where two XML parsers might disagree on whether something is a tag, the document is refused.
struct XMLNesting {
  private let bytes: [UInt8]
  private let deepest: Int
  private var depth = 0
  /// Where the bytes that have not been examined begin.
  private var place: Int

  /// Returns why the document must not be decoded; `nil` if it may be, whether it is valid or not.
  static func fault(of bytes: [UInt8], deepest: Int) -> String? {
    var nesting = XMLNesting(bytes, deepest)
    return nesting.fault()
  }

  private init(_ bytes: [UInt8], _ deepest: Int) {
    self.bytes = bytes
    self.deepest = deepest
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    place = bytes.starts(with: mark) ? mark.count : 0
  }

  private mutating func fault() -> String? {
    guard !bytes.contains(0) else { return "neither binary nor XML in UTF-8" }
    let first = bytes[place...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    // The oldest format, with braces and parentheses, is not supported.
    guard first == nil || first == UInt8(ascii: "<") else { return "neither binary nor XML" }
    while let opening = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = opening + 1
      if let fault = markup() { return fault }
    }
    return nil
  }

  /// Reads what follows a `<`.
  private mutating func markup() -> String? {
    if passes("!--") { return skip(to: "-->", unlessBehind: [">", "->"]) }
    if passes("![CDATA[") { return skip(to: "]]>", unlessBehind: []) }
    if passes("?") { return skip(to: "?>", unlessBehind: [">"]) }
    guard let tag = tag() else { return "a tag that is not understood" }
    switch tag.first {
    case UInt8(ascii: "!"): return nil
    case UInt8(ascii: "/"): depth = max(0, depth - 1)
    default: if tag.last != UInt8(ascii: "/") { depth += 1 }
    }
    return depth > deepest ? "more than \(deepest) levels" : nil
  }

  /// Skips the tag that begins here, and returns it; `nil` if a value in it contains `>`, or if it contains
  /// declarations.
  private mutating func tag() -> ArraySlice<UInt8>? {
    let start = place
    var quote: UInt8?
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: ">"): return quote == nil ? bytes[start..<place - 1] : nil
      case UInt8(ascii: "<"), UInt8(ascii: "["): return nil
      case quote: quote = nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = quote ?? byte
      default: break
      }
    }
    // The tag is not terminated, so no other can follow.
    return bytes[start...]
  }

  /// Skips a word if it is next; returns whether it was.
  private mutating func passes(_ word: StaticString) -> Bool {
    guard stands(word, at: place) else { return false }
    place += word.utf8CodeUnitCount
    return true
  }

  private func stands(_ word: StaticString, at index: Int) -> Bool {
    word.withUTF8Buffer { bytes[index...].starts(with: $0) }
  }

  /// Skips to the end of the next terminator, unless one of these words is next, which some parsers take for one.
  private mutating func skip(
    to end: StaticString, unlessBehind words: [StaticString]
  ) -> String? {
    for word in words where stands(word, at: place) { return "a tag that is not understood" }
    while place < bytes.count, !stands(end, at: place) { place += 1 }
    place = min(bytes.count, place + end.utf8CodeUnitCount)
    return nil
  }
}
