// Core Location for Linux. SPDX-License-Identifier: MIT

/// What the tags of a sub-frame cover, by their place (MACLT).
///
/// Source: OSNMA SIS ICD 1.1, annex C.
package struct TagTable: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  /// - Returns: `nil` for numbers that the standard does not define.
  package init?(rawValue: UInt8) {
    guard Self.rows[rawValue] != nil else { return nil }
    self.rawValue = rawValue
  }

  /// The place of a tag.
  enum Slot: Equatable {
    /// A tag for data of the satellite that sends it.
    case own(TagKind)
    /// A tag for data of any satellite.
    case any(TagKind)
    /// Whatever its information says, for which the sequence code (MACSEQ) vouches.
    case flexible
  }

  /// The places in a sub-frame, from the first to the last.
  func slots(in subframe: GalileoTime) -> [Slot] {
    guard let row = Self.rows[rawValue] else { return [] }
    return subframe.isFullMinute ? row.full : row.half
  }

  /// Whether so many tags and a key of that size fit into the 480 bits of a sub-frame.
  func fits(_ parameters: ChainParameters) -> Bool {
    guard let row = Self.rows[rawValue] else { return false }
    let used = max(row.full.count, row.half.count) * (parameters.tagBits + 16)
    return used + 8 * parameters.keySize <= 480
  }

  /// The places at full minutes, and those of the sub-frames between.
  private static let rows: [UInt8: (full: [Slot], half: [Slot])] = [
    27: row("00S 00E 00E 00E 12S 00E", "00S 00E 00E 04S 12S 00E"),
    28: row(
      "00S 00E 00E 00E 00S 00E 00E 12S 00E 00E", "00S 00E 00E 00S 00E 00E 04S 12S 00E 00E"),
    31: row("00S 00E 00E 12S 00E", "00S 00E 00E 12S 04S"),
    33: row("00S 00E 04S 00E 12S 00E", "00S 00E 00E 12S 00E 12E"),
    34: row("00S FLX 04S FLX 12S 00E", "00S FLX 00E 12S 00E 12E"),
    35: row("00S FLX 04S FLX 12S FLX", "00S FLX FLX 12S FLX FLX"),
    36: row("00S FLX 04S FLX 12S", "00S FLX 00E 12S 12E"),
    37: row("00S 00E 04S 00E 12S", "00S 00E 00E 12S 12E"),
    38: row("00S FLX 04S FLX 12S", "00S FLX FLX 12S FLX"),
    39: row("00S FLX 04S FLX", "00S FLX 00E 12S"),
    40: row("00S 00E 04S 12S", "00S 00E 00E 12E"),
    41: row("00S FLX 04S FLX", "00S FLX FLX 12S"),
  ]

  private static func row(_ full: String, _ half: String) -> (full: [Slot], half: [Slot]) {
    (slots(full), slots(half))
  }

  private static func slots(_ text: String) -> [Slot] {
    text.split(separator: " ").map { slot in
      guard let kind = UInt8(slot.prefix(2)).flatMap(TagKind.init) else { return .flexible }
      return slot.last == "S" ? .own(kind) : .any(kind)
    }
  }
}

/// ADKD: what a tag covers, and when its key is published.
package enum TagKind: UInt8, Hashable, Sendable {
  case ephemeris = 0
  case timing = 4
  /// As ``ephemeris``, with a key that is published later, for receivers whose clock is less exact.
  case slowEphemeris = 12

  package var data: DataKind { self == .timing ? .timing : .ephemeris }

  /// The seconds from the sub-frame of a tag to that of its key.
  package var delay: Int { self == .slowEphemeris ? 330 : 30 }
}
