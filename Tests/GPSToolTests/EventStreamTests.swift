// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GPSTool

/// What a page, or whoever answers in its place, sends to a program that asked for its events.
@Suite struct EventStreamTests {
  private static let head =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/event-stream\r\n\r\n"

  private func events(_ answer: String, inPiecesOf length: Int) throws -> [EventStream.Event] {
    var stream = EventStream()
    let bytes = Array(answer.utf8)
    return try stride(from: 0, to: bytes.count, by: length).flatMap {
      try stream.received(bytes[$0..<min(bytes.count, $0 + length)])
    }
  }

  /// Three events in four pieces of HTTP, of which the second has no data.
  @Test(arguments: [1, 2, 3, 7, 1000])
  func eventsAreTheSameHoweverTheirBytesCome(length: Int) throws {
    let pieces =
      "d\r\nevent: a\ndata\r\n7\r\n: 1\n\nev\r\n17\r\nent: b\n\nevent: c\ndata: \r\n3\r\n2\n\n\r\n"
    let found = try events(Self.head + pieces, inPiecesOf: length)
    #expect(found.map(\.name) == ["a", "c"])
    #expect(found.map { String(decoding: $0.data, as: UTF8.self) } == ["1", "2"])
  }

  @Test(arguments: [
    ("a head without an end", "HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 5000)),
    ("a size without an end", head + String(repeating: "0", count: 20_000)),
    ("a negative size", head + "-1\r\n"),
    ("a piece of gigabytes", head + "7fffffffffffffff\r\n"),
    ("an event without an end", head + String(repeating: "8\r\nabcdefgh\r\n", count: 140_000)),
  ])
  func refuses(_ what: String, _ answer: String) {
    #expect(throws: EventStream.Problem.malformed, "\(what)") {
      try events(answer, inPiecesOf: 1000)
    }
  }
}
