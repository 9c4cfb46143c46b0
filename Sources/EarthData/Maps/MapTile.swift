// Core Location for Linux. SPDX-License-Identifier: MIT

/// The place of a map tile: of the 4ᶻᵒᵒᵐ squares of Mercator's projection, its column from the west and its row from the
/// north.
package struct TileNumber: Hashable, Sendable {
  package let zoom: Int
  package let column: Int
  package let row: Int

  /// The greatest zoom, at which a tile is some 10 m wide.
  package static let greatestZoom = 22

  /// `nil` if there is no such tile.
  package init?(zoom: Int, column: Int, row: Int) {
    guard (0...Self.greatestZoom).contains(zoom), (0..<1 << zoom).contains(column),
      (0..<1 << zoom).contains(row)
    else { return nil }
    (self.zoom, self.column, self.row) = (zoom, column, row)
  }

  /// Reads `Z/X/Y`; `nil` for anything else.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.count <= 8 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard parts.count == 3, numbers.count == 3 else { return nil }
    self.init(zoom: numbers[0], column: numbers[1], row: numbers[2])
  }

  /// The row counted from the south, as in MBTiles.
  package var rowFromSouth: Int { (1 << zoom) - 1 - row }
}

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
