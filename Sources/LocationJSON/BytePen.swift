// Core Location for Linux. SPDX-License-Identifier: MIT

/// Writes text and numbers behind the bytes of an array that has room for them.
///
/// Nothing is allocated, and the room is not checked again: the caller states how much is enough.
struct BytePen {
  /// Where the next byte is written.
  private(set) var place: UnsafeMutablePointer<UInt8>

  /// The most bytes that a number takes: 20 digits, a point and a sign.
  static let mostOfNumber = 22

  private static let powersOfTen: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000,
  ]

  /// Returns the magnitude that ``number(_:decimals:padded:)`` can no longer write.
  static func mostMagnitude(decimals: Int) -> Double { 9e18 / Double(powersOfTen[decimals]) }

  init(at place: UnsafeMutablePointer<UInt8>) { self.place = place }

  @inline(__always)
  mutating func byte(_ character: Unicode.Scalar) {
    place.pointee = UInt8(ascii: character)
    place += 1
  }

  @inline(__always)
  mutating func text(_ text: StaticString) {
    place.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    place += text.utf8CodeUnitCount
  }

  @inline(__always)
  mutating func text(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    place.update(from: start, count: text.count)
    place += text.count
  }

  /// Writes the two digits of a number below 100.
  mutating func twoDigits(_ value: Int) {
    let (tens, ones) = UInt8(truncatingIfNeeded: value).quotientAndRemainder(dividingBy: 10)
    place[0] = UInt8(ascii: "0") &+ tens
    place[1] = UInt8(ascii: "0") &+ ones
    place += 2
  }

  /// Writes the digits of a number, with leading zeros up to a width.
  mutating func digits(_ value: UInt64, width: Int) {
    let count = max(Self.count(of: value), width)
    place += count
    var (back, rest) = (place, value)
    for _ in 0..<count { Self.digit(of: &rest, before: &back) }
  }

  /// Writes a number rounded to `decimals` decimals, ten at most, halves away from zero; trailing zeros only if it is
  /// `padded`.
  mutating func number(_ value: Double, decimals: Int, padded: Bool) {
    let scaled = (value.magnitude * Double(Self.powersOfTen[decimals])).rounded()
    // It is less than 2⁶³.
    var (rest, decimals) = (UInt64(bitPattern: Int64(scaled)), decimals)
    if value < 0, rest != 0 { byte("-") }
    while !padded, decimals > 0 {
      let (shorter, last) = rest.quotientAndRemainder(dividingBy: 10)
      guard last == 0 else { break }
      (rest, decimals) = (shorter, decimals - 1)
    }
    guard decimals > 0 else { return digits(rest, width: 1) }
    let whole = max(Self.count(of: rest) - decimals, 1)
    place += whole + 1 + decimals
    var back = place
    for _ in 0..<decimals { Self.digit(of: &rest, before: &back) }
    back -= 1
    back.pointee = UInt8(ascii: ".")
    for _ in 0..<whole { Self.digit(of: &rest, before: &back) }
  }

  /// Writes the last digit of a number, and removes it.
  @inline(__always)
  private static func digit(of number: inout UInt64, before back: inout UnsafeMutablePointer<UInt8>)
  {
    back -= 1
    let rest = number / 10
    back.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number &- rest &* 10)
    number = rest
  }

  /// Returns how many digits a number has.
  private static func count(of number: UInt64) -> Int {
    var (count, rest) = (1, number)
    while rest >= 10_000 {
      rest /= 10_000
      count += 4
    }
    return count + (rest >= 1000 ? 3 : rest >= 100 ? 2 : rest >= 10 ? 1 : 0)
  }
}

extension [UInt8] {
  /// Appends what `body` writes, which must be no more than `most` bytes.
  @inline(__always)
  mutating func write(upTo most: Int, _ body: (inout BytePen) -> Void) {
    append(addingCapacity: most) { room in
      room.withUnsafeMutableBufferPointer { buffer, count in
        guard let start = buffer.baseAddress else { return }
        var pen = BytePen(at: start + count)
        body(&pen)
        count = pen.place - start
      }
    }
  }
}
