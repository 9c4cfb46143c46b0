// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials

/// The files in which a machine describes itself: `/proc`, `/sys`, `/etc` and `/run`.
struct SystemTree {
  /// The folder that contains them; empty for this machine.
  var root = ""

  /// Returns the text of a file; `nil` if it cannot be read.
  func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: root + path).map { String(decoding: $0, as: UTF8.self) }
  }

  func words(_ path: String) -> [String] {
    (text(path) ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Returns the names in a folder; empty if it cannot be read.
  func entries(_ path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root + path)) ?? []
  }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + path) }
}
