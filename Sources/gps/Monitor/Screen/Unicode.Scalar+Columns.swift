// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The number of terminal columns of a character, by the widths of Unicode (UAX #11) and wcwidth(3).

extension Unicode.Scalar {
  /// 0 for combining characters, 2 for wide ones, else 1; meaningful for printable characters only.
  var columns: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    // Hangul vowels and trailing consonants share the cell of the leading consonant.
    if (0x1160...0x11FF).contains(value) { return 0 }
    return isWide ? 2 : 1
  }

  private var isWide: Bool {
    guard value >= 0x1100 else { return false }
    // Regional indicators are emoji in pairs, and narrow alone.
    if properties.isEmojiPresentation { return !(0x1F1E6...0x1F1FF).contains(value) }
    return Self.wide.contains { $0.contains(value) }
  }

  /// A few ranges that contain only wide characters and unassigned or unprintable ones, besides emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
    0x1AFF0...0x1B2FF, 0x1F200...0x1F320, 0x20000...0x3FFFD,
  ]
}
