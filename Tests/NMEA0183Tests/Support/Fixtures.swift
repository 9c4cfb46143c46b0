// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// The sentences in `Fixtures/sentences`.
enum Fixtures {
  /// Returns the names of the files with sentences, sorted.
  static func sentenceFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Repository.path("Fixtures/sentences"))
      .sorted()
  }

  /// Returns the sentences written for a kind of message, with line ends and without comments.
  static func sentences(_ kind: String) throws -> [String] {
    try Repository.text("Fixtures/sentences/\(kind).nmea")
      .split(separator: "\r\n", omittingEmptySubsequences: true)
      .filter { !$0.hasPrefix("#") }
      .map { $0 + "\r\n" }
  }
}
