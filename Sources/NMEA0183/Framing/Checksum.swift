// Core Location for Linux. SPDX-License-Identifier: MIT

/// Advances over the characters of a sentence, folding their exclusive or, up to one that may end it.
///
/// Stops at the first byte in `from..<to` that is below `+` or above 126 (among them `$`, `*`, the line ends, controls,
/// DEL and the blank), or at `to`. The fold is spread over eight lanes; see ``Swift/UInt64/foldedToByte``. It reads
/// eight bytes at a time, which is several times faster than one, so eight bytes must follow `to`, whatever they
/// contain.
@inline(__always)
func foldChecksum(in bytes: RawSpan, from: Int, to: Int, seed: UInt64) -> (Int, UInt64) {
  var position = from
  var fold = seed
  // One check for all words: the last one starts at `to` at the latest.
  precondition(from >= 0 && from <= to && to &+ 8 <= bytes.byteCount)
  // Two words at a time, as long as neither may end the sentence.
  while position &+ 16 <= to {
    let first = bytes.checkedWord(at: position)
    let second = bytes.checkedWord(at: position &+ 8)
    guard (first.stops | second.stops) & 0x8080_8080_8080_8080 == 0 else { break }
    fold ^= first ^ second
    position &+= 16
  }
  while true {
    let word = bytes.checkedWord(at: position)
    let stops = word.stops & 0x8080_8080_8080_8080
    if stops == 0, position &+ 8 <= to {
      fold ^= word
      position &+= 8
      continue
    }
    let clean = min(stops.trailingZeroBitCount &>> 3, to &- position)
    if clean < 8 { fold ^= word & ((1 &<< UInt64(8 &* clean)) &- 1) } else { fold ^= word }
    return (position &+ clean, fold)
  }
}

extension UInt64 {
  /// In the high bit of each byte, whether it is below 0x2B or above 0x7E; exact for the lowest such byte.
  ///
  /// Only such a byte borrows from the next, or carries into it.
  @inline(__always)
  fileprivate var stops: UInt64 {
    (self &- 0x2B2B_2B2B_2B2B_2B2B) | (self &+ 0x0101_0101_0101_0101)
  }

  /// The exclusive or of the eight bytes.
  @inline(__always)
  var foldedToByte: UInt8 {
    var fold = self ^ self >> 32
    fold ^= fold >> 16
    return UInt8(truncatingIfNeeded: fold ^ fold >> 8)
  }
}

extension UInt8 {
  /// Its two capital hexadecimal digits in memory order, the high one in the lower byte.
  @inline(__always)
  var hexDigits: UInt16 {
    let high = UInt16(self &>> 4)
    let low = UInt16(self & 15)
    return (high &+ (high > 9 ? 0x37 : 0x30)) | (low &+ (low > 9 ? 0x37 : 0x30)) &<< 8
  }
}

extension SentenceFramer {
  /// How sentences that end without a checksum are treated.
  public enum ChecksumPolicy: Sendable {
    /// They are dropped and counted, as the standard has required since version 3.0.
    case required
    /// They are accepted; a sentence with a wrong checksum is still dropped.
    case optional
  }
}
