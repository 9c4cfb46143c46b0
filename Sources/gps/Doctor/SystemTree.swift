// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials

/// Where a machine tells of itself: its `/proc`, `/sys`, `/etc` and `/run`.
struct SystemTree {
  /// The folder that these are in; empty for this machine's.
  let root: String

  init(root: String = "") { self.root = root }

  /// The text of a file; `nil` if it cannot be read.
  func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: root + path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The words of a file between which there are blanks or line ends.
  func words(_ path: String) -> [String] {
    (text(path) ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// The names in a folder; none if it cannot be read.
  func entries(_ path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root + path)) ?? []
  }

  /// Whether there is such a file, whatever it is.
  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + path) }
}
