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
  /// How many of its bytes have been read.
  private var read = 0
  private var text: [UInt8] = []
  /// The index in the text before which no event ends.
  private var searched = 0

  /// The most bytes of a piece or an event.
  private static let longest = 1 << 20
  /// The most bytes of a head, or of a piece's size.
  private static let longestHead = 1 << 14

  /// Returns the events that are complete now.
  mutating func received(_ bytes: ArraySlice<UInt8>) throws(Problem) -> [Event] {
    buffer += bytes
    while try advance() {}
    buffer.removeFirst(read)
    read = 0
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
      guard let end = try endOfHead("\r\n\r\n") else { return false }
      try begin(head: String(decoding: buffer[..<end], as: UTF8.self))
      read = end
    case .refusal: return false
    case .size:
      guard let end = try endOfHead("\r\n") else { return false }
      let digits = String(decoding: buffer[read..<(end - 2)], as: UTF8.self)
      guard let size = Int(digits, radix: 16), (1...Self.longest).contains(size) else {
        throw .malformed
      }
      read = end
      stage = .piece(size)
    case .piece(let size):
      guard buffer.count - read >= size + 2 else { return false }
      text += buffer[read..<(read + size)]
      read += size + 2
      stage = .size
    }
    return true
  }

  /// Returns the index after a mark; `nil` if more bytes are needed.
  private func endOfHead(_ mark: StaticString) throws(Problem) -> Int? {
    let end = Self.end(of: mark, in: buffer, from: read)
    guard (end ?? buffer.count) - read <= Self.longestHead else { throw .malformed }
    return end
  }

  private mutating func begin(head: String) throws(Problem) {
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
    var start = 0
    while let end = Self.end(of: "\n\n", in: text, from: searched) {
      let lines = text[start..<end].split(separator: 0x0A)
      func value(_ field: String) -> [UInt8]? {
        lines.first { $0.starts(with: field.utf8) }.map { Array($0.dropFirst(field.utf8.count)) }
      }
      if let name = value("event: "), let data = value("data: ") {
        events.append(Event(name: String(decoding: name, as: UTF8.self), data: data))
      }
      (start, searched) = (end, end)
    }
    text.removeFirst(start)
    searched = max(0, text.count - 1)
    return events
  }

  /// Returns the index after the first occurrence of a mark from an index on; `nil` if there is none.
  private static func end(of mark: StaticString, in bytes: [UInt8], from first: Int) -> Int? {
    let count = mark.utf8CodeUnitCount
    guard bytes.count - first >= count else { return nil }
    return (first...(bytes.count - count)).first { start in
      (0..<count).allSatisfy { bytes[start + $0] == mark.utf8Start[$0] }
    }.map { $0 + count }
  }
}
