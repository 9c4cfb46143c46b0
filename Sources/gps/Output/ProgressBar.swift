// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A progress bar on standard error for a long input.
struct ProgressBar {
  private let size: Int
  private var shown = -1

  /// The least size in bytes: a shorter input is read before a bar could be seen.
  static let worthwhile = 8_000_000
  private static let width = 40

  /// Creates a bar for an input of a size in bytes; `nil` for a short or endless one, or if the bar could not be seen.
  ///
  /// - Parameter isAlone: whether nothing is printed meanwhile, so that it cannot conflict with output to a terminal.
  init?(of size: Int?, isAlone: Bool = false) {
    guard let size, size >= Self.worthwhile, isatty(STDERR_FILENO) == 1,
      isAlone || isatty(STDOUT_FILENO) == 0
    else { return nil }
    self.size = size
  }

  /// Shows that the first `position` bytes have been read.
  mutating func show(_ position: Int) {
    let percent = min(position * 100 / size, 100)
    guard percent != shown else { return }
    shown = percent
    let filled = percent * Self.width / 100
    let bar =
      String(repeating: "#", count: filled) + String(repeating: " ", count: Self.width - filled)
    writeToStandardError("\r[\(bar)] \(percent) %")
  }

  /// Removes the bar.
  func clear() {
    if shown >= 0 { writeToStandardError("\r\u{1B}[K") }
  }
}
