// Core Location for Linux. SPDX-License-Identifier: MIT

/// Follows the brackets of JSON whose bytes arrive in pieces, to find the ends of its values; ``JSONReader`` reads them.
///
/// It looks at each byte once: if a value were read again with every byte that arrives, a client that sends single bytes
/// could keep a processor busy.
package struct JSONBrackets {
  package enum Mark {
    case opens, closes
    /// A character of a text, or a quotation mark around it.
    case text
    case other
  }

  package enum Failure: Error {
    case malformed
    case tooDeep
  }

  /// The brackets that have not been closed.
  package private(set) var open: [UInt8] = []
  private(set) var isInText = false
  private var isEscaped = false
  private let deepest: Int

  package init(deepest: Int) { self.deepest = deepest }

  /// Reads a byte, and returns what it does.
  package mutating func read(_ byte: UInt8) throws(Failure) -> Mark {
    if isInText {
      isInText = isEscaped || byte != UInt8(ascii: "\"")
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      return .text
    }
    switch byte {
    case UInt8(ascii: "\""):
      isInText = true
      return .text
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < deepest else { throw .tooDeep }
      open.append(byte)
      return .opens
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      // The closing brackets are two characters after the opening ones.
      guard open.popLast() == byte - 2 else { throw .malformed }
      return .closes
    default: return .other
    }
  }
}
