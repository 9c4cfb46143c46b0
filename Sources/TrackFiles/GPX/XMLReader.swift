// Core Location for Linux. SPDX-License-Identifier: MIT

/// An XML document as a sequence of tokens.
///
/// It enforces what XML 1.0 requires of a document without a document type, so that a damaged file is refused rather
/// than guessed at: names that match, quoted attributes without duplicates, known entities, one outermost element.
/// Names may contain any character beyond ASCII. A document type is refused: its content is never read.
package struct XMLReader {
  /// A part of a document; comments and instructions are skipped.
  package enum Token: Equatable {
    case start(name: String, attributes: [String: String])
    case end(name: String)
    /// A piece of the innermost element's text.
    case text(String)
  }

  private var scanner: XMLScanner
  /// The names of the open elements, the innermost last.
  private var open: [String] = []
  /// The most of these.
  private static let deepest = 512
  private var hasBegun = false
  /// Whether the innermost element is an empty-element tag whose end has yet to be returned.
  private var isEmpty = false

  /// - Throws: ``GPXProblem`` for an encoding other than UTF-8 and ISO 8859-1, for invalid characters, and for a
  ///   malformed declaration.
  package init(_ bytes: [UInt8]) throws(GPXProblem) {
    scanner = try XMLScanner(bytes)
    let isDeclared = scanner.starts(with: "<?xml") && scanner.peek(5).isXMLBlank
    try scanner.choose(encoding: isDeclared ? try declaration() : nil)
  }

  /// The current line, counted from 1; takes time in proportion to what has been read.
  var line: Int { scanner.line }

  /// Adds bytes of the document, which end before a tag.
  mutating func append(_ more: [UInt8]) throws(GPXProblem) { try scanner.append(more) }

  /// How many bytes wait for the rest of a comment, an instruction or the like.
  var unreadCount: Int { scanner.unreadCount }

  /// Returns the next token; `nil` at the end of a complete document, or of what can be read of one that is not.
  ///
  /// - Parameter isComplete: whether nothing is to be appended.
  package mutating func next(isComplete: Bool = true) throws(GPXProblem) -> Token? {
    if isEmpty {
      isEmpty = false
      return .end(name: open.removeLast())
    }
    while !scanner.isAtEnd {
      let start = scanner.position
      do throws(GPXProblem) {
        if let token = try piece() { return token }
      } catch {
        guard error.isCutOff, !isComplete else { throw error }
        scanner.position = start
        return nil
      }
    }
    guard isComplete else { return nil }
    if let name = open.last { throw scanner.problem("it ends within <\(name)>") }
    guard hasBegun else { throw scanner.problem("there is no element") }
    return nil
  }

  /// Reads the next part of the document; `nil` if it is not a token.
  private mutating func piece() throws(GPXProblem) -> Token? {
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
      throw GPXProblem(
        "line \(line) has a document type, which is not read; remove <!DOCTYPE and what belongs to it"
      )
    }
    if scanner.skip("<?") {
      try instruction()
      return nil
    }
    return scanner.skip("</") ? try endTag() : try startTag()
  }

  private mutating func text() throws(GPXProblem) -> Token? {
    let text = try scanner.text()
    if !open.isEmpty { return .text(text) }
    guard text.utf8.allSatisfy(\.isXMLBlank) else {
      throw scanner.problem("text outside of all elements")
    }
    return nil
  }

  private mutating func startTag() throws(GPXProblem) -> Token {
    guard scanner.skip("<"), open.isEmpty != hasBegun else {
      throw scanner.problem("a second outermost element")
    }
    hasBegun = true
    let name = try scanner.name()
    let attributes = try attributes()
    isEmpty = scanner.skip("/")
    guard scanner.skip(">") else { throw scanner.problem("<\(name) is not ended by >") }
    guard open.count < Self.deepest else { throw scanner.problem("it is nested too deeply") }
    open.append(name)
    return .start(name: name, attributes: attributes)
  }

  private mutating func endTag() throws(GPXProblem) -> Token {
    let name = try scanner.name()
    scanner.skipBlanks()
    guard scanner.skip(">") else { throw scanner.problem("</\(name) is not ended by >") }
    guard open.last == name else {
      throw scanner.problem("</\(name)> does not end \(open.last.map { "<\($0)>" } ?? "anything")")
    }
    return .end(name: open.removeLast())
  }

  /// Reads the attributes, up to the end of the tag.
  private mutating func attributes() throws(GPXProblem) -> [String: String] {
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

  private mutating func instruction() throws(GPXProblem) {
    let name = try scanner.name()
    guard name.lowercased() != "xml" else {
      throw scanner.problem("<?xml is not at the very beginning")
    }
    guard scanner.peek().isXMLBlank || scanner.starts(with: "?>") else {
      throw scanner.problem("<?\(name) is not followed by a space")
    }
    try scanner.skip(past: "?>")
  }

  /// Reads the XML declaration, and returns the encoding that it names.
  private mutating func declaration() throws(GPXProblem) -> String? {
    _ = scanner.skip("<?xml")
    let attributes = try attributes()
    let known: Set = ["version", "encoding", "standalone"]
    let minor = attributes["version"].flatMap { $0.hasPrefix("1.") ? Int($0.dropFirst(2)) : nil }
    guard scanner.skip("?>"), minor != nil, known.isSuperset(of: attributes.keys)
    else { throw scanner.problem("the <?xml declaration is malformed") }
    return attributes["encoding"]
  }
}

extension UInt8 {
  var isXMLBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
