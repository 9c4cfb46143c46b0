// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// The files that tests read, found from where this one lies.
enum Fixtures {
  /// The directory that holds `Package.swift`.
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent()  // Support
    .deletingLastPathComponent()  // NMEA0183Tests
    .deletingLastPathComponent()  // Tests
    .deletingLastPathComponent()

  /// The cases of `Message` but `other`, read from its source: what must have a fixture.
  static func messageKinds() throws -> [String] {
    let source = try String(
      contentsOf: package.appending(path: "Sources/NMEA0183/Messages/Message.swift"),
      encoding: .utf8)
    return source.split(separator: "\n").compactMap { line in
      guard let match = line.wholeMatch(of: /\ \ (?:indirect )?case (\w+)\((\w+)\)/) else {
        return nil
      }
      return match.1 == "other" ? nil : String(match.2)
    }
  }

  /// The names of the files with sentences, sorted.
  static func sentenceFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: package.appending(path: "Fixtures/sentences").path()
    ).sorted()
  }

  /// The sentences written for a kind of message, line ends included, comments left out.
  static func sentences(_ kind: String) throws -> [String] {
    let file = package.appending(path: "Fixtures/sentences/\(kind).nmea")
    return try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\r\n", omittingEmptySubsequences: true)
      .filter { !$0.hasPrefix("#") }
      .map { $0 + "\r\n" }
  }
}
