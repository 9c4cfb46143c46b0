// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// A line at the bottom of the terminal that shows progress and is updated repeatedly.
package struct StatusLine {
  package let isShown = isatty(STDERR_FILENO) == 1
  private var text = ""
  /// When it may be updated; `nil` while it is not shown.
  package private(set) var due: Duration?

  package init() {}

  /// Shows a text, unless the last update was less than a second ago.
  package mutating func show(_ newText: String, at now: Duration) {
    guard isShown, now >= due ?? now else { return }
    due = now + .seconds(1)
    // A line that is out of date by the time that it appears is of no use.
    guard !StandardError.isBusy else { return }
    let width = terminalSize(of: STDERR_FILENO).columns ?? 80
    let fitting = String(printable(newText).prefix(width - 1))
    guard fitting != text else { return }
    text = fitting
    StandardError.write("\r\u{1B}[K\(text)")
  }

  /// Removes the line, so that a message can be printed; the next text restores it.
  package mutating func clear() {
    guard !text.isEmpty else { return }
    (text, due) = ("", nil)
    StandardError.write("\r\u{1B}[K")
  }
}
