// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Frames of other protocols between sentences: the framer only finds where they may open, and skips them.

/// What the bytes at the opener of a frame amount to.
package enum ForeignFrame {
  /// A frame of so many bytes: nothing in it is a sentence.
  case whole(byteCount: Int)
  /// The beginning of a frame; whether it is one shows with more bytes.
  case incomplete
  /// No frame, although it begins like one.
  case damaged
  /// No frame.
  case none
}

/// A set of bytes.
package struct ByteSet: Sendable {
  private var bits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  package init(_ bytes: [UInt8] = []) {
    for byte in bytes {
      let bit: UInt64 = 1 << UInt64(byte & 63)
      switch byte >> 6 {
      case 0: bits.0 |= bit
      case 1: bits.1 |= bit
      case 2: bits.2 |= bit
      default: bits.3 |= bit
      }
    }
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    let word =
      byte < 128 ? (byte < 64 ? bits.0 : bits.1) : (byte < 192 ? bits.2 : bits.3)
    return word & 1 << UInt64(byte & 63) != 0
  }
}

/// The bytes with which frames of other protocols open.
package struct FrameOpeners: Sendable {
  /// Their first bytes.
  let first: ByteSet
  /// The second bytes of those that begin with a `$`, as sentences do.
  let afterDollar: ByteSet
  /// Whether some begin with a `$`.
  let includeDollar: Bool

  package init(first: [UInt8] = [], afterDollar: [UInt8] = []) {
    self.first = ByteSet(afterDollar.isEmpty ? first : first + [.dollar])
    self.afterDollar = ByteSet(afterDollar)
    includeDollar = !afterDollar.isEmpty
  }
}

extension SentenceFramer {
  /// Whether a frame may open at a place, as far as its first two bytes show.
  func mayOpenFrame(_ place: Int) -> Bool {
    guard frameOpeners.first.contains(buffer[place]), discarded + place != refused else {
      return false
    }
    guard buffer[place] == .dollar, place + 1 < end else { return true }
    return frameOpeners.afterDollar.contains(buffer[place + 1])
  }

  /// Whether ``next()`` has stopped at the opener of a frame.
  var isAtFrame: Bool { start == nil && cursor < end && mayOpenFrame(cursor) }

  /// The position of the opener, and the end of the bytes pushed so far, in ``buffer``.
  var frameBytes: Range<Int> { cursor..<end }

  /// Skips what begins at the opener; false if that has to wait for more bytes.
  mutating func skip(_ frame: ForeignFrame) -> Bool {
    switch frame {
    case .incomplete: return false
    case .whole(let byteCount):
      cursor += byteCount
      dropTag()
    // A frame that was cut off swallows what follows it, so the search begins again one byte on.
    case .damaged:
      defects.damagedFrames += 1
      defects.noiseBytes += 1
      cursor += 1
      dropTag()
    case .none: refuseFrame()
    }
    return true
  }

  /// Treats the byte at which a frame might have opened like any other: a `$` opens a sentence.
  mutating func refuseFrame() { refused = discarded + cursor }
}
