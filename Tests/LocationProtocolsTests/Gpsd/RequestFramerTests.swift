// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationProtocols
import Testing

/// Requests in the bytes that clients from Debian and PyPI send.
@Suite struct RequestFramerTests {
  private static func requests(_ pieces: String...) -> [GpsdRequest] {
    var framer = RequestFramer()
    var requests: [GpsdRequest] = []
    for piece in pieces {
      framer.push(piece.utf8)
      while let request = framer.next() { requests.append(request) }
    }
    return requests
  }

  private static func watch(_ change: (inout WatchChange) -> Void) -> GpsdRequest {
    var value = WatchChange()
    change(&value)
    return .watch(value)
  }

  private static let json = watch { ($0.enable, $0.json) = (true, true) }

  @Test(
    arguments: [
      ("libgps", "?WATCH={\"enable\":true,\"json\":true};\n", json),
      ("python3-gps, without a semicolon", "?WATCH={\"enable\":true,\"json\":true}\n", json),
      ("gpsd, without a line end", "?WATCH={\"enable\":true,\"json\":true};", json),
      (
        "OpenCPN, with blanks and without an end", "?WATCH={\"class\":\"WATCH\", \"nmea\":true}",
        watch { $0.nmea = true }
      ),
      (
        "gpsmon", "?WATCH={\"raw\":2,\"pps\":true}\r\n", watch { ($0.raw, $0.pps) = (2, true) }
      ),
      ("a bare name with a line end", "?POLL\n", .poll),
      ("POLL", "?POLL;", .poll), ("VERSION", "?VERSION;\r\n", .version),
      ("DEVICES", "?DEVICES;\n", .devices), ("DEVICE", "?DEVICE;\n", .device(changes: false)),
      (
        "what would change the receiver", "?DEVICE={\"path\":\"/dev/ttyS0\",\"bps\":4800};\n",
        .device(changes: true)
      ),
      ("a question without a change", "?WATCH;", .watch(nil)),
      (
        "an unknown member with an object in it",
        "?WATCH={\"enable\":false,\"more\":{\"a\":[1,{}]}};", watch { $0.enable = false }
      ),
      (
        "a flag of another type", "?WATCH={\"enable\":\"yes\",\"json\":1};",
        watch { ($0.enable, $0.json) = (false, true) }
      ),
      ("an unknown name", "?FOO;\n", .unrecognized("?FOO;")),
      ("no JSON", "?WATCH={\"enable\":maybe}\n", .unrecognized("?WATCH={\"enable\":maybe}\n")),
      ("no object", "?WATCH=[1] \n", .unrecognized("?WATCH=[1]")),
      ("no name", "?;\n", .unrecognized("?;")),
      ("a line that ends too early", "?WATCH={\"a\":\n", .unrecognized("?WATCH={\"a\":\n")),
      ("brackets in a text", #"?WATCH={"device":"}\"]{"};"#, watch { $0.device = "}\"]{" }),
      ("brackets that do not match", "?WATCH={\"a\":[}]\n", .unrecognized("?WATCH={\"a\":[}]\n")),
      ("brackets that only close", "?WATCH=}\n", .unrecognized("?WATCH=}\n")),
    ] as [(why: String, text: String, request: GpsdRequest)])
  func readsARequest(why: String, text: String, request: GpsdRequest) {
    #expect(Self.requests(text) == [request])
    // The same, byte by byte.
    var framer = RequestFramer()
    var requests: [GpsdRequest] = []
    for byte in text.utf8 {
      framer.push([byte])
      while let request = framer.next() { requests.append(request) }
    }
    #expect(requests == [request])
  }

  @Test func readsSeveralRequestsOfOneSegment() {
    let requests = Self.requests(
      "?WATCH={\"enable\":true};\n?WATCH={\"enable\":true,\"json\":true,\"nmea\":false}\r\n?POLL;")
    #expect(requests.count == 3)
    #expect(requests.last == .poll)
  }

  @Test(arguments: ["hello\n", " ?POLL;\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "\u{0}\u{1}\n"])
  func ignoresLinesThatAreNoRequests(line: String) {
    #expect(Self.requests(line) == [])
    #expect(Self.requests(line, "?POLL;") == [.poll])
  }

  @Test func waitsForTheRestOfARequest() {
    #expect(Self.requests("?WATCH={\"enab", "le\":true,\"json\":true};") == [Self.json])
  }

  @Test func givesUpARequestThatIsTooLong() {
    let long = "?WATCH={\"device\":\"" + String(repeating: "a", count: 5000)
    let requests = Self.requests(long, "\"}\n?POLL;\n")
    #expect(requests.count == 2)
    guard case .unrecognized(let text)? = requests.first else {
      Issue.record("the long one was not refused: \(requests)")
      return
    }
    #expect(text.utf8.count == RequestFramer.longest)
    #expect(requests.last == .poll)
  }

  @Test(
    arguments: [
      ("an object", "?WATCH={\"device\":\"", "\"};?POLL;\n"), ("a name", "?", ";?POLL;\n"),
      ("what is no JSON", "?WATCH={x", "\n?POLL;\n"),
    ] as [(why: String, head: String, tail: String)])
  func refusesWhatIsTooLongHoweverItComes(why: String, head: String, tail: String) {
    let text = head + String(repeating: "a", count: 5000) + tail
    let whole = Self.requests(text)
    #expect(Self.requests(String(text.prefix(4500)), String(text.dropFirst(4500))) == whole)
    #expect(whole.first == .unrecognized(String(text.prefix(RequestFramer.longest))))
  }

  /// Reading each request used to move all requests behind it.
  @Test func readsAFloodOfRequestsInOnePiece() {
    let flood = String(repeating: "?POLL;", count: 100_000)
    #expect(Self.requests(flood).count == 100_000)
  }

  @Test func refusesNestingThatHasNoEnd() {
    let nested = "?WATCH=" + String(repeating: "{\"a\":", count: 700)
    let requests = Self.requests(nested + "\n", "?POLL;\n")
    #expect(requests.last == .poll)
    #expect(requests.count == 2)
  }
}
