// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

private let powersOfTen: [UInt64] = [
  1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  10_000_000_000,
]

extension [UInt8] {
  package mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends a number rounded to `decimals` decimals, ten at most, halves away from zero; trailing zeros only if it is
  /// `padded`.
  package mutating func append(_ value: Double, decimals: Int, padded: Bool = false) {
    let scale = powersOfTen[decimals]
    let scaled = (value.magnitude * Double(scale)).rounded()
    guard scaled < 9e18 else { return append(value.description) }
    let (whole, fraction) = UInt64(scaled).quotientAndRemainder(dividingBy: scale)
    if value < 0, scaled != 0 { append(UInt8(ascii: "-")) }
    append(digits: whole, width: 1)
    guard padded ? decimals > 0 : fraction > 0 else { return }
    append(UInt8(ascii: "."))
    append(digits: fraction, width: decimals)
    if !padded { while last == UInt8(ascii: "0") { removeLast() } }
  }

  /// Appends the digits of a number, with leading zeros up to a width.
  package mutating func append(digits value: UInt64, width: Int) {
    let (front, digit) = value.quotientAndRemainder(dividingBy: 10)
    if front > 0 || width > 1 { append(digits: front, width: width - 1) }
    append(UInt8(ascii: "0") + UInt8(digit))
  }

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

  /// Appends a character of JSON, escaped if a terminal might obey it, since texts are not trusted.
  package mutating func append(json scalar: Unicode.Scalar) {
    if scalar.isPrintable { return append(contentsOf: UTF8.encode(scalar) ?? .init()) }
    for unit in UTF16.encode(scalar) ?? .init() {
      append("\\u" + String(0x10000 + UInt32(unit), radix: 16).dropFirst())
    }
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
