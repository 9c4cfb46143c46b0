// Core Location for Linux. SPDX-License-Identifier: MIT

/// Reads the fields of a sentence from left to right, for sentences that this module does not know.
///
/// ```swift
/// var fields = reader.fields(of: sentence)
/// let time = fields.time()
/// let heading = fields.decimal()
/// ```
///
/// Every call reads one field (two for a coordinate) and returns `nil` if it is empty, missing or unreadable;
/// ``unreadableFields`` counts the unreadable ones.
public struct FieldCursor: ~Escapable {
  var reader: FieldReader

  @_lifetime(copy reader)
  init(_ reader: consuming FieldReader) { self.reader = reader }

  /// Whether a field is left.
  public var hasMore: Bool { reader.hasMore }

  /// Number of fields so far whose content could not be read.
  public var unreadableFields: Int { reader.unreadable }

  /// Reads a decimal number with or without sign and fraction, as the Double nearest to it.
  public mutating func decimal() -> Double? { reader.decimal() }

  /// Reads an integer with or without sign.
  public mutating func integer() -> Int? { reader.signedInteger() }

  /// Reads a hexadecimal integer, below 256.
  public mutating func hexadecimal() -> UInt8? { reader.hexadecimal() }

  /// Reads a single character.
  public mutating func character() -> Character? {
    reader.character().map { Character(Unicode.Scalar($0)) }
  }

  /// Reads text, with the standard's `^hh` escapes resolved.
  public mutating func text() -> String? { reader.text() }

  /// Reads a time of day, `hhmmss` with or without a fraction.
  public mutating func time() -> UTCTime? { reader.time() }

  /// Reads degrees, north positive, from two fields: `ddmm.mmm` and `N` or `S`.
  public mutating func latitude() -> Double? { reader.latitude() }

  /// Reads degrees, east positive, from two fields: `dddmm.mmm` and `E` or `W`.
  public mutating func longitude() -> Double? { reader.longitude() }

  /// Skips a field.
  public mutating func skip() { reader.skip() }
}
