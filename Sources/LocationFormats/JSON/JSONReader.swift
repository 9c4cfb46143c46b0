// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// A reader of one JSON value (RFC 8259) from untrusted bytes.
///
/// It recurses no deeper than ``deepest``, so that no input overflows the stack.
package struct JSONReader {
  package enum Failure: Error, Hashable {
    /// The bytes end before the value does.
    case incomplete
    /// No further bytes can make these a value.
    case malformed
  }

  package static let deepest = 16

  private let bytes: ArraySlice<UInt8>
  /// Where reading continues.
  package private(set) var position: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Reads the next value, and the white space before it.
  package mutating func value(depth: Int = 0) throws(Failure) -> JSONValue {
    switch try peek() {
    case UInt8(ascii: "{"): return try object(depth + 1)
    case UInt8(ascii: "["): return try array(depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  /// Returns the next byte after white space, without consuming it.
  private mutating func peek() throws(Failure) -> UInt8 {
    while position < bytes.endIndex {
      let byte = bytes[position]
      guard byte.isBlank else { return byte }
      position += 1
    }
    throw .incomplete
  }

  private mutating func next() throws(Failure) -> UInt8 {
    guard position < bytes.endIndex else { throw .incomplete }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func object(_ depth: Int) throws(Failure) -> JSONValue {
    guard depth <= Self.deepest else { throw .malformed }
    position += 1
    var members: [String: JSONValue] = [:]
    if try consume("}") { return .object(members) }
    while true {
      guard try peek() == UInt8(ascii: "\"") else { throw .malformed }
      let name = try string()
      guard try consume(":") else { throw .malformed }
      members[name] = try value(depth: depth)
      if try consume("}") { return .object(members) }
      guard try consume(",") else { throw .malformed }
    }
  }

  private mutating func array(_ depth: Int) throws(Failure) -> JSONValue {
    guard depth <= Self.deepest else { throw .malformed }
    position += 1
    var elements: [JSONValue] = []
    if try consume("]") { return .array(elements) }
    while true {
      elements.append(try value(depth: depth))
      if try consume("]") { return .array(elements) }
      guard try consume(",") else { throw .malformed }
    }
  }

  /// Returns whether the next byte after white space is this one, and consumes it if so.
  private mutating func consume(_ character: Unicode.Scalar) throws(Failure) -> Bool {
    guard try peek() == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue
  {
    for index in 0..<word.utf8CodeUnitCount
    where try next() != (word.utf8Start + index).pointee { throw .malformed }
    return value
  }

  private mutating func number() throws(Failure) -> Double {
    let start = position
    while position < bytes.endIndex,
      (0x30...0x39).contains(bytes[position]) || "-+.eE".utf8.contains(bytes[position])
    { position += 1 }
    let text = bytes[start..<position]
    guard !text.isEmpty, text.first != UInt8(ascii: "+") else { throw .malformed }
    // More digits may follow.
    guard position < bytes.endIndex else { throw .incomplete }
    guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
      throw .malformed
    }
    return number
  }

  private mutating func string() throws(Failure) -> String {
    position += 1
    var content: [UInt8] = []
    while true {
      switch try next() {
      case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"): content += Array(String(try escaped()).utf8)
      case let byte: content.append(byte)
      }
    }
  }

  private mutating func escaped() throws(Failure) -> Character {
    switch try next() {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "u"): return Character(try unicode())
    case let byte where [0x22, 0x2F, 0x5C].contains(byte): return Character(Unicode.Scalar(byte))
    default: throw .malformed
    }
  }

  /// Reads the scalar of `\uXXXX`, or of two that form a surrogate pair.
  private mutating func unicode() throws(Failure) -> Unicode.Scalar {
    let first = try hexadecimal()
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    guard try next() == UInt8(ascii: "\\"), try next() == UInt8(ascii: "u") else {
      throw .malformed
    }
    let second = try hexadecimal()
    guard (0xDC00..<0xE000).contains(second) else { return "\u{FFFD}" }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(Failure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(try next())).hexDigitValue else {
        throw .malformed
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

extension JSONValue {
  /// Reads the value with which bytes begin; `nil` if there is none.
  package init?(_ bytes: ArraySlice<UInt8>) {
    var reader = JSONReader(bytes)
    guard let value = try? reader.value() else { return nil }
    self = value
  }

  /// Reads the object with which bytes begin; `nil` if there is none.
  package init?(object bytes: ArraySlice<UInt8>) {
    self.init(bytes)
    guard case .object = self else { return nil }
  }
}
