// Core Location for Linux. SPDX-License-Identifier: MIT

/// An XML document as a sequence of tokens.
///
/// What XML 1.0 asks of a document without a document type is asked here, so that a damaged file is refused and not
/// guessed at: names that match, quoted attributes without duplicates, known entities, one outermost element. Names
/// may have any character beyond ASCII. A document type is refused: nothing in it is ever read.
struct XMLReader {
  /// What a document consists of; comments and instructions are passed over.
  enum Token: Equatable {
    /// An element begins.
    case start(name: String, attributes: [String: String])
    /// The innermost element ends.
    case end(name: String)
    /// A piece of the innermost element's text.
    case text(String)
  }

  private var scanner: XMLScanner
  /// The names of the elements that are open, the innermost last.
  private var open: [String] = []
  private var hasBegun = false
  /// Whether the innermost element, just begun, has ended with that.
  private var isEmpty = false

  /// - Throws: ``XMLProblem`` for an encoding other than UTF-8 and ISO 8859-1, and for what is none.
  init(_ bytes: [UInt8]) throws(XMLProblem) {
    scanner = try XMLScanner(bytes)
    let isDeclared = scanner.starts(with: "<?xml") && scanner.peek(5).isXMLBlank
    try scanner.choose(encoding: isDeclared ? try declaration() : nil)
  }

  /// The line at which reading has arrived, the first being 1; takes time in proportion to what was read.
  var line: Int { scanner.line }

  /// The next token; `nil` at the end of a whole document.
  mutating func next() throws(XMLProblem) -> Token? {
    if isEmpty {
      isEmpty = false
      return .end(name: open.removeLast())
    }
    while !scanner.isAtEnd {
      if let token = try piece() { return token }
    }
    if let name = open.last { throw scanner.problem("it ends within <\(name)>") }
    guard hasBegun else { throw scanner.problem("there is no element") }
    return nil
  }

  /// What comes next, if it is a token.
  private mutating func piece() throws(XMLProblem) -> Token? {
    if scanner.peek() != UInt8(ascii: "<") { return try text() }
    if scanner.skip("<!--") {
      try scanner.skip(past: "--")
      guard scanner.skip(">") else { throw scanner.problem("a comment has -- in it") }
      return nil
    }
    if scanner.skip("<![CDATA[") {
      guard !open.isEmpty else { throw scanner.problem("text outside of all elements") }
      return .text(try scanner.skip(past: "]]>"))
    }
    if scanner.skip("<!DOCTYPE") {
      throw XMLProblem(
        "line \(line) has a document type, which is not read; remove <!DOCTYPE and what belongs to it"
      )
    }
    if scanner.skip("<?") {
      try instruction()
      return nil
    }
    return scanner.skip("</") ? try endTag() : try startTag()
  }

  private mutating func text() throws(XMLProblem) -> Token? {
    let text = try scanner.text()
    if !open.isEmpty { return .text(text) }
    guard text.utf8.allSatisfy(\.isXMLBlank) else {
      throw scanner.problem("text outside of all elements")
    }
    return nil
  }

  private mutating func startTag() throws(XMLProblem) -> Token {
    guard scanner.skip("<"), open.isEmpty != hasBegun else {
      throw scanner.problem("a second outermost element")
    }
    hasBegun = true
    let name = try scanner.name()
    let attributes = try attributes()
    isEmpty = scanner.skip("/")
    guard scanner.skip(">") else { throw scanner.problem("<\(name) is not ended by >") }
    open.append(name)
    return .start(name: name, attributes: attributes)
  }

  private mutating func endTag() throws(XMLProblem) -> Token {
    let name = try scanner.name()
    scanner.skipBlanks()
    guard scanner.skip(">") else { throw scanner.problem("</\(name) is not ended by >") }
    guard open.last == name else {
      throw scanner.problem("</\(name)> does not end \(open.last.map { "<\($0)>" } ?? "anything")")
    }
    return .end(name: open.removeLast())
  }

  /// The attributes, up to what ends the tag.
  private mutating func attributes() throws(XMLProblem) -> [String: String] {
    var attributes: [String: String] = [:]
    while scanner.skipBlanks(), scanner.isAtName {
      let name = try scanner.name()
      scanner.skipBlanks()
      guard scanner.skip("=") else { throw scanner.problem("attribute \(name) has no value") }
      scanner.skipBlanks()
      let value = try scanner.quoted()
      guard attributes.updateValue(value, forKey: name) == nil else {
        throw scanner.problem("attribute \(name) comes twice")
      }
    }
    return attributes
  }

  private mutating func instruction() throws(XMLProblem) {
    let name = try scanner.name()
    guard name.lowercased() != "xml" else {
      throw scanner.problem("<?xml is not at the very beginning")
    }
    guard scanner.peek().isXMLBlank || scanner.starts(with: "?>") else {
      throw scanner.problem("<?\(name) has no blank behind it")
    }
    try scanner.skip(past: "?>")
  }

  /// The XML declaration; the encoding that it names.
  private mutating func declaration() throws(XMLProblem) -> String? {
    _ = scanner.skip("<?xml")
    let attributes = try attributes()
    let known: Set = ["version", "encoding", "standalone"]
    let minor = attributes["version"].flatMap { $0.hasPrefix("1.") ? Int($0.dropFirst(2)) : nil }
    guard scanner.skip("?>"), minor != nil, known.isSuperset(of: attributes.keys)
    else { throw scanner.problem("<?xml is not as it must be") }
    return attributes["encoding"]
  }
}

/// Why something is not XML that can be read, and what to try; without a line end, though not fit for a terminal.
struct XMLProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension UInt8 {
  /// Whether it is white space to XML.
  var isXMLBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
