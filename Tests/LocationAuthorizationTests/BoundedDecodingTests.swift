// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LocationAuthorization
import TestSupport
import Testing

/// Input whose nesting would overflow a stack is refused before a decoder reads it.
@Suite struct BoundedDecodingTests {
  private struct Anything: Decodable {}

  private static func jsonReason(_ text: String) -> String? {
    do throws(BoundedDecoding.Refusal) {
      _ = try BoundedDecoding.json(Anything.self, from: Array(text.utf8))
      return nil
    } catch {
      return error.reason
    }
  }

  private static func listReason(_ bytes: [UInt8]) -> String? {
    do throws(BoundedDecoding.Refusal) {
      _ = try BoundedDecoding.propertyList(Anything.self, from: bytes)
      return nil
    } catch {
      return error.reason
    }
  }

  private static func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }

  private static let tooDeep = "more than 64 levels"

  @Test(
    arguments: [
      ("as deep as may be", times(62, "[") + times(62, "]"), false),
      ("lists", times(65, "[") + times(65, "]"), true),
      ("dictionaries", times(65, #"{"a":"#) + "1" + times(65, "}"), true),
      ("without ends", times(100_000, "["), true),
      ("side by side", times(1000, "[],"), false),
      ("brackets in a string", times(1000, "["), false),
      ("behind an escaped quotation mark", times(1000, "["), false),
      ("behind ends of nothing, which is no JSON", times(1000, "]") + times(65, "["), false),
    ] as [(why: String, text: String, isTooDeep: Bool)])
  func boundsJSON(why: String, text: String, isTooDeep: Bool) {
    let text =
      switch why {
      case "brackets in a string": "{\"a\":\"\(text)\"}"
      case "behind an escaped quotation mark": "{\"a\":\"\\\"\(text)\"}"
      default: "{\"a\":[\(text)]}"
      }
    #expect((Self.jsonReason(text) == Self.tooDeep) == isTooDeep, "\(why)")
  }

  @Test func readsNoJSONInOtherEncodings() throws {
    let nested = try #require(Self.times(9700, "[").data(using: .utf16LittleEndian))
    let refusal = #expect(throws: BoundedDecoding.Refusal.self) {
      try BoundedDecoding.json(Anything.self, from: Array(nested))
    }
    #expect(refusal?.reason == "not text in UTF-8")
  }

  /// Decoders pick one of two members with the same name by chance, or by their order.
  @Test(
    arguments: [
      ("side by side", #"{"a":1,"a":2}"#, "a"), ("the same value", #"{"a":1,"a":1}"#, "a"),
      ("with another between", #"{"a":{"b":1},"b":[{"a":1}],"a":2}"#, "a"),
      ("in an object in a list", #"[[],{"a":[1,"a"],"b":1,"b":1}]"#, "b"),
      ("one escaped", #"{"a":1,"\u0061":2}"#, "a"),
      ("both escaped", #"{"\"\\":1,"\u0022\u005c":2}"#, #""\"#),
      ("a pair of surrogates", #"{"😀":1,"\ud83d\ude00":2}"#, "😀"),
      ("one composed", #"{"\u00e9":1,"e\u0301":2}"#, "e\u{301}"),
      ("empty", #"{"":1,"":2}"#, ""), ("cut off", #"{"a":1,"a"#, nil),
      ("behind the end", #"{}"a"{"a":1}"#, nil), ("in two objects", #"[{"a":1},{"a":2}]"#, nil),
      ("in objects in each other", #"{"a":{"a":{"a":1}}}"#, nil),
      ("as values", #"{"a":"b","b":"b","c":["a","a"],"d":"c"}"#, nil),
      ("a text with what separates", #"{"a":",\"a\":{","b":"}"}"#, nil),
      ("other case", #"{"a":1,"A":2}"#, nil),
    ] as [(why: String, text: String, name: String?)])
  func refusesTwoMembersWithOneName(why: String, text: String, name: String?) {
    let isRefused = Self.jsonReason(text)?.hasPrefix("two members with the name") == true
    #expect(isRefused == (name != nil), "\(why)")
    if let name { #expect(Self.jsonReason(text) == "two members with the name \(name)", "\(why)") }
  }

  private static let head = #"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0">"#

  @Test(
    arguments: [
      ("lists", head + times(65, "<array>"), true),
      ("dictionaries", head + times(65, "<dict><key>a</key>"), true),
      ("lists themselves", times(65, "<plist>"), true),
      ("behind an end in a comment", head + times(65, "<array><!-- </array> -->"), true),
      ("behind an end in an instruction", head + times(65, "<array><? </array> ?>"), true),
      ("behind an end in a text", head + times(65, "<array><![CDATA[</array>]]>"), true),
      ("behind ends of nothing", times(1000, "</array>") + times(65, "<array>"), true),
      ("in a comment", head + "<dict><!--" + times(1000, "<array>") + "--></dict></plist>", false),
      ("side by side", head + "<dict/>" + times(1000, "<array></array><array/>"), false),
    ] as [(why: String, text: String, isTooDeep: Bool)])
  func boundsXML(why: String, text: String, isTooDeep: Bool) {
    #expect((Self.listReason(Array(text.utf8)) == Self.tooDeep) == isTooDeep, "\(why)")
  }

  /// Input that XML parsers may interpret differently.
  @Test(
    arguments: [
      ("a short comment", "<!-->"), ("a short comment", "<!--->"), ("a short instruction", "<?>"),
      ("an end in a value", #"<plist a=">"><dict/>"#),
      ("an end of another tag in a value", #"<array a="</array>">"#),
      ("such an end behind quotation marks", #"<array a="'" b='></array>'>"#),
      ("declarations", "<!DOCTYPE plist [<!ENTITY a 'b'>]>"),
      ("a tag in a tag", "<dict <array>"), ("an end in an end", "</dict </dict>"),
    ])
  func refusesWhatIsNotClear(why: String, text: String) {
    let reason = Self.listReason(Array((text + "<dict/>").utf8))
    #expect(reason == "a tag that is not understood", "\(why)")
  }

  @Test(
    arguments: [
      ("the oldest form", Array(times(9700, "(").utf8)), ("UTF-16", [0xFF, 0xFE, 0x3C, 0x00]),
      ("binary", Array("bplist00".utf8)),
    ] as [(why: String, bytes: [UInt8])])
  func readsNoOtherForm(why: String, bytes: [UInt8]) {
    #expect(Self.listReason(bytes) == "not XML in UTF-8", "\(why)")
  }

  @Test func readsWhatFoundationWrites() throws {
    struct List: Decodable { let texts: [String: String] }
    let texts = Dictionary(uniqueKeysWithValues: (0..<500).map { ("key \($0)", "text <&> \($0)") })
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["texts": texts], format: .xml, options: 0)
    #expect(try BoundedDecoding.propertyList(List.self, from: Array(data)).texts == texts)
  }

  @Test func refusesWhatIsTooLong() {
    let reason = Self.jsonReason("[" + Self.times(BoundedDecoding.longest, " ") + "]")
    #expect(reason == "more than \(BoundedDecoding.longest) bytes")
  }

  /// Decodes on a thread with a small stack, as applications may.
  @Test(arguments: try HostileFile.all("nested"))
  func endsNoProcess(file: HostileFile) async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        let reason =
          file.name.hasSuffix(".plist")
          ? Self.listReason(file.bytes)
          : Self.jsonReason(String(decoding: file.bytes, as: UTF8.self))
        #expect(reason != nil, "\(file)")
        continuation.resume()
      }
      thread.stackSize = 1 << 19
      thread.start()
    }
  }
}
