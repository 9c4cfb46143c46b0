// Core Location for Linux. SPDX-License-Identifier: MIT

/// Reads the answer of a page to a request for its events: HTTP in pieces, and server-sent events in that.
package struct EventStream {
  package struct Event: Hashable {
    package var name: String
    package var data: [UInt8]
  }

  enum Problem: Error, Hashable {
    /// The page does not answer the request, but with this status and line.
    case refused(Int, String)
    /// It is not a page of gps.
    case malformed
  }

  private enum Stage: Hashable {
    case head
    /// An answer that is no stream, of which so much is to be read as says why.
    case refusal(Int)
    /// The size of the next piece.
    case size
    /// The bytes of a piece that are still to come, and the end of its line.
    case piece(Int)
  }

  private var stage = Stage.head
  private var buffer: [UInt8] = []
  private var text: [UInt8] = []

  /// The most bytes of a head, a piece's size, or an event.
  private static let longest = 1 << 20

  /// Returns the events that are complete now.
  mutating func received(_ bytes: ArraySlice<UInt8>) throws(Problem) -> [Event] {
    buffer += bytes
    while try advance() {}
    guard buffer.count <= Self.longest, text.count <= Self.longest else { throw .malformed }
    return events()
  }

  /// Whether it is a stream of events.
  var isStream: Bool {
    switch stage {
    case .size, .piece: true
    case .head, .refusal: false
    }
  }

  /// Returns why the connection has ended that has been read to its end; `nil` if no reason was given.
  func ended() -> Problem? {
    guard case .refusal(let status) = stage else { return nil }
    return .refused(status, String(decoding: buffer.prefix { $0 != 0x0A }, as: UTF8.self))
  }

  /// Reads the next part of the answer; returns false if it has not arrived completely.
  private mutating func advance() throws(Problem) -> Bool {
    switch stage {
    case .head:
      guard let end = Self.end(of: "\r\n\r\n", in: buffer) else { return false }
      try read(head: String(decoding: buffer[..<end], as: UTF8.self))
      buffer.removeFirst(end)
    case .refusal: return false
    case .size:
      guard let end = Self.end(of: "\r\n", in: buffer) else { return false }
      let digits = String(decoding: buffer[..<(end - 2)], as: UTF8.self)
      guard let size = Int(digits, radix: 16), (1...Self.longest).contains(size) else {
        throw .malformed
      }
      buffer.removeFirst(end)
      stage = .piece(size)
    case .piece(let size):
      guard buffer.count >= size + 2 else { return false }
      text += buffer[..<size]
      buffer.removeFirst(size + 2)
      stage = .size
    }
    return true
  }

  private mutating func read(head: String) throws(Problem) {
    let lines = head.split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
      throw .malformed
    }
    guard status == 200 else {
      stage = .refusal(status)
      return
    }
    let headers = lines.dropFirst().map { $0.lowercased() }
    guard headers.contains("transfer-encoding: chunked"),
      headers.contains("content-type: text/event-stream")
    else { throw .malformed }
    stage = .size
  }

  private mutating func events() -> [Event] {
    var events: [Event] = []
    while let end = Self.end(of: "\n\n", in: text) {
      let lines = text[..<end].split(separator: 0x0A)
      func value(_ field: String) -> [UInt8]? {
        lines.first { $0.starts(with: field.utf8) }.map { Array($0.dropFirst(field.utf8.count)) }
      }
      if let name = value("event: "), let data = value("data: ") {
        events.append(Event(name: String(decoding: name, as: UTF8.self), data: data))
      }
      text.removeFirst(end)
    }
    return events
  }

  /// Returns the index after the first occurrence of a mark; `nil` if there is none.
  private static func end(of mark: StaticString, in bytes: [UInt8]) -> Int? {
    let count = mark.utf8CodeUnitCount
    guard bytes.count >= count else { return nil }
    return (0...(bytes.count - count)).first { start in
      (0..<count).allSatisfy { bytes[start + $0] == mark.utf8Start[$0] }
    }.map { $0 + count }
  }
}
