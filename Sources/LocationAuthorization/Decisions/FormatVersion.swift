// Core Location for Linux. SPDX-License-Identifier: MIT

/// The format version of the two files, decisions and policy.
enum FormatVersion {
  static let current = 1

  static func check(_ version: Int, in decoder: any Decoder) throws {
    guard version != current else { return }
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription: "version \(version) is not known, only \(current)"))
  }
}
