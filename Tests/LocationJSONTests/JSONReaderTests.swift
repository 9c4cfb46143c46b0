// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON
import Testing

/// What other programs send is read as far as it can be; a document only if every reader understands the same.
@Suite struct JSONReaderTests {
  private static func sent(_ text: String) throws(JSONReader.Failure) -> JSONValue {
    var reader = JSONReader(Array(text.utf8)[...])
    return try reader.value()
  }

  private static func document(_ text: String) throws(JSONReader.Failure) -> JSONValue {
    try JSONReader.document(Array(text.utf8), deepest: 16)
  }

  @Test(
    arguments: [
      ("a word", "null ", .null), ("words", "[true,false]", .array([.bool(true), .bool(false)])),
      ("numbers", "[0, -1.5, 2e3, 1E-2]", .array([0, -1.5, 2000, 0.01].map { .number($0) })),
      ("nothing in it", "[{}, []]", .array([.object([:]), .array([])])),
      ("blanks", " \t\r\n{ \"a\" : 1 } ", .object(["a": .number(1)])),
      ("escapes", #""\"\\\/\b\f\n\r\t\u00e9""#, .string("\"\\/\u{8}\u{C}\n\r\té")),
      ("a pair of surrogates", #""\ud83d\ude00""#, .string("😀")),
      ("as deep as is read", nested(16), list(16)),
    ] as [(why: String, text: String, value: JSONValue)])
  func readsTheSameEitherWay(why: String, text: String, value: JSONValue) throws {
    #expect(try Self.sent(text) == value, "\(why)")
    #expect(try Self.document(text) == value, "\(why)")
  }

  @Test(
    arguments: [
      (
        "the last of two members", #"{"a":1,"a":2}"#, .object(["a": .number(2)]),
        .repeated(name: "a")
      ),
      (
        "the same name, escaped", #"{"a":1,"\u0061":2}"#, .object(["a": .number(2)]),
        .repeated(name: "a")
      ),
      ("what follows", "{} {}", .object([:]), .malformed),
      ("zeros before a number", "[007]", .array([.number(7)]), .malformed),
      ("no digit behind the point", "[1.]", .array([.number(1)]), .malformed),
      ("a control character", "\"a\nb\"", .string("a\nb"), .malformed),
      ("half a pair of surrogates", #""\udc00""#, .string("\u{FFFD}"), .malformed),
      ("another blank", "\u{B}1 ", .number(1), .malformed),
    ] as [(why: String, text: String, value: JSONValue, failure: JSONReader.Failure)])
  func isStricterInDocuments(
    why: String, text: String, value: JSONValue, failure: JSONReader.Failure
  ) throws {
    #expect(try Self.sent(text) == value, "\(why)")
    #expect(throws: failure, "\(why)") { try Self.document(text) }
  }

  @Test(
    arguments: [
      ("nothing", "", .incomplete), ("blanks", "  ", .incomplete),
      ("a start", "{\"a\":", .incomplete),
      ("half a word", "tru", .incomplete), ("half a text", "\"a\\", .incomplete),
      ("half a name", #"{"a":1,"a"#, .incomplete), ("another word", "nil", .malformed),
      ("a sign", "[+1]", .malformed), ("too large", "[1e400]", .malformed),
      ("two signs", "[--1]", .malformed), ("a comma too many", "[1,]", .malformed),
      ("a name that is none", "{1:2}", .malformed), ("no value", "{\"a\"}", .malformed),
      ("an unknown escape", #""\x""#, .malformed), ("another bracket", "[}", .malformed),
      ("too deep", nested(17), .tooDeep), ("too deep, without an end", nested(100_000), .tooDeep),
    ] as [(why: String, text: String, failure: JSONReader.Failure)])
  func refusesEitherWay(why: String, text: String, failure: JSONReader.Failure) {
    #expect(throws: failure, "\(why)") { try Self.sent(text) }
    #expect(throws: failure, "\(why)") { try Self.document(text) }
  }

  /// More digits may follow a number in a stream, but not in a document.
  @Test func aNumberEndsWithADocument() throws {
    #expect(throws: JSONReader.Failure.incomplete) { try Self.sent("12") }
    #expect(try Self.document("12") == .number(12))
  }

  @Test(
    arguments: [
      ("no text", [0x22, 0xFF, 0x22]), ("UTF-16", [0x5B, 0x00, 0x5D, 0x00]),
    ] as [(why: String, bytes: [UInt8])])
  func documentsAreTextInUTF8(why: String, bytes: [UInt8]) {
    #expect(throws: JSONReader.Failure.notText, "\(why)") {
      try JSONReader.document(bytes, deepest: 1)
    }
  }

  @Test func documentsMayBeginWithAByteOrderMark() throws {
    #expect(try Self.document("\u{FEFF}[]") == .array([]))
  }

  @Test(
    arguments: [
      ("a member", #"{ "locations" : [{"#, "locations"), ("an escape", #"{"\u0061":1"#, "a"),
      ("none", "{}", nil), ("a list", "[\"a\"]", nil), ("no JSON", "$GPGGA,", nil),
      ("nothing", "", nil),
      ("half a name", #"{"loc"#, nil),
    ] as [(why: String, text: String, name: String?)])
  func findsTheFirstName(why: String, text: String, name: String?) {
    #expect(JSONReader.firstName(in: Array(text.utf8)[...]) == name, "\(why)")
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth)
      + String(repeating: "]", count: depth == 100_000 ? 0 : depth)
  }

  private static func list(_ depth: Int) -> JSONValue {
    (1..<depth).reduce(.array([])) { inner, _ in .array([inner]) }
  }
}
