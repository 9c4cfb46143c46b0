// Core Location for Linux. SPDX-License-Identifier: MIT

/// The characters of an XML document, and the reading position.
struct XMLScanner {
  private var bytes: [UInt8]
  var position = 0
  /// The lines that have been read and forgotten.
  private var forgotten = 0
  private var isLatin = false

  init(_ bytes: [UInt8]) throws(GPXProblem) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    // The marks at the beginning of UTF-16, and "<" in UTF-16 without a mark.
    let isWide = [[0xFE, 0xFF], [0xFF, 0xFE], [0x00], [0x3C, 0x00]].contains {
      bytes.starts(with: $0)
    }
    if isWide { throw Self.notUTF8 }
  }

  private static let notUTF8 = GPXProblem("it is not UTF-8; save it in UTF-8")

  /// Converts the bytes to UTF-8, and checks that they contain only characters that XML allows.
  ///
  /// - Parameter encoding: the encoding that the document declares; `nil` if it declares none.
  mutating func choose(encoding: String?) throws(GPXProblem) {
    switch encoding?.lowercased() {
    case nil, "utf-8", "us-ascii": break
    case "iso-8859-1": isLatin = true
    default: throw GPXProblem("its encoding \(encoding ?? "") is not known here; save it in UTF-8")
    }
    // What has been read already is ASCII.
    bytes = try converted(bytes)
    try check(from: 0)
  }

  /// Adds bytes of the document, and forgets those that have been read.
  mutating func append(_ more: [UInt8]) throws(GPXProblem) {
    forgotten += bytes[..<position].count { $0 == 0x0A }
    bytes.removeSubrange(..<position)
    let start = bytes.count
    position = start
    bytes += try converted(more)
    try check(from: start)
    position = 0
  }

  /// Returns bytes of the document in UTF-8.
  private func converted(_ bytes: [UInt8]) throws(GPXProblem) -> [UInt8] {
    if isLatin {
      // Each byte is the character with that number.
      return Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8)
    }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw Self.notUTF8 }
    return bytes
  }

  /// Checks that the bytes contain only characters that XML allows.
  private mutating func check(from start: Int) throws(GPXProblem) {
    for index in start..<bytes.count {
      let byte = bytes[index]
      let isControl = byte < 0x20 && !byte.isXMLBlank
      // U+FFFE and U+FFFF.
      let isNone =
        byte >= 0xBE && index >= 2 && bytes[index - 2] == 0xEF && bytes[index - 1] == 0xBF
      guard !isControl, !isNone else {
        position = index
        throw problem("it has a character that is not allowed there")
      }
    }
  }

  var line: Int { forgotten + bytes[..<position].count { $0 == 0x0A } + 1 }

  func problem(_ reason: String) -> GPXProblem {
    GPXProblem("line \(line) is not XML: \(reason); export or download it again")
  }

  // MARK: Looking

  var isAtEnd: Bool { position == bytes.count }
  var unreadCount: Int { bytes.count - position }

  /// Returns the byte at a distance ahead; at the end 0, which no document contains.
  func peek(_ distance: Int = 0) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }

  func starts(with text: StaticString) -> Bool { matches(text, at: position) }

  var isAtName: Bool { Self.isInName(peek(), atStart: true) }

  private func matches(_ text: StaticString, at place: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - place >= count else { return false }
    let text = UnsafeBufferPointer(start: text.utf8Start, count: count)
    return text.elementsEqual(bytes[place..<(place + count)])
  }

  private static func isInName(_ byte: UInt8, atStart: Bool = false) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "_", ":": true
    case "0"..."9", "-", ".": !atStart
    default: byte >= 0x80
    }
  }

  // MARK: Reading

  mutating func skip(_ text: StaticString) -> Bool {
    guard starts(with: text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  /// Skips white space; true if there was any.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = position
    while peek().isXMLBlank { position += 1 }
    return position > start
  }

  /// Skips everything up to and including a text, and returns what was before it.
  @discardableResult
  mutating func skip(past text: StaticString) throws(GPXProblem) -> String {
    let start = position
    while !matches(text, at: position) {
      guard !isAtEnd else {
        position = start
        var problem = problem("what starts here does not end with \(text)")
        problem.isCutOff = true
        throw problem
      }
      position += 1
    }
    let passed = String(decoding: bytes[start..<position], as: UTF8.self)
    position += text.utf8CodeUnitCount
    return passed
  }

  mutating func name() throws(GPXProblem) -> String {
    guard isAtName else { throw problem("a name is missing") }
    let start = position
    while Self.isInName(peek()) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads text up to the next tag.
  mutating func text() throws(GPXProblem) -> String { try characters(upTo: UInt8(ascii: "<")) }

  /// Reads a value in quotes of either kind.
  mutating func quoted() throws(GPXProblem) -> String {
    let quote = peek()
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw problem("a value is not in quotes")
    }
    position += 1
    let value = try characters(upTo: quote)
    guard peek() == quote else { throw problem("a quoted value does not end") }
    position += 1
    return value
  }

  /// Reads characters and references up to a byte, a tag, or the end.
  private mutating func characters(upTo end: UInt8) throws(GPXProblem) -> String {
    var text = ""
    var start = position
    while !isAtEnd, bytes[position] != end, bytes[position] != UInt8(ascii: "<") {
      switch bytes[position] {
      case UInt8(ascii: "&"):
        text += String(decoding: bytes[start..<position], as: UTF8.self)
        text.unicodeScalars.append(try reference())
        start = position
      case UInt8(ascii: "]") where end == UInt8(ascii: "<") && starts(with: "]]>"):
        throw problem("]]> ends nothing")
      default: position += 1
      }
    }
    return text + String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads the character that `&…;` represents.
  private mutating func reference() throws(GPXProblem) -> Unicode.Scalar {
    position += 1
    let start = position
    while !isAtEnd, peek() != UInt8(ascii: ";"), position - start < 12 { position += 1 }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    guard skip(";"), let scalar = Self.scalar(named: name) else {
      throw problem("an entity after & is unknown")
    }
    return scalar
  }

  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  private static func scalar(named name: String) -> Unicode.Scalar? {
    if let scalar = named[name] { return scalar }
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard name.hasPrefix("#"), digits.first != "+", digits.first != "-",
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(number)
    else { return nil }
    let isAllowed = number >= 0x20 || UInt8(number).isXMLBlank
    return isAllowed && number != 0xFFFE && number != 0xFFFF ? scalar : nil
  }
}
