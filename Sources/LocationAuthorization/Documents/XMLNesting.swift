// Core Location for Linux. SPDX-License-Identifier: MIT

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
