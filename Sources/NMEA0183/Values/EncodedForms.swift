// Core Location for Linux. SPDX-License-Identifier: MIT
//
// How values are encoded that are one text or one list when they are. Embedded Swift has no Codable: there, conforming to it means
// nothing, and this is the only file that says so.

#if hasFeature(Embedded)
  /// Anything.
  public typealias Codable = Any
#else
  extension LetterCode {
    /// Reads the letter as a string of one character.
    public init(from decoder: any Decoder) throws {
      let letter = try packedText(from: decoder, count: 1)
      guard let code = Self(rawValue: UInt8(letter)) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "unknown code"))
      }
      self = code
    }

    /// Writes the letter as a string of one character.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(packedText(UInt64(rawValue)))
    }
  }

  extension Talker: Codable {
    /// Reads the two characters as a string.
    public init(from decoder: any Decoder) throws {
      self.init(rawValue: try UInt16(packedText(from: decoder, count: 2)))
    }

    /// Writes the two characters as a string.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }

  extension UTCTime: Codable {
    /// Reads a time in the form of its ``description``.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      guard let time = Self(description: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "expected a time, hh:mm:ss.sss")
      }
      self = time
    }

    /// Writes the time as its ``description``.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }

  extension ShortList: Codable where Element: Codable {
    /// Reads a list of at most `capacity` elements.
    public init(from decoder: any Decoder) throws {
      let elements = try [Element](from: decoder)
      guard elements.count <= capacity else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "more than \(capacity) elements"))
      }
      self.init(elements)
    }

    /// Writes the elements as an array.
    public func encode(to encoder: any Encoder) throws { try Array(self).encode(to: encoder) }
  }

  /// Reads a string of `count` ASCII characters and packs it into an integer, the first in the lowest byte.
  private func packedText(from decoder: any Decoder, count: Int) throws -> UInt64 {
    let container = try decoder.singleValueContainer()
    let bytes = Array(try container.decode(String.self).utf8)
    guard bytes.count == count, bytes.allSatisfy({ $0.isPrintable }) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected \(count) ASCII characters")
    }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
#endif
