// Core Location for Linux. SPDX-License-Identifier: MIT

/// What every block of SBF begins with.
///
/// Offsets are those in the block.
struct SBFHeader: Sendable {
  let number: UInt16
  /// Milliseconds of the GPS week, whatever systems the receiver uses; `nil` if it does not know the time.
  let timeOfWeek: UInt32?
  /// Counted from 1980 without a rollover; `nil` if the receiver does not know it.
  let week: Int?

  init(_ block: RawSpan) {
    number = block.integer(UInt16.self, at: 4) & 0x1FFF
    guard block.byteCount >= 14 else {
      (timeOfWeek, week) = (nil, nil)
      return
    }
    let time: UInt32 = block.integer(at: 8)
    timeOfWeek = time < 604_800_000 ? time : nil
    week = block.known(UInt16.self, at: 12).map(Int.init)
  }
}

/// A block whose fields are read.
///
/// Later revisions append fields, and old ones end before some: a field beyond the end is `nil`.
protocol SBFBlock: Encodable, Sendable {
  init?(_ block: RawSpan)
}

/// A block with the time in its header, for `gps decode`.
struct SBFBlockWithTime: Encodable {
  let header: SBFHeader
  let block: any SBFBlock

  private enum Name: CodingKey { case timeOfWeek, week }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Name.self)
    try object.encodeIfPresent(header.timeOfWeek, forKey: .timeOfWeek)
    try object.encodeIfPresent(header.week, forKey: .week)
    try block.encode(to: encoder)
  }
}

// MARK: - Fields

extension RawSpan {
  /// Returns the number at an offset; `nil` beyond the end, and for the marker of what is not known: the largest number
  /// without a sign, and the least one with a sign.
  func known<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type = Number.self, at offset: Int
  ) -> Number? {
    guard offset + MemoryLayout<Number>.size <= byteCount else { return nil }
    let number = integer(type, at: offset)
    return number == (Number.isSigned ? .min : .max) ? nil : number
  }

  /// Returns the four bytes at an offset as a number; `nil` beyond the end, for −2·10¹⁰, and if it is not finite.
  func knownFloat(at offset: Int) -> Double? {
    offset + 4 <= byteCount ? Self.known(float(at: offset)) : nil
  }

  /// Returns the eight bytes at an offset as a number; `nil` beyond the end, for −2·10¹⁰, and if it is not finite.
  func knownDouble(at offset: Int) -> Double? {
    offset + 8 <= byteCount ? Self.known(double(at: offset)) : nil
  }

  private static func known(_ number: Double) -> Double? { number == -2e10 ? nil : number.ifFinite }
}
