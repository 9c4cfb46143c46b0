// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LinuxSystem
package import NMEA0183

extension [UInt8] {
  package mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends a number rounded to `decimals` decimals, ten at most, halves away from zero; trailing zeros only if it is
  /// `padded`.
  package mutating func append(_ value: Double, decimals: Int, padded: Bool = false) {
    guard value.magnitude < BytePen.mostMagnitude(decimals: decimals) else {
      return append(value.description)
    }
    write(upTo: BytePen.mostOfNumber) { $0.number(value, decimals: decimals, padded: padded) }
  }

  /// Appends the digits of a number, with leading zeros up to a width.
  package mutating func append(digits value: UInt64, width: Int) {
    write(upTo: Swift.max(width, BytePen.mostOfNumber)) { $0.digits(value, width: width) }
  }

  /// Appends a text as it is between quotation marks in JSON.
  ///
  /// In addition to what JSON requires, characters are escaped that a terminal might obey, since texts are not trusted.
  package mutating func append(json text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": self += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
      case "\n": append("\\n")
      case "\r": append("\\r")
      case "\t": append("\\t")
      default: append(json: scalar)
      }
    }
  }

  /// Appends a character of JSON, escaped if a terminal might obey it.
  package mutating func append(json scalar: Unicode.Scalar) {
    if scalar.isPrintable { return append(contentsOf: UTF8.encode(scalar) ?? .init()) }
    for unit in UTF16.encode(scalar) ?? .init() {
      append("\\u" + String(0x10000 + UInt32(unit), radix: 16).dropFirst())
    }
  }
}

extension UInt8 {
  /// Whether the ASCII character stands for itself in JSON, and a terminal shows it.
  var isPlainInJSON: Bool {
    (0x20..<0x7F).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}

extension String {
  /// Creates the text of a number rounded to `decimals` decimals, ten at most; trailing zeros only if it is `padded`.
  package init(_ value: Double, decimals: Int, padded: Bool = false) {
    var bytes: [UInt8] = []
    bytes.append(value, decimals: decimals, padded: padded)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// Creates the text of date and time, such as `2025-06-15T06:32:20.000Z`; only the time if there is no date.
  package init(_ time: FixTime, separator: String = "T") {
    var bytes: [UInt8] = []
    bytes.append(time, separator: separator)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends date and time, such as `2025-06-15T06:32:20.000Z`; only the time if there is no date.
  package mutating func append(_ time: FixTime, separator: String = "T") {
    if let date = time.date {
      write(upTo: BytePen.mostOfTime) { $0.date(date) }
      append(separator)
    }
    append(time.time)
    append(UInt8(ascii: "Z"))
  }

  package mutating func append(clock time: UTCTime) {
    write(upTo: BytePen.mostOfTime) { $0.clock(time) }
  }

  /// Appends a time of day with three decimals, or nine if it has that many.
  package mutating func append(_ time: UTCTime) {
    write(upTo: BytePen.mostOfTime) { $0.time(time) }
  }
}

extension BytePen {
  /// The most bytes that a date and a time take.
  static let mostOfTime = 60

  mutating func date(_ date: CivilDate) {
    digits(UInt64(clamping: date.year), width: 4)
    byte("-")
    twoDigits(date.month)
    byte("-")
    twoDigits(date.day)
  }

  mutating func clock(_ time: UTCTime) {
    twoDigits(Int(time.hour))
    byte(":")
    twoDigits(Int(time.minute))
    byte(":")
    twoDigits(Int(time.second))
  }

  /// Writes a time of day with three decimals, or nine if it has that many.
  mutating func time(_ time: UTCTime) {
    clock(time)
    byte(".")
    let isWhole = time.nanosecond % 1_000_000 == 0
    digits(
      UInt64(isWhole ? time.nanosecond / 1_000_000 : time.nanosecond), width: isWhole ? 3 : 9)
  }
}

extension FixTime {
  /// Reads `2025-06-15T06:32:20.000Z`, or without a date `06:32:20.000`; `nil` for anything else.
  package init?(text: String) {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    let clock = parts.last ?? ""
    let isUTC = clock.last == "Z"
    let date = parts.count == 2 ? CivilDate(description: parts[0]) : nil
    guard parts.count == 1 || date != nil && isUTC,
      let time = UTCTime(description: isUTC ? clock.dropLast() : clock)
    else { return nil }
    self.init(date: date, time: time)
  }
}
