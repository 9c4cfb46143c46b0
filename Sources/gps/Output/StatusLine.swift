// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A line at the bottom of the terminal that tells how far something is, and is written anew again and again.
struct StatusLine {
  /// Whether anybody would see it.
  let isShown = isatty(STDERR_FILENO) == 1
  private var text = ""
  /// When it may be written anew; `nil` while it is not there.
  private(set) var due: Duration?

  private static let interval: Duration = .seconds(1)

  /// Shows a text, unless the last one is younger than a second.
  mutating func show(_ newText: String, at now: Duration) {
    guard isShown, now >= due ?? now else { return }
    due = now + Self.interval
    let fitting = String(printable(newText).prefix(width - 1))
    guard fitting != text else { return }
    text = fitting
    writeToStandardError("\r\u{1B}[K\(text)")
  }

  /// Takes the line away, so that something else can be said; it comes back with the next text.
  mutating func clear() {
    guard !text.isEmpty else { return }
    (text, due) = ("", nil)
    writeToStandardError("\r\u{1B}[K")
  }

  private var width: Int {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1
    return isKnown ? Int(size.ws_col) : 80
  }
}
