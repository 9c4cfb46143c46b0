// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A bar on standard error that shows how much of a long input has been read.
struct ProgressBar {
  private let size: Int
  private var shown = -1

  /// Input shorter than this is read before a bar could be seen, in bytes.
  static let worthwhile = 8_000_000
  private static let width = 40

  /// A bar for an input of so many bytes; `nil` for a short or endless one, or if nobody would see it.
  ///
  /// - Parameter isAlone: whether nothing is printed meanwhile, so that output to a terminal is not in its way.
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

  /// Takes the bar away.
  func clear() {
    if shown >= 0 { writeToStandardError("\r\u{1B}[K") }
  }
}
