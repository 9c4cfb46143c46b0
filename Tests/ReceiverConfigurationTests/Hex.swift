// Core Location for Linux. SPDX-License-Identifier: MIT

/// Returns the bytes of pairs of hexadecimal digits; blanks are ignored.
func bytes(_ text: String) -> [UInt8] {
  let digits = text.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { index -> UInt8 in
    UInt8(digits[index] << 4 | digits[index + 1])
  }
}

/// Returns the text of a sentence without its line end.
func text(_ bytes: [UInt8]) -> String {
  String(decoding: bytes.prefix { $0 >= 0x20 }, as: UTF8.self)
}
