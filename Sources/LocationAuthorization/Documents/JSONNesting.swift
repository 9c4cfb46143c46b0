// Core Location for Linux. SPDX-License-Identifier: MIT

/// How deeply JSON is nested, judged from its bytes alone.
enum JSONNesting {
  /// Returns why the document must not be decoded; `nil` if it may be, whether it is valid or not.
  static func fault(of bytes: [UInt8], deepest: Int) -> String? {
    // In UTF-16 and UTF-32, brackets have zero bytes, and other characters may contain the byte of a quotation mark.
    guard !bytes.contains(0) else { return "not text in UTF-8" }
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      } else if isInString {
        isEscaped = byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
        depth += 1
        if depth > deepest { return "more than \(deepest) levels" }
      } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
        depth = max(0, depth - 1)
      }
    }
    return nil
  }
}
