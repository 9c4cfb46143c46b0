// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON
import Testing

@Suite struct JSONObjectTests {
  private static func text(_ members: (inout JSONObject) -> Void) -> String {
    var bytes = Array("data: ".utf8)
    bytes.append(object: members)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func writesMembersInTheirOrderBehindWhatIsThere() {
    let text = Self.text { object in
      object.set("class", "A{")
      object.set("b", true)
      object.set("c", -3)
      object.set("d", 1.25, decimals: 4)
      object.set("e", 1.25, decimals: 4, padded: false)
      object.set("f", json: Array("null".utf8))
    }
    #expect(text == #"data: {"class":"A{","b":true,"c":-3,"d":1.2500,"e":1.25,"f":null}"#)
  }

  @Test func whatIsNilHasNoMember() {
    let text = Self.text { object in
      object.set("a", nil as String?)
      object.set("b", nil as Bool?)
      object.set("c", nil as Int?)
      object.set("d", nil as Double?, decimals: 1)
      object.set("e", .infinity, decimals: 1)
      object.set("f", json: nil)
    }
    #expect(text == "data: {}")
  }

  @Test func writesWhatIsInEachOther() {
    let text = Self.text { object in
      object.set("a") { inner in
        inner.set("b", [1, 2]) { $1.set("c", $0) }
        inner.set("d", [Int]()) { _, _ in }
        inner.set("e") { _ in }
      }
      object.set("f", 1)
    }
    #expect(text == #"data: {"a":{"b":[{"c":1},{"c":2}],"d":[],"e":{}},"f":1}"#)
  }

  @Test(arguments: [Int.min, -1, 0, 9, 10, 9999, 10_000, 99_999, 100_000, .max])
  func writesWholeNumbers(number: Int) {
    #expect(Self.text { $0.set("n", number) } == "data: {\"n\":\(number)}")
  }

  /// What precedes the object does not count, and the last element that fits is the last.
  @Test(
    arguments: [
      (18, #"{"list":[{"n":1}]}"#, false), (19, #"{"list":[{"n":1}]}"#, true),
      (26, #"{"list":[{"n":1}]}"#, true), (27, #"{"list":[{"n":1},{"n":2}]}"#, true),
    ] as [(longest: Int, text: String, fits: Bool)])
  func endsAListThatBecomesTooLong(longest: Int, text: String, fits: Bool) {
    let written = Self.text { object in
      object.set("list", 1...9, upTo: longest) { $1.set("n", $0) }
    }
    #expect(written == (fits ? "data: " + text : #"data: {"list":[]}"#))
  }
}
