// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import TrackFiles

@Suite struct XMLReaderTests {
  private func tokens(_ bytes: [UInt8]) throws -> [XMLReader.Token] {
    var reader = try XMLReader(bytes)
    var tokens: [XMLReader.Token] = []
    while let token = try reader.next() { tokens.append(token) }
    return tokens
  }

  private func tokens(_ text: String) throws -> [XMLReader.Token] { try tokens(Array(text.utf8)) }

  /// Returns the text of a document.
  private func text(_ document: String) throws -> String {
    try tokens(document).reduce(into: "") { if case .text(let piece) = $1 { $0 += piece } }
  }

  @Test func readsElementsInTheirOrder() throws {
    #expect(
      try tokens("<a><b x='1'>t</b><c/></a>\n") == [
        .start(name: "a", attributes: [:]), .start(name: "b", attributes: ["x": "1"]), .text("t"),
        .end(name: "b"), .start(name: "c", attributes: [:]), .end(name: "c"), .end(name: "a"),
      ])
  }

  @Test(
    arguments: [
      ("double quotes", #"<a b="it's"/>"#, "it's"),
      ("single quotes", #"<a b='"'/>"#, "\""),
      ("blanks around it", "<a\n\tb = '1' />", "1"),
      ("a name beyond ASCII, and another one", "<a \u{E9}='2' b='1'/>", "1"),
      ("entities", "<a b='&lt;&gt;&amp;&apos;&quot;'/>", "<>&'\""),
      ("numbers of characters", "<a b='&#65;&#x42;&#x1F600;'/>", "AB\u{1F600}"),
      ("a bracket", "<a b=']]>'/>", "]]>"),
      ("empty", "<a b=''/>", ""),
    ])
  func readsAttributes(name: String, document: String, value: String) throws {
    guard case .start(_, let attributes)? = try tokens(document).first else {
      Issue.record("no element")
      return
    }
    #expect(attributes["b"] == value)
  }

  @Test(
    arguments: [
      ("entities", "<a>1 &lt; 2</a>", "1 < 2"),
      ("CDATA", "<a>x<![CDATA[<b>&amp;]]]]>y</a>", "x<b>&amp;]]y"),
      ("comments", "<!-- <a> --><a>x<!-- - -->y</a><!---->", "xy"),
      ("instructions", "<?x?><a>x<?y <a> ?>y</a><?z ?>", "xy"),
      ("a byte order mark", "\u{FEFF}<?xml version='1.0'?><a>x</a>", "x"),
      ("a declaration", "<?xml version=\"1.0\" encoding='utf-8' standalone='yes' ?><a>x</a>", "x"),
      ("a bracket", "<a>]] ></a>", "]] >"),
    ])
  func readsText(name: String, document: String, expected: String) throws {
    #expect(try text(document) == expected)
  }

  @Test func readsLatin1() throws {
    let head = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8)
    #expect(
      try tokens(head + [0xE9] + Array("</a>".utf8)) == [
        .start(name: "a", attributes: [:]), .text("\u{E9}"), .end(name: "a"),
      ])
  }

  @Test(
    arguments: [
      ("nothing", ""), ("blanks", " \n"), ("text", "a"), ("cut off in a tag", "<a"),
      ("cut off behind a tag", "<a>"), ("cut off in an end", "<a></a"), ("cut off early", "<"),
      ("two elements", "<a/><b/>"), ("text behind", "<a/>b"), ("text before", "b<a/>"),
      ("CDATA outside", "<![CDATA[x]]><a/>"), ("an entity outside", "<a/>&#32;x"),
      ("another end", "<a></b>"), ("crossed", "<a><b></a></b>"), ("an end alone", "</a>"),
      ("an attribute of an end", "<a></a b='1'>"), ("no name", "<>"), ("a digit", "<1/>"),
      ("a blank before the name", "< a/>"), ("a slash amid", "<a / >"),
      ("no value", "<a b/>"), ("no quotes", "<a b=1/>"), ("open quotes", "<a b='1/>"),
      ("no blank", "<a b='1'c='2'/>"), ("twice", "<a b='1' b='2'/>"), ("a tag in it", "<a b='<'/>"),
      ("an unknown entity", "<a>&nbsp;</a>"), ("an ampersand", "<a>&</a>"), ("alone", "<a>& </a>"),
      ("no such character", "<a>&#x110000;</a>"), ("a surrogate", "<a>&#xD800;</a>"),
      ("a control character's number", "<a>&#7;</a>"), ("a sign", "<a>&#+65;</a>"),
      ("no number", "<a>&#;</a>"), ("a large X", "<a>&#X41;</a>"),
      ("a control character", "<a>\u{7}</a>"), ("U+FFFE", "<a>\u{FFFE}</a>"),
      ("a bracket in text", "<a>]]></a>"), ("hyphens", "<a><!-- -- --></a>"),
      ("three hyphens", "<a><!-- ---></a>"), ("open comment", "<a><!-- </a>"),
      ("open CDATA", "<a><![CDATA[</a>"), ("open instruction", "<?x <a/>"),
      ("a late declaration", " <?xml version='1.0'?><a/>"), ("XML", "<a/><?XML x?>"),
      ("a declaration without a version", "<?xml encoding='UTF-8'?><a/>"),
      ("a declaration with more", "<?xml version='1.0' a='b'?><a/>"), ("a mark", "<a><!b></a>"),
    ])
  func refusesWhatIsNotXML(name: String, document: String) {
    let problem = #expect(throws: GPXProblem.self) { try tokens(document) }
    #expect(problem?.description.hasPrefix("line 1 is not XML: ") == true || name == "blanks")
  }

  @Test(
    arguments: [
      ("UTF-16", [0xFE, 0xFF, 0, 0x3C], "it is not UTF-8"),
      ("UTF-16 the other way", [0xFF, 0xFE, 0x3C, 0], "it is not UTF-8"),
      ("UTF-16 without a mark", [0x3C, 0, 0x61, 0], "it is not UTF-8"),
      ("half a character", [0x3C, 0x61, 0x3E, 0xC3], "it is not UTF-8"),
      ("another", Array("<?xml version='1.0' encoding='KOI8-R'?><a/>".utf8), "its encoding KOI8-R"),
      ("a document type", Array("<!DOCTYPE a><a/>".utf8), "line 1 has a document type"),
    ] as [(String, [UInt8], String)])
  func saysWhatItDoesNotRead(name: String, document: [UInt8], reason: String) {
    let problem = #expect(throws: GPXProblem.self) { try tokens(document) }
    #expect(problem?.description.hasPrefix(reason) == true)
  }

  @Test func countsLines() {
    let problem = #expect(throws: GPXProblem.self) { try tokens("<a>\n\n</b>") }
    #expect(problem?.description.hasPrefix("line 3 is not XML: </b> does not end <a>") == true)
  }
}
