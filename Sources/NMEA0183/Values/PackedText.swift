// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Short texts as integers, so that they are compared as numbers.

/// Returns the characters packed into an integer, the first in the lowest byte.
func packedText(_ word: UInt64) -> String {
  var text = ""
  var rest = word
  while rest != 0 {
    text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: rest)))
    rest >>= 8
  }
  return text
}

/// Packs a text of at most eight ASCII characters into an integer, the first in the lowest byte.
///
/// The compiler turns a literal into a constant.
func packedText(_ text: StaticString) -> UInt64 {
  precondition(
    text.isASCII && text.utf8CodeUnitCount <= 8, "not packed: over eight characters, or not ASCII")
  var word: UInt64 = 0
  for index in 0..<text.utf8CodeUnitCount {
    // Proof: the index is below the number of bytes that the literal has.
    word |= unsafe UInt64(text.utf8Start[index]) &<< UInt64(8 &* index)
  }
  return word
}
