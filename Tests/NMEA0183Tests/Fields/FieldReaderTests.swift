// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import NMEA0183

/// What a field may look like, and which fields are counted as unreadable.
@Suite struct FieldReaderTests {
  /// Reads a field, and expects the next one to be in its place, whatever is wrong with the first.
  private func read<Value>(
    _ text: String, _ value: (inout FieldReader) -> Value
  ) -> (value: Value, unreadable: Int, isUnusable: Bool) {
    let field = Field(text + ",next,") { reader in (value(&reader), reader.text()) }
    #expect(field.value.1 == "next", "behind \(text)")
    let alone = Field(text, value)
    #expect(alone.unreadable == field.unreadable, "\(text) at the end")
    #expect(!alone.hasMore, "\(text) at the end")
    return (field.value.0, field.unreadable, field.isUnusable)
  }

  @Test(
    arguments: [
      ("empty", "", nil, 0), ("whole", "17", 17, 0), ("fraction", "0.625", 0.625, 0),
      ("no digit in front", ".5", 0.5, 0), ("no digit behind", "5.", 5, 0),
      ("minus", "-2.5", -2.5, 0), ("plus", "+2.5", 2.5, 0), ("minus zero", "-0.0", 0, 0),
      ("zeros in front", "0000054.70", 54.7, 0),
      ("nineteen digits", "1234567890123456789", 1_234_567_890_123_456_768, 0),
      ("nineteen behind the point", ".1234567890123456789", 0.1234567890123456789, 0),
      ("twenty digits", "12345678901234567890", nil, 1),
      ("twenty digits about the point", "1.2345678901234567890", nil, 1),
      ("thirty digits", "0.00000000000000000000000000001", nil, 1),
      ("point alone", ".", nil, 1), ("sign alone", "-", nil, 1), ("sign and point", "-.", nil, 1),
      ("two signs", "--1", nil, 1), ("two points", "1.2.3", nil, 1), ("exponent", "1e3", nil, 1),
      ("letters", "abc", nil, 1), ("a unit", "5.0M", nil, 1), ("a blank", " 5", nil, 1),
      ("not a number", "nan", nil, 1), ("hexadecimal", "0x10", nil, 1),
    ] as [(String, String, Double?, Int)])
  func decimal(name: String, text: String, expected: Double?, unreadable: Int) {
    let field = read(text) { $0.decimal() }
    #expect(field.value == expected)
    #expect(field.unreadable == unreadable)
    #expect(!field.isUnusable)
  }

  @Test func keepsTheSignOfZero() {
    #expect(read("-0.0") { $0.decimal() }.value?.sign == .minus)
    #expect(read("0000.0,S") { $0.latitude() }.value?.sign == .minus)
  }

  @Test(
    arguments: [
      ("empty", "", nil, 0), ("zero", "0", 0, 0), ("the most", "255", 255, 0),
      ("too many", "256", nil, 1), ("zeros in front", "0000000000007", 7, 0),
      ("minus", "-1", nil, 1), ("plus", "+1", nil, 1), ("a fraction", "1.0", nil, 1),
      ("letters", "12a", nil, 1), ("twenty digits", "00000000000000000001", nil, 1),
    ] as [(String, String, UInt8?, Int)])
  func integer(name: String, text: String, expected: UInt8?, unreadable: Int) {
    let field = read(text) { $0.integer(UInt8.self) }
    #expect(field.value == expected)
    #expect(field.unreadable == unreadable)
  }

  @Test(
    arguments: [
      ("empty", "", nil, 0), ("plus", "+05", 5, 0), ("minus", "-05", -5, 0),
      ("least", "-128", -128, 0), ("most", "127", 127, 0), ("too little", "-129", nil, 1),
      ("too much", "128", nil, 1), ("sign alone", "-", nil, 1), ("a fraction", "-5.0", nil, 1),
      ("nineteen digits", "0000000000000000001", 1, 0),
    ] as [(String, String, Int8?, Int)])
  func signedInteger(name: String, text: String, expected: Int8?, unreadable: Int) {
    let field = read(text) { $0.signedInteger(Int8.self) }
    #expect(field.value == expected)
    #expect(field.unreadable == unreadable)
  }

