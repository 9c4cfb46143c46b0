// Core Location for Linux. SPDX-License-Identifier: MIT

/// A kind of picture that browsers show, recognized by its first bytes.
package enum PictureKind: String, Sendable {
  case png, jpeg, webp

  /// `nil` for anything else, whatever it is called.
  package init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }

  /// Its type in HTTP and in `data:` addresses.
  package var mediaType: String { "image/\(rawValue)" }
}
