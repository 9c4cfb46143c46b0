// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool

struct CellStyle: Hashable {
  var color: TerminalColor?
  var isBold = false
  var isDim = false
  var isReversed = false

  static let plain = CellStyle()
  static let bold = CellStyle(isBold: true)
  static let dim = CellStyle(isDim: true)

  /// Returns the escape sequence that selects the style, whatever was selected before.
  func sequence(hasColor: Bool) -> String {
    var codes = ["0"]
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if isReversed { codes.append("7") }
    if hasColor, let color { codes.append(color.rawValue) }
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }
}
