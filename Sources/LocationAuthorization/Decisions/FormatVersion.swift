// Core Location for Linux. SPDX-License-Identifier: MIT

/// The version of the two files, decisions and policy.
enum FormatVersion {
  static let current = 1

  /// Throws for a version that this program does not know.
  static func check(_ version: Int, in decoder: any Decoder) throws {
    guard version != current else { return }
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription: "version \(version) is not known, only \(current)"))
  }
}
