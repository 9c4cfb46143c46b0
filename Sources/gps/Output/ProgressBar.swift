// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LinuxSystem

/// A progress bar on standard error for long files, which may be read at the same time.
final class ProgressBar: Sendable {
  /// The size of all files in bytes; `nil` for short or endless ones, and where a bar could not be seen.
  private let size: Int?
  private let state = Mutex((position: 0, shown: -1))

  /// The least size in bytes: a shorter input is read before a bar could be seen.
  private static let worthwhile = 8_000_000
  private static let width = 40

  /// - Parameter isAlone: whether nothing is printed meanwhile, so that it cannot conflict with output to a terminal.
  init(of files: [String], isAlone: Bool = false) {
    let size = files.reduce(0) { sum, file in
      guard let status = fileStatus(file), status.kind == S_IFREG else { return sum }
      return sum + Int(status.st_size)
    }
    let isSeen = isatty(STDERR_FILENO) == 1 && (isAlone || isatty(STDOUT_FILENO) == 0)
    self.size = isSeen && size >= Self.worthwhile ? size : nil
  }

  func advance(by count: Int) {
    guard let size else { return }
    state.withLock { state in
      state.position += count
      let percent = min(state.position * 100 / size, 100)
      guard percent != state.shown else { return }
      state.shown = percent
      let filled = percent * Self.width / 100
      let bar =
        String(repeating: "#", count: filled) + String(repeating: " ", count: Self.width - filled)
      StandardError.write("\r[\(bar)] \(percent) %")
    }
  }

  /// Removes the bar, so that a message can be printed.
  func clear() {
    state.withLock { if $0.shown >= 0 { StandardError.write("\r\u{1B}[K") } }
  }
}
