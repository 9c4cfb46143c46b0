// Core Location for Linux. SPDX-License-Identifier: MIT

/// How a cell of a terminal looks, apart from its glyph.
struct CellStyle: Hashable {
  /// `nil` is the terminal's own color.
  var color: TerminalColor?
  var isBold = false
  var isDim = false
  var isReversed = false

  static let plain = CellStyle()
  static let bold = CellStyle(isBold: true)
  static let dim = CellStyle(isDim: true)

  /// What selects it, whatever was selected before.
  ///
  /// - Parameter hasColor: whether colors are wanted; the others stay without them.
  func sequence(hasColor: Bool) -> String {
    var codes = ["0"]
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if isReversed { codes.append("7") }
    if hasColor, let color { codes.append(color.rawValue) }
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }
}