  @Test(
    arguments: [
      ("empty", "", nil, 0), ("capital", "B", 11, 0), ("small", "b", 11, 0), ("two", "1F", 31, 0),
      ("four", "00FF", 255, 0), ("too many", "100", nil, 1), ("five digits", "00001", nil, 1),
      ("no digit", "G", nil, 1), ("a digit and more", "1-", nil, 1),
    ] as [(String, String, UInt8?, Int)])
  func hexadecimal(name: String, text: String, expected: UInt8?, unreadable: Int) {
    let field = read(text) { $0.hexadecimal() }
    #expect(field.value == expected)
    #expect(field.unreadable == unreadable)
  }

  @Test(
    arguments: [
      ("empty", "", nil, 0), ("known", "A", .automatic, 0), ("the other", "M", .manual, 0),
      ("unknown", "X", nil, 1), ("small", "a", nil, 1), ("two", "AA", nil, 1),
    ] as [(String, String, SelectionMode?, Int)])
  func closedCode(name: String, text: String, expected: SelectionMode?, unreadable: Int) {
    let field = read(text) { $0.code(SelectionMode.self) }
    #expect(field.value == expected)
    #expect(field.unreadable == unreadable)
    #expect(!field.isUnusable)
  }

  @Test(
    arguments: [
      ("empty", "", nil, 0), ("known", "A", .autonomous, 0),
      ("unknown", "X", PositioningMode(rawValue: 0x58), 0), ("two", "AA", nil, 1),
    ] as [(String, String, PositioningMode?, Int)])
  func openCode(name: String, text: String, expected: PositioningMode?, unreadable: Int) {
    let field = read(text) { $0.code(PositioningMode.self) }
    #expect(field.value == expected)
    #expect(field.unreadable == unreadable)
  }

  @Test(
    arguments: [
      ("empty", "", nil), ("plain", "abc", "abc"), ("blanks stay", " a b ", " a b "),
      ("escaped comma", "a^2Cb", "a,b"), ("escaped caret", "^5E2C", "^2C"),
      ("small digits", "^2c", ","), ("UTF-8", "^C3^BC", "ü"), ("no UTF-8", "^FF", "\u{FFFD}"),
      ("caret alone", "^", "^"), ("one digit", "a^2", "a^2"), ("no digits", "^xy", "^xy"),
      ("caret in front of an escape", "^^2C", "^,"), ("control", "^0A", "\n"),
    ] as [(String, String, String?)])
  func text(name: String, text: String, expected: String?) {
    let field = read(text) { $0.text() }
    #expect(field.value == expected)
    #expect(field.unreadable == 0)
  }

  @Test func restTakesTheCommasToo() {
    let field = Field("a,b^2C,,c,") { $0.remainder() }
    #expect(field.value == "a,b,,,c,")
    #expect(!field.hasMore)
    #expect(Field("") { $0.remainder() }.value == nil)
  }

  @Test(
    arguments: [
      ("east", "7.9,E", 7.9, 0), ("west", "7.9,W", -7.9, 0), ("empty", ",", nil, 0),
      ("no angle", ",W", nil, 0), ("no direction", "7.9,", nil, 0),
      ("wrong direction", "7.9,N", nil, 1), ("two letters", "7.9,EE", nil, 1),
      ("unreadable angle", "x,E", nil, 1), ("minus", "-7.9,W", 7.9, 0),
    ] as [(String, String, Double?, Int)])
  func variation(name: String, text: String, expected: Double?, unreadable: Int) {
    let field = read(text) { $0.variation() }
    #expect(field.value == expected)
    #expect(field.unreadable == unreadable)
    #expect(!field.isUnusable)
  }

  @Test func missingFieldsAreEmpty() {
    let field = Field("1") { reader in
      _ = reader.decimal()
      return [
        reader.decimal() == nil, reader.time() == nil, reader.latitude() == nil,
        reader.text() == nil, reader.hexadecimal() == nil, reader.variation() == nil,
        reader.shortDate() == nil, reader.code(DataStatus.self) == nil,
        reader.integer(UInt8.self) == nil, reader.remainder() == nil,
      ]
    }
    #expect(field.value.allSatisfy { $0 })
    #expect(field.unreadable == 0)
  }
}
