// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

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
