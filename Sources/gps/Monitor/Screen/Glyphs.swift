// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The set of characters that a terminal can display.
enum Glyphs: Hashable {
  /// Braille, blocks and lines.
  case unicode
  /// ASCII, which every terminal has, including the Linux console, whose font has no Braille.
  case ascii

  /// What the terminal of this process can display, by its locale and `TERM`.
  init(_ environment: Environment) {
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(CInt(CODESET)).map { String(cString: $0) } ?? ""
    let isUTF8 = ["UTF-8", "UTF8", "utf-8", "utf8"].contains(codeset)
    self = isUTF8 && environment["TERM"]?.hasPrefix("linux") != true ? .unicode : .ascii
  }

  var rule: Character { self == .unicode ? "\u{2500}" : "-" }
  var ellipsis: Character { self == .unicode ? "…" : "." }
  var plusMinus: String { self == .unicode ? "±" : "+-" }
  var degree: String { self == .unicode ? "°" : "" }

  /// Full and half-full cells of a bar.
  var fullBlock: Character { self == .unicode ? "█" : "#" }
  var halfBlock: Character { self == .unicode ? "▄" : "*" }
  /// The same for a satellite in view that is not used.
  var lightBlock: Character { self == .unicode ? "░" : "." }

  /// Returns the character for the dots of a cell, two columns of four, numbered as in Braille.
  func dots(_ pattern: UInt8) -> Character {
    guard pattern != 0 else { return " " }
    if self == .unicode { return Character(Unicode.Scalar(0x2800 + UInt32(pattern)) ?? " ") }
    return switch pattern.nonzeroBitCount {
    case 1, 2: "."
    case 3, 4: "+"
    case 5, 6: "*"
    default: "#"
    }
  }
}
