// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials

/// How deeply JSON is nested, and whether an object has two members with one name, judged from its bytes alone.
///
/// Decoders pick one of two such members, and do not say so.
enum JSONStructure {
  /// Returns why the document must not be decoded; `nil` if it may be, whether it is valid or not.
  static func fault(of bytes: [UInt8], deepest: Int) -> String? {
    // In UTF-16 and UTF-32, brackets have zero bytes, and other characters may contain the byte of a quotation mark.
    guard !bytes.contains(0) else { return "not text in UTF-8" }
    // The names in each object around this place; nil for an array.
    var levels: [Set<String>?] = []
    // Whether a string here is a name, not a value.
    var isAtName = false
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        isAtName = bytes[place] == UInt8(ascii: "{")
        levels.append(isAtName ? [] : nil)
        if levels.count > deepest { return "more than \(deepest) levels" }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        isAtName = false
        _ = levels.popLast()
      case UInt8(ascii: ","): isAtName = levels.last.map { $0 != nil } ?? false
      case UInt8(ascii: "\""):
        let start = place
        place = end(of: bytes, after: start)
        guard isAtName else { break }
        isAtName = false
        let name = text(bytes[start...min(place, bytes.count - 1)])
        guard levels[levels.count - 1]?.insert(name).inserted != false else {
          return "two members with the name \(name)"
        }
      default: break
      }
      place += 1
    }
    return nil
  }

  /// Returns the place of the quotation mark that ends a string; that of the document's end if there is none.
  private static func end(of bytes: [UInt8], after start: Int) -> Int {
    var place = start + 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return place
  }

  /// Returns the text between quotation marks, as decoders understand it.
  ///
  /// Texts that are equal as Swift strings are the same name to them, whatever their bytes.
  private static func text(_ literal: ArraySlice<UInt8>) -> String {
    let plain = String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
    guard literal.contains(UInt8(ascii: "\\")) else { return plain }
    return (try? JSONDecoder().decode(String.self, from: Data(literal))) ?? plain
  }
}
