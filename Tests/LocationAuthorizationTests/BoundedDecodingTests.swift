// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
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
      ("behind ends of nothing", times(1000, "]") + times(65, "["), true),
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
      ("declarations", "<!DOCTYPE plist [<!ENTITY a 'b'>]>"),
      ("a tag in a tag", "<dict <array>"),
    ])
  func refusesWhatIsNotClear(why: String, text: String) {
    let reason = Self.listReason(Array((text + "<dict/>").utf8))
    #expect(reason == "a tag that is not understood", "\(why)")
  }

  @Test(
    arguments: [
      ("the oldest form", Array(times(9700, "(").utf8), "neither binary nor XML"),
      ("UTF-16", [0xFF, 0xFE, 0x3C, 0x00], "neither binary nor XML in UTF-8"),
    ] as [(why: String, bytes: [UInt8], reason: String)])
  func readsNoOtherForm(why: String, bytes: [UInt8], reason: String) {
    #expect(Self.listReason(bytes) == reason, "\(why)")
  }

  @Test(arguments: [10, 64, 65, 9700])
  func boundsBinaryLists(levels: Int) {
    let reason = Self.listReason(Self.binaryList(levels: levels))
    #expect((reason == "more than 64 levels, or objects in themselves") == (levels > 64))
  }

  /// Returns a binary property list of nested arrays.
  private static func binaryList(levels: Int) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for level in 0..<levels {
      offsets.append(bytes.count)
      let next = level + 1
      bytes += level + 1 < levels ? [0xA1, UInt8(next >> 8), UInt8(next & 0xFF)] : [0xA0]
    }
    let table = bytes.count
    for offset in offsets {
      bytes += [UInt8(offset >> 16), UInt8(offset >> 8 & 0xFF), UInt8(offset & 0xFF)]
    }
    bytes += [0, 0, 0, 0, 0, 0, 3, 2]
    for number in [levels, 0, table] {
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return bytes
  }

  @Test func readsWhatFoundationWrites() throws {
    struct List: Decodable { let texts: [String: String] }
    let texts = Dictionary(uniqueKeysWithValues: (0..<500).map { ("key \($0)", "text <&> \($0)") })
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: ["texts": texts], format: format, options: 0)
      #expect(try BoundedDecoding.propertyList(List.self, from: Array(data)).texts == texts)
    }
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
