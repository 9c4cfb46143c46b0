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

extension SentenceFramer {
  /// Whether ``next()`` has stopped at the opener of a frame.
  var isAtFrame: Bool {
    guard let frameOpener, cursor < end, start == nil else { return false }
    return buffer[cursor] == frameOpener
  }

  /// The position of the opener, and the end of the bytes pushed so far, in ``buffer``.
  var frameBytes: Range<Int> { cursor..<end }

  /// Skips what begins at the opener; false if that has to wait for more bytes.
  mutating func skip(_ frame: ForeignFrame) -> Bool {
    switch frame {
    case .incomplete: return false
    case .whole(let byteCount): cursor += byteCount
    // A frame that was cut off swallows what follows it, so the search begins again one byte on.
    case .damaged:
      defects.damagedFrames += 1
      skipOpener()
    case .none: skipOpener()
    }
    return true
  }

  /// Skips an opener that opens no frame.
  mutating func skipOpener() {
    defects.noiseBytes += 1
    cursor += 1
  }
}
