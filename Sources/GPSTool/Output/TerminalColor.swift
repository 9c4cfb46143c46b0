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

  /// Returns what selects the color for the text that follows.
  package func start(in palette: TerminalPalette) -> String { "\u{1B}[\(code(in: palette))m" }

  /// Returns the parameters of the escape sequence.
  package func code(in palette: TerminalPalette) -> String {
    palette == .basic ? rawValue : "38;5;\(number)"
  }

  /// Its number among the 256 colors of xterm, whose meaning no user changes.
  ///
  /// On white and on black, each has a contrast of at least 3.9; the eight basic colors are made for black.
  package var number: Int {
    switch self {
    case .red: 196
    case .green: 28
    case .yellow: 130
    case .blue: 27
    case .magenta: 164
    case .cyan: 30
    }
  }

  package static func paint(_ text: String, _ color: Self?, on descriptor: CInt) -> String {
    guard let color, let palette = TerminalPalette(of: descriptor) else { return text }
    return color.start(in: palette) + text + end
  }
}

/// The colors that a terminal has.
package enum TerminalPalette {
  /// The eight that every terminal has.
  case basic
  /// Those of xterm.
  case wide

  /// What is neither the color of text nor that of its ground, and can be read on white and on black.
  package static let gray = "38;5;243"

  /// - Returns: `nil` if it is no terminal, or its user wants no colors (https://no-color.org).
  package init?(of descriptor: CInt) {
    self.init(onTerminal: isatty(descriptor) == 1, .current)
  }

  package init?(onTerminal isTerminal: Bool, _ environment: Environment) {
    let name = environment["TERM"] ?? ""
    guard isTerminal, (environment["NO_COLOR"] ?? "").isEmpty, !["", "dumb"].contains(name) else {
      return nil
    }
    let isWide =
      environment["COLORTERM"]?.isEmpty == false || name.contains("256color")
      || Self.wideTerminals.contains { name.hasPrefix($0) }
    self = isWide ? .wide : .basic
  }

  private static let wideTerminals = [
    "xterm", "tmux", "alacritty", "foot", "kitty", "wezterm", "ghostty", "konsole", "vte",
  ]
}
