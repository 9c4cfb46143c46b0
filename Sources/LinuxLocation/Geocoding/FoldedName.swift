// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem

/// A name in the form in which names are compared: lowercase letters without accents, words separated by one space.
///
/// The same as `folded` in `Tests/Scripts/gazetteer.py`, which created the keys of the gazetteer.
struct FoldedName: Hashable, Sendable {
  let text: String

  /// Letters without a removable accent, and their replacements.
  private static let spelled: [Unicode.Scalar: String] = [
    "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th",
    "ð": "d", "ς": "σ",
  ]
  private static let silent: Set<Unicode.Scalar> = [
    "'", "’", "‘", "`", "´", "ʹ", "ʻ", "ʼ", ".",
  ]

  init(_ name: String) {
    var text = ""
    var isBetweenWords = false
    for scalar in name.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
    where !Self.silent.contains(scalar) {
      switch scalar.properties.generalCategory {
      case .nonspacingMark: continue
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber, .spacingMark:
        if isBetweenWords, !text.isEmpty { text += " " }
        isBetweenWords = false
        if let spelled = Self.spelled[scalar] {
          text += spelled
        } else {
          text.unicodeScalars.append(scalar)
        }
      default: isBetweenWords = true
      }
    }
    self.text = text
  }

  var isEmpty: Bool { text.isEmpty }

  var words: [Substring] { text.split(separator: " ") }

  /// The FNV-1a hash of its UTF-8.
  var checksum: UInt64 { text.utf8.digest() }
}
