// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// The sentences that tests read.
enum Fixtures {
  /// The names of the files with sentences, sorted.
  static func sentenceFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Repository.path("Fixtures/sentences"))
      .sorted()
  }

  /// The sentences written for a kind of message, line ends included, comments left out.
  static func sentences(_ kind: String) throws -> [String] {
    try Repository.text("Fixtures/sentences/\(kind).nmea")
      .split(separator: "\r\n", omittingEmptySubsequences: true)
      .filter { !$0.hasPrefix("#") }
      .map { $0 + "\r\n" }
  }
}
