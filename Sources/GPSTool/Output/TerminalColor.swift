// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem

/// A color that marks something as good (green) or bad (red), or distinguishes things.
package enum TerminalColor: String {
  case red = "31"
  case green = "32"
  case yellow = "33"
  case blue = "34"
  case magenta = "35"
  case cyan = "36"

  package static let end = "\u{1B}[0m"

  package var start: String { "\u{1B}[\(rawValue)m" }

  /// Returns whether a descriptor is a terminal whose user wants colors (https://no-color.org).
  package static func isShown(on descriptor: CInt) -> Bool {
    isShown(onTerminal: isatty(descriptor) == 1, .current)
  }

  package static func isShown(onTerminal isTerminal: Bool, _ environment: Environment) -> Bool {
    isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
      && !["", "dumb"].contains(environment["TERM"] ?? "")
  }

  package static func paint(_ text: String, _ color: Self?, on descriptor: CInt) -> String {
    guard let color, isShown(on: descriptor) else { return text }
    return color.start + text + end
  }
}
