// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LinuxSystem

/// A progress bar on standard error for what takes long, such as files that may be read at the same time.
final class ProgressBar: Sendable {
  /// How much there is to do, such as the size of all files in bytes; `nil` where a bar would not be seen.
  private let size: Int?
  private let state = Mutex((position: 0, shown: -1, start: Duration?.none))

  /// The least size in bytes: a shorter input is read before a bar could be seen.
  private static let worthwhile = 8_000_000
  private static let width = 40

  /// - Parameter isAlone: whether nothing is printed meanwhile, so that it cannot conflict with output to a terminal.
  convenience init(of files: [String], isAlone: Bool = false) {
    let size = files.reduce(0) { sum, file in
      guard let status = fileStatus(file), status.kind == S_IFREG else { return sum }
      return sum + Int(status.st_size)
    }
    self.init(size: size >= Self.worthwhile ? size : nil, isAlone: isAlone)
  }

  /// - Parameter size: how much there is to do, in steps of any kind; `nil` for nothing worth a bar.
  init(size: Int?, isAlone: Bool) {
    let isSeen = isatty(STDERR_FILENO) == 1 && (isAlone || isatty(STDOUT_FILENO) == 0)
    self.size = isSeen ? size.flatMap { $0 > 0 ? $0 : nil } : nil
  }

  func advance(by count: Int) {
    guard let size else { return }
    let now = monotonicNow()
    state.withLock { state in
      let start = state.start ?? now
      (state.start, state.position) = (start, min(state.position + count, size))
      let percent = Int(Double(state.position) / Double(size) * 100)
      guard percent != state.shown else { return }
      state.shown = percent
      StandardError.write("\r\u{1B}[K" + Self.text(percent: percent, after: now - start))
    }
  }

  /// Removes the bar, so that a message can be printed.
  func clear() {
    state.withLock { if $0.shown >= 0 { StandardError.write("\r\u{1B}[K") } }
  }

  /// Returns the bar, with the time that is left if the rest takes as long as what is done.
  static func text(percent: Int, after elapsed: Duration) -> String {
    let filled = percent * width / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: width - filled)
    let left = timeLeft(done: Double(percent) / 100, after: elapsed)
    return "[\(bar)] \(percent) %" + (left.map { ", \($0)" } ?? "")
  }
}
