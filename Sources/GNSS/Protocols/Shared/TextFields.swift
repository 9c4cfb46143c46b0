// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// The fields of a line of text between commas, numbered as data sheets do, from 0 after the name.
///
/// An empty field, one that is missing and one that cannot be read are all `nil`.
struct TextFields: Sendable {
  private let fields: [Substring]

  init(_ bytes: RawSpan) { self.init(bytes.text(0..<bytes.byteCount)) }

  init(_ text: String) {
    fields = text.split(separator: ",", omittingEmptySubsequences: false)
  }

  /// The text of a field, without quotation marks around it.
  subscript(_ index: Int) -> String? {
    guard fields.indices.contains(index) else { return nil }
    var field = fields[index]
    if field.count >= 2, field.first == "\"", field.last == "\"" {
      field = field.dropFirst().dropLast()
    }
    return field.isEmpty ? nil : String(field)
  }

  /// A finite number in decimal notation.
  func decimal(_ index: Int) -> Double? {
    guard fields.indices.contains(index), !fields[index].isEmpty,
      // Double would accept hexadecimal digits and words, too.
      fields[index].utf8.allSatisfy({ Self.isOfNumber($0) })
    else { return nil }
    return Double(fields[index])?.ifFinite
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"): true
    case UInt8(ascii: "E"): true
    default: false
    }
  }

  func integer<Number: FixedWidthInteger>(_ index: Int, as type: Number.Type = Number.self)
    -> Number?
  {
    fields.indices.contains(index) ? Number(fields[index]) : nil
  }

  /// A time of day as hhmmss or hhmmss.sss.
  func time(_ index: Int) -> UTCTime? {
    guard fields.indices.contains(index) else { return nil }
    return UTCTime(digits: fields[index])
  }

  /// A date as yyyymmdd.
  func date(_ index: Int) -> CivilDate? {
    guard fields.indices.contains(index) else { return nil }
    return CivilDate(digits: fields[index])
  }
}

extension UTCTime {
  /// Creates a time from hhmmss or hhmmss.sss; `nil` for anything else.
  init?(digits text: Substring) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, whole.utf8.count == 6, parts.count <= 2,
      text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let number = UInt32(whole)
    else { return nil }
    var nanosecond: UInt32 = 0
    if parts.count == 2 {
      let digits = parts[1].prefix(9)
      guard digits.isEmpty || UInt32(digits) != nil else { return nil }
      nanosecond = UInt32(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
    }
    self.init(
      hour: UInt8(number / 10_000), minute: UInt8(number / 100 % 100), second: UInt8(number % 100),
      nanosecond: nanosecond)
  }
}

extension CivilDate {
  /// Creates a date from yyyymmdd; `nil` for anything else.
  init?(digits text: Substring) {
    guard text.utf8.count == 8, let number = UInt32(text) else { return nil }
    self.init(
      year: Int(number / 10_000), month: Int(number / 100 % 100), day: Int(number % 100))
  }
}

extension RawSpan {
  /// Returns the bytes in a range as text; bytes that are not UTF-8 become replacement characters.
  func text(_ range: Range<Int>) -> String {
    // Proof: the pointer does not leave the closure.
    unsafe extracting(range).withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
