// Core Location for Linux. SPDX-License-Identifier: MIT

/// Divides an XML document, which arrives in pieces, before tags: no part ends within one, or within a comment.
struct XMLPieces {
  /// What has arrived since the last part.
  private var pending: [UInt8] = []
  private var place = Place.text
  /// The quote in which an attribute of the tag is.
  private var quote: UInt8?
  /// The last two bytes of the tag, and how many it has, without its bracket.
  private var last: (UInt8, UInt8) = (0, 0)
  private var count = 0

  private enum Place {
    case text
    /// After `<`, and after `<!`.
    case bracket, exclamation
    case tag, comment, characters, instruction
  }

  /// The longest tag, comment or text, in bytes.
  private static let longest = 1 << 20

  /// Adds bytes, and returns the next part of the document; `nil` if more bytes are needed for that.
  mutating func push(_ bytes: RawSpan) throws(XMLProblem) -> [UInt8]? {
    let start = pending.count
    bytes.withUnsafeBytes { pending.append(contentsOf: $0) }
    var end: Int?
    for index in start..<pending.count where read(pending[index]) { end = index }
    guard let end, end > 0 else {
      guard pending.count <= Self.longest else {
        throw XMLProblem(
          "it has a tag or a text of more than \(Self.longest >> 20) MB; export it again")
      }
      return nil
    }
    defer { pending.removeSubrange(..<end) }
    return Array(pending[..<end])
  }

  /// Returns the last part.
  mutating func finish() -> [UInt8] {
    defer { pending = [] }
    return pending
  }

  /// Returns whether a tag, a comment or an instruction begins with a byte.
  private mutating func read(_ byte: UInt8) -> Bool {
    if place == .text {
      guard byte == UInt8(ascii: "<") else { return false }
      (place, quote, last, count) = (.bracket, nil, (0, 0), 0)
      return true
    }
    count += 1
    switch place {
    case .bracket:
      switch byte {
      case UInt8(ascii: "!"): place = .exclamation
      case UInt8(ascii: "?"): place = .instruction
      default: place = .tag
      }
    case .exclamation:
      switch byte {
      case UInt8(ascii: "-"): place = .comment
      case UInt8(ascii: "["): place = .characters
      default: place = .tag
      }
    default: if ends(with: byte) { place = .text }
    }
    last = (last.1, byte)
    return false
  }

  private mutating func ends(with byte: UInt8) -> Bool {
    let isEnd = byte == UInt8(ascii: ">")
    switch place {
    // Not <!-->.
    case .comment: return isEnd && count > 5 && last == (UInt8(ascii: "-"), UInt8(ascii: "-"))
    case .characters: return isEnd && last == (UInt8(ascii: "]"), UInt8(ascii: "]"))
    case .instruction: return isEnd && last.1 == UInt8(ascii: "?")
    default:
      guard let open = quote else {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
        return isEnd
      }
      if byte == open { quote = nil }
      return false
    }
  }
}
