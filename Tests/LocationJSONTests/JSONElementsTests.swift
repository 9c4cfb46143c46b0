// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON
import Testing

@Suite struct JSONElementsTests {
  private func read(
    _ text: String, inPiecesOf size: Int = 100_000, longest: Int = 1000
  ) -> (found: [String], problem: JSONElements.Problem?, tooLong: Int) {
    var elements = JSONElements(longest: longest)
    var found: [String] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = bytes[start..<min(start + size, bytes.count)]
      found += elements.push(piece.span.bytes).map {
        "\($0.name):\(String(decoding: $0.bytes, as: UTF8.self))"
      }
    }
    do throws(JSONElements.Problem) {
      try elements.finish()
      return (found, nil, elements.tooLong)
    } catch {
      return (found, error, elements.tooLong)
    }
  }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func findsTheSameHoweverItIsCut(size: Int) {
    let text = """
      \u{FEFF}{"a": {"x": [{"no": 1}]}, "locations": [ {"b": "}]\\"{", "c": [{}]}, 5, [{"no": 2}], {} ],
       "s": "locations", "other" : [{"d": 1}]} \n
      """
    let found = read(text, inPiecesOf: size)
    #expect(
      found.found == [
        #"locations:{"b": "}]\"{", "c": [{}]}"#, "locations:{}", #"other:{"d": 1}"#,
      ])
    #expect(found.problem == nil)
    let list = read("[{\"a\":1},{\"b\":[]}]", inPiecesOf: size)
    #expect(list.found == [":{\"a\":1}", ":{\"b\":[]}"])
  }

  @Test(
    arguments: [
      ("nothing", "", .cutOff), ("blanks", "  ", .cutOff), ("no end", "{\"a\": [{}", .cutOff),
      ("a string without end", "{\"a\": [{}, \"", .cutOff),
      ("another bracket", "{\"a\": [{]", .malformed(at: 8)),
      ("no beginning", "]", .malformed(at: 0)),
      ("text", "hello", .malformed(at: 0)), ("more", "{}x", .malformed(at: 2)),
      ("two documents", "{}{}", .malformed(at: 2)),
      ("too deep", String(repeating: "[", count: 513), .tooDeep),
    ] as [(String, String, JSONElements.Problem)])
  func saysWhatIsWrong(name: String, text: String, problem: JSONElements.Problem) {
    #expect(read(text).problem == problem)
    #expect(read(text, inPiecesOf: 1).problem == problem)
  }

  @Test(arguments: [1, 50, 100_000])
  func leavesOutWhatIsTooLong(size: Int) {
    let long = "{\"x\":\"" + String(repeating: "y", count: 1000) + "\"}"
    let found = read("[\(long),{\"a\":1},\(long)]", inPiecesOf: size)
    #expect(found.found == [":{\"a\":1}"])
    #expect(found.tooLong == 2)
    #expect(found.problem == nil)
  }
}
