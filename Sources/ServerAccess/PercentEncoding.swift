// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// Text in URLs and forms, where a byte may be written as `%2F` (RFC 3986 §2.1).
package enum PercentEncoding {
  /// Returns the decoded text; `nil` if a `%` is not followed by two hexadecimal digits, or if the bytes are not UTF-8 or
  /// contain a zero.
  package static func decode(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var iterator = text.utf8.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }

  /// Returns the text with every byte escaped that is neither unreserved (RFC 3986 §2.3) nor allowed here.
  package static func encode(_ text: String, allowing allowed: String = "") -> String {
    let allowed = Array(("-._~" + allowed).utf8)
    return text.utf8.reduce(into: "") { result, byte in
      if byte.isLetterOrDigit || allowed.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += FileName.escape(byte)
      }
    }
  }
}
