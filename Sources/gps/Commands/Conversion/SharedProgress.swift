// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// A progress bar for several files that are read at the same time.
final class SharedProgress: Sendable {
  private struct State: Sendable {
    var bar: ProgressBar?
    var position = 0
  }

  private let state: Mutex<State>

  /// - Parameter isAlone: see ``ProgressBar``.
  init(of files: [String], isAlone: Bool) {
    let size = files.reduce(0) { sum, file in
      var status = stat()
      let result = file == "-" ? fstat(STDIN_FILENO, &status) : stat(file.pathBytes, &status)
      return result == 0 && status.st_mode & S_IFMT == S_IFREG ? sum + Int(status.st_size) : sum
    }
    state = Mutex(State(bar: ProgressBar(of: size, isAlone: isAlone)))
  }

  /// The progress in one of the files.
  struct Part {
    fileprivate let progress: SharedProgress
    private var position = 0

    fileprivate init(_ progress: SharedProgress) { self.progress = progress }

    /// Shows the number of bytes of this file that have been read.
    mutating func show(_ position: Int) {
      let step = position - self.position
      self.position = position
      progress.state.withLock { state in
        state.position += step
        state.bar?.show(state.position)
      }
    }
  }

  func part() -> Part { Part(self) }

  /// Removes the bar, so that a message can be printed.
  func clear() { state.withLock { $0.bar?.clear() } }
}
