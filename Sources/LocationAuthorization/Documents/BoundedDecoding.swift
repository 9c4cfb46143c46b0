// Core Location for Linux. SPDX-License-Identifier: MIT

package import FoundationEssentials
import LocationJSON

/// Decodes JSON and property lists from untrusted sources.
///
/// Their length and nesting are checked before a decoder sees them: decoders recurse for each level, and one that runs
/// out of stack ends the process. In JSON, they pick one of two members with the same name, and do not say so:
/// ``JSONReader`` reads it first, and a decoder only what that understands.
package enum BoundedDecoding {
  /// The most bytes in a document.
  package static let longest = 1 << 22
  /// The most levels of lists and dictionaries; documents read here have less than a quarter as many.
  package static let deepest = 64

  /// Why a document is not decoded: a few words, which may quote the document.
  package struct Refusal: Error, Hashable, Sendable {
    package let reason: String
  }

  package static func json<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], by decoder: JSONDecoder = JSONDecoder()
  ) throws(Refusal) -> Value {
    try check(bytes)
    do throws(JSONReader.Failure) {
      _ = try JSONReader.document(bytes, deepest: deepest)
    } catch {
      throw Refusal(reason: reason(error))
    }
    do { return try decoder.decode(type, from: Data(bytes)) } catch { throw refusal(error) }
  }

  package static func propertyList<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws(Refusal) -> Value {
    try check(bytes)
    if let reason = XMLNesting.fault(of: bytes, deepest: deepest) { throw Refusal(reason: reason) }
    do { return try PropertyListDecoder().decode(type, from: Data(bytes)) } catch {
      throw refusal(error)
    }
  }

  private static func check(_ bytes: [UInt8]) throws(Refusal) {
    guard bytes.count <= longest else { throw Refusal(reason: "more than \(longest) bytes") }
  }

  private static func reason(_ failure: JSONReader.Failure) -> String {
    switch failure {
    case .incomplete, .malformed: "not what it should be"
    case .tooDeep: "more than \(deepest) levels"
    case .repeated(let name): "two members with the name \(name)"
    case .notText: "not text in UTF-8"
    }
  }

  private static func refusal(_ error: any Error) -> Refusal {
    guard let error = error as? DecodingError else {
      return Refusal(reason: "it cannot be decoded")
    }
    let (context, what) =
      switch error {
      case .keyNotFound(let key, let context): (context, "\(key.stringValue) is missing")
      case .typeMismatch(_, let context), .valueNotFound(_, let context):
        (context, "a value of the wrong type")
      case .dataCorrupted(let context):
        (
          context,
          context.codingPath.isEmpty && !context.debugDescription.hasPrefix("version")
            ? "not what it should be" : context.debugDescription
        )
      @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), "unreadable")
      }
    let place = context.codingPath.map(\.stringValue).joined(separator: ".")
    return Refusal(reason: place.isEmpty ? what : "\(what) at \(place)")
  }
}

/// How deeply an XML property list is nested, judged from its bytes alone.
///
/// Where two XML parsers might disagree on whether something is a tag, the document is refused.
enum XMLNesting {
  private static let unclear = "a tag that is not understood"

  /// Returns why the document must not be decoded; `nil` if it may be, whether it is valid or not.
  static func fault(of bytes: [UInt8], deepest: Int) -> String? {
    // The oldest format, with braces and parentheses, is not supported.
    let first = bytes.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard !bytes.contains(0), first == nil || first == UInt8(ascii: "<") else {
      return "not XML in UTF-8"
    }
    var depth = 0
    // What ends the comment, text or instruction in which there are no tags.
    var end: String?
    for part in bytes.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
      .dropFirst()
    {
      end = end ?? terminator(behind: part)
      if let terminator = end {
        // Some parsers take the beginning for the end, too.
        guard !["!-->", "!--->", "?>"].contains(where: { part.starts(with: $0.utf8) }) else {
          return unclear
        }
        if part.contains(terminator.utf8) { end = nil }
        continue
      }
      guard let step = step(part, isLast: part.endIndex == bytes.endIndex) else { return unclear }
      depth = max(0, depth + step)
      guard depth <= deepest else { return "more than \(deepest) levels" }
    }
    return nil
  }

  /// Returns what ends a part without tags that begins after `<`; `nil` if a tag begins there.
  private static func terminator(behind part: ArraySlice<UInt8>) -> String? {
    if part.starts(with: "!--".utf8) { return "-->" }
    if part.starts(with: "![CDATA[".utf8) { return "]]>" }
    return part.starts(with: "?".utf8) ? "?>" : nil
  }

  /// Returns by how much a tag changes the depth; `nil` if it does not end, although another one follows, if a value in
  /// it may contain `>`, or if it contains declarations.
  private static func step(_ part: ArraySlice<UInt8>, isLast: Bool) -> Int? {
    let tag = part.prefix { $0 != UInt8(ascii: ">") }
    guard isLast || tag.count < part.count, tag.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 0,
      !tag.contains(UInt8(ascii: "'")), !tag.contains(UInt8(ascii: "["))
    else { return nil }
    switch tag.first {
    case UInt8(ascii: "!"): return 0
    case UInt8(ascii: "/"): return -1
    default: return tag.last == UInt8(ascii: "/") ? 0 : 1
    }
  }
}
