// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// The reader of all JSON: one value (RFC 8259) from untrusted bytes.
///
/// It recurses no deeper than it is told, so that no input overflows the stack. ``JSONBrackets`` finds the ends of values
/// that arrive in pieces; it reads them then.
package struct JSONReader {
  package enum Failure: Error, Hashable {
    /// The bytes end before the value does.
    case incomplete
    /// No further bytes can make these a value.
    case malformed
    /// It is nested more deeply than is read.
    case tooDeep
    /// An object has two members with this name; only in a document.
    case repeated(name: String)
    /// It is not UTF-8; only in a document.
    case notText
  }

  /// The most levels of objects and arrays in what other programs send.
  package static let deepest = 16

  private let bytes: ArraySlice<UInt8>
  private let deepest: Int
  /// Whether it holds to the letter of the standard, and tolerates no second member with the same name.
  private let isStrict: Bool
  /// Where reading continues.
  package private(set) var position: Int

  /// Creates a reader for what other programs send: of members with the same name the last one counts, text that is not
  /// UTF-8 is repaired, and whatever Swift reads as a number is one.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.init(bytes, deepest: Self.deepest, isStrict: false)
  }

  private init(_ bytes: ArraySlice<UInt8>, deepest: Int, isStrict: Bool) {
    self.bytes = bytes
    self.deepest = deepest
    self.isStrict = isStrict
    position = bytes.startIndex
  }

  /// Reads a file to its end, and tolerates nothing that two readers might understand differently.
  package static func document(
    _ bytes: [UInt8], deepest: Int
  ) throws(Failure) -> JSONValue {
    // A byte of zero is not only text in UTF-16 or UTF-32.
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
      throw .notText
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var reader = JSONReader(
      bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...], deepest: deepest, isStrict: true
    )
    let value = try reader.value()
    guard bytes[reader.position...].allSatisfy(\.isBlankInJSON) else { throw .malformed }
    return value
  }

  /// Returns the name of the first member of the object that begins here; `nil` if there is none.
  package static func firstName(in bytes: ArraySlice<UInt8>) -> String? {
    var reader = JSONReader(bytes)
    guard (try? reader.consume("{")) == true, (try? reader.peek()) == UInt8(ascii: "\"") else {
      return nil
    }
    return try? reader.string()
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
      guard isStrict ? byte.isBlankInJSON : byte.isBlank else { return byte }
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
    guard depth <= deepest else { throw .tooDeep }
    position += 1
    var members: [String: JSONValue] = [:]
    if try consume("}") { return .object(members) }
    while true {
      guard try peek() == UInt8(ascii: "\"") else { throw .malformed }
      let name = try string()
      guard try consume(":") else { throw .malformed }
      if isStrict, members[name] != nil { throw .repeated(name: name) }
      members[name] = try value(depth: depth)
      if try consume("}") { return .object(members) }
      guard try consume(",") else { throw .malformed }
    }
  }

  private mutating func array(_ depth: Int) throws(Failure) -> JSONValue {
    guard depth <= deepest else { throw .tooDeep }
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
    let text = bytes[position...].prefix { $0.isASCIIDigit || "-+.eE".utf8.contains($0) }
    position = text.endIndex
    guard !text.isEmpty, text.first != UInt8(ascii: "+") else { throw .malformed }
    // More digits may follow.
    guard isStrict || position < bytes.endIndex else { throw .incomplete }
    guard !isStrict || Self.isNumber(text),
      let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite
    else { throw .malformed }
    return number
  }

  /// Returns whether characters of numbers are in the order that the standard requires, which is stricter than Swift's.
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    let digits = text.drop { $0 == UInt8(ascii: "-") }
    let whole = digits.prefix(while: \.isASCIIDigit)
    guard !whole.isEmpty, whole.first != UInt8(ascii: "0") || whole.count == 1 else { return false }
    let rest = digits[whole.endIndex...]
    return rest.first != UInt8(ascii: ".") || rest.dropFirst().first?.isASCIIDigit == true
  }

  private mutating func string() throws(Failure) -> String {
    position += 1
    var content: [UInt8] = []
    while true {
      let plain = bytes[position...].prefix {
        $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
      guard !isStrict || plain.allSatisfy({ $0 >= 0x20 }) else { throw .malformed }
      content += plain
      position = plain.endIndex
      if try next() == UInt8(ascii: "\"") { return String(decoding: content, as: UTF8.self) }
      content += Array(String(try escaped()).utf8)
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
    if let scalar = Unicode.Scalar(first) { return scalar }
    if (0xD800..<0xDC00).contains(first) {
      guard try next() == UInt8(ascii: "\\"), try next() == UInt8(ascii: "u") else {
        throw .malformed
      }
      let second = try hexadecimal()
      if (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    guard !isStrict else { throw .malformed }
    return "\u{FFFD}"
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

extension UInt8 {
  fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isBlankInJSON: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
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

package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// An object; of members with the same name, the last one counts.
  case object([String: JSONValue])

  /// The member of an object; `nil` for anything else.
  package subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var number: Double? { if case .number(let value) = self { value } else { nil } }
  /// A number without a fraction; `nil` for anything else.
  package var integer: Int? { number.flatMap(Int.init(exactly:)) }
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  package var object: [String: JSONValue]? {
    if case .object(let value) = self { value } else { nil }
  }
}
