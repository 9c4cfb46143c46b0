// Core Location for Linux. SPDX-License-Identifier: MIT

/// Reads the fields of a sentence from left to right, for sentences that this module does not know.
///
/// ```swift
/// var fields = reader.fields(of: sentence)
/// let time = fields.time()
/// let heading = fields.decimal()
/// ```
///
/// Every call reads one field (a coordinate two) and returns `nil` when it is empty, missing or
/// unreadable; ``unreadableFields`` counts the unreadable ones.
public struct FieldCursor: ~Escapable {
  var reader: FieldReader

  @_lifetime(copy reader)
  init(_ reader: consuming FieldReader) { self.reader = reader }

  /// Whether a field is left.
  public var hasMore: Bool { reader.hasMore }

  /// Number of fields so far whose content could not be read.
  public var unreadableFields: Int { reader.unreadable }

  /// A decimal number with or without sign and fraction, as the Double nearest to it.
  public mutating func decimal() -> Double? { reader.decimal() }

  /// A whole number with or without sign.
  public mutating func integer() -> Int? { reader.signedInteger() }

  /// A whole number in hexadecimal, below 256.
  public mutating func hexadecimal() -> UInt8? { reader.hexadecimal() }

  /// A single character.
  public mutating func character() -> Character? {
    reader.character().map { Character(Unicode.Scalar($0)) }
  }

  /// Text, with the standard's `^hh` escapes resolved.
  public mutating func text() -> String? { reader.text() }

  /// A time of day, `hhmmss` with or without a fraction.
  public mutating func time() -> UTCTime? { reader.time() }

  /// Degrees, north positive, of two fields: `ddmm.mmm` and `N` or `S`.
  public mutating func latitude() -> Double? { reader.latitude() }

  /// Degrees, east positive, of two fields: `dddmm.mmm` and `E` or `W`.
  public mutating func longitude() -> Double? { reader.longitude() }

  /// Steps over a field.
  public mutating func skip() { reader.skip() }
}
