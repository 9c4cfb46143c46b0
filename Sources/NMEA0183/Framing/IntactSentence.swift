// Core Location for Linux. SPDX-License-Identifier: MIT

/// A sentence as nearly all are: an address of five characters, a right checksum, no TAG block.
struct IntactSentence {
  /// Where its `$` lies in the framer's buffer.
  let start: Int
  /// Where its asterisk lies.
  let body: Int
  /// The address, packed into a word, its first character in the lowest byte.
  let address: UInt64

  /// Where the first field starts.
  @inline(__always)
  var fieldsStart: Int { start &+ 7 }
  /// Behind the last digit of the checksum.
  @inline(__always)
  var end: Int { body &+ 3 }
}
