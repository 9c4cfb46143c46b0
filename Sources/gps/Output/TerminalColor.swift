// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A color that says how something is, green for good and red for bad, or tells things apart.
enum TerminalColor: String {
  case red = "31"
  case green = "32"
  case yellow = "33"
  case blue = "34"
  case magenta = "35"
  case cyan = "36"

  /// What switches back to the terminal's own color.
  static let end = "\u{1B}[0m"

  /// What switches to the color.
  var start: String { "\u{1B}[\(rawValue)m" }

  /// Whether a descriptor is a terminal whose user wants colors (https://no-color.org).
  static func isShown(on descriptor: CInt) -> Bool {
    isShown(onTerminal: isatty(descriptor) == 1) { getenv($0).map { String(cString: $0) } }
  }

  /// The same, with the variables of any environment.
  static func isShown(onTerminal isTerminal: Bool, _ variable: (String) -> String?) -> Bool {
    isTerminal && (variable("NO_COLOR") ?? "").isEmpty
      && !["", "dumb"].contains(variable("TERM") ?? "")
  }

  /// A text in a color, if colors are shown there.
  static func paint(_ text: String, _ color: Self?, on descriptor: CInt) -> String {
    guard let color, isShown(on: descriptor) else { return text }
    return color.start + text + end
  }
}
