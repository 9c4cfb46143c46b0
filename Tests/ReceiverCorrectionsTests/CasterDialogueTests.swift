// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import ReceiverCorrections

/// What casters answer, wherever it is split.
@Suite struct CasterDialogueTests {
  /// Returns what an answer means, as data and verdicts.
  private static func outcomes(
    _ answer: [UInt8], pieces count: Int, wantsTable: Bool = false, closes: Bool = true
  ) -> (data: [UInt8], isAccepted: Bool, verdict: CasterVerdict?) {
    var dialogue = CasterDialogue(wantsTable: wantsTable)
    var all: [CasterDialogue.Outcome] = []
    var rest = answer[...]
    while !rest.isEmpty {
      all += dialogue.received(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    if closes { all += dialogue.closed() }
    var (data, isAccepted, verdict) = ([UInt8](), false, CasterVerdict?.none)
    for outcome in all {
      switch outcome {
      case .accepted: isAccepted = true
      case .data(let bytes): data += bytes
      case .ended(let end): verdict = end
      case .finished: break
      }
    }
    return (data, isAccepted, verdict)
  }

  /// A beginning of data that looks like a line end, and one that does not.
  private static let data: [UInt8] = [0xD3, 0x00, 0x0D, 0x0A, 0x0D, 0x0A, 0xFF]

  @Test(
    arguments: [
      ("version 1", "ICY 200 OK\r\n\r\n"),
      ("RTKLIB sends one line end", "ICY 200 OK\r\n"),
      ("version 2", "HTTP/1.1 200 OK\r\nContent-Type: gnss/data\r\n\r\n"),
      ("without a type", "HTTP/1.0 200 OK\r\nServer: x\r\n\r\n"),
      (
        "pygnssutils forgets a line end",
        "HTTP/1.1 200 OKNtrip-Version: Ntrip/2.0\r\nServer: x\r\n\r\n"
      ),
      ("bare line feeds", "HTTP/1.1 200 OK\nContent-Type: gnss/data\n\n"),
    ])
  func passesDataOn(_ why: String, head: String) {
    for count in [1, 2, 3, 7, 1000] {
      let result = Self.outcomes(Array(head.utf8) + Self.data, pieces: count)
      #expect(result.isAccepted && result.data == Self.data, "\(why), \(count)")
      #expect(result.verdict == nil)
    }
  }

  @Test func decodesChunksSplitAnywhere() {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\nContent-Type: gnss/data\r\n\r\n"
    let body =
      Array("3;name=\"x\"\r\n".utf8) + Self.data[..<3] + Array("\r\n04\r\n".utf8) + Self.data[3...]
      + Array("\r\n0\r\n\r\n".utf8)
    for count in [1, 2, 3, 5, 1000] {
      let result = Self.outcomes(Array(head.utf8) + body, pieces: count)
      #expect(result.data == Self.data, "\(count)")
    }
  }

  @Test(
    arguments: [
      "zz\r\n", "3\r\nabcX", String(repeating: "1", count: 300), "-5\r\nabcde\r\n", "\r\n",
      "FFFFFFFFFFFFFFFF\r\n", "80000000\r\n", "0x10\r\n",
      "3;" + String(repeating: "x", count: 300), "3\r\nabc" + String(repeating: "\r", count: 3),
    ])
  func endsWithDamagedChunks(body: String) {
    // Of data as of a table.
    for type in ["gnss/data", "gnss/sourcetable"] {
      let head =
        "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n"
      for wantsTable in [false, true] {
        let result = Self.outcomes(
          Array((head + body).utf8), pieces: 1000, wantsTable: wantsTable, closes: false)
        #expect(result.verdict == .refused("its chunks are damaged"), "\(type)")
      }
    }
  }

  /// A size line of 250 bytes around each byte of the table.
  @Test func readsTwoMegabytesOfATableHoweverItIsWrapped() {
    var dialogue = CasterDialogue(wantsTable: true)
    _ = dialogue.received(
      Array(
        "HTTP/1.1 200 OK\r\nContent-Type: gnss/sourcetable\r\nTransfer-Encoding: chunked\r\n\r\n"
          .utf8)[...])
    let chunk = Array(("1;" + String(repeating: "x", count: 250) + "\r\nA\r\n").utf8)
    let piece = Array(repeatElement(chunk, count: 30).joined())
    var count = 0
    while dialogue.isReadingTable, count < 4 << 20 {
      _ = dialogue.received(piece[...])
      count += piece.count
    }
    #expect((2 << 20..<(2 << 20) + piece.count).contains(count))
  }

  @Test(arguments: ["ICY 200 OK", "HTTP/1.1 200 OK\r\nX: "])
  func rejectsAHeadWithALongLineEvenIfItArrivesAtOnce(start: String) {
    let answer = start + String(repeating: "x", count: 2100) + "\r\n\r\n"
    let result = Self.outcomes(Array(answer.utf8), pieces: 8192)
    #expect({ if case .notACaster? = result.verdict { true } else { false } }())
    #expect(!result.isAccepted)
  }

  @Test(
    arguments: [
      ("RTKLIB", "HTTP/1.0 401 Unauthorized\r\n", .wrongPassword),
      ("version 1", "ERROR - Bad Password\r\n", .wrongPassword),
      ("version 2", "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", .wrongPassword),
      ("unknown", "HTTP/1.1 404 Not Found\r\n\r\n", .unknownMountpoint(nil)),
      ("unknown, version 1", "ERROR - Mount Point Invalid\r\n", .unknownMountpoint(nil)),
      ("forbidden", "HTTP/1.1 403 Forbidden\r\n\r\n", .wrongPassword),
      ("gone", "HTTP/1.1 503 Busy\r\n\r\n", .refused("HTTP/1.1 503 Busy")),
      ("elsewhere", "HTTP/1.1 302 Found\r\nLocation: /OTHER\r\n\r\n", .redirect("/OTHER")),
      (
        "a page", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>Log  in\n</html>",
        .notACaster("<html>Log in </html>")
      ),
      (
        "another server", "220 mail.example.org ESMTP\r\n",
        .notACaster("220 mail.example.org ESMTP")
      ),
      ("nothing", "", .nothing),
      (
        "a ban", "HTTP/1.1 403 Forbidden\r\n\r\nYour address is BANNED.",
        .banned("Your address is BANNED.")
      ),
    ] as [(String, String, CasterVerdict)])
  func understandsRefusals(_ why: String, answer: String, verdict: CasterVerdict) {
    for count in [1, 5, 1000] {
      let result = Self.outcomes(Array(answer.utf8), pieces: count)
      #expect(!result.isAccepted && result.data.isEmpty)
      if case .notACaster = verdict, count < 1000 {
        // What was sent may have come only in part.
        #expect({ if case .notACaster? = result.verdict { true } else { false } }())
      } else {
        #expect(result.verdict == verdict, "\(why), \(count)")
      }
    }
  }

  /// Neither a line nor a head without end is kept.
  @Test(arguments: ["A", "HTTP/1.1 200 OK\r\nX: y\r\n", "ICY ", "\u{1B}[31m", "GET /"])
  func doesNotKeepAHeadWithoutEnd(piece: String) {
    var dialogue = CasterDialogue()
    var (count, hasAnswer) = (0, false)
    while !hasAnswer, count < 20_000 {
      hasAnswer = !dialogue.received(Array(piece.utf8)[...]).isEmpty
      count += piece.utf8.count
    }
    #expect(count < 9000)
  }

  /// A server that sends the request back, such as one for tests of the network.
  @Test func doesNotShowThePasswordThatAServerSendsBack() throws {
    for head in ["", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", "HTTP/1.1 500 "] {
      let answer = head + "Authorization: Basic bWU6cCB3\r\nAccept: */*\r\n\r\n"
      let verdict = try #require(Self.outcomes(Array(answer.utf8), pieces: 1000).verdict)
      #expect(!"\(verdict)".contains("bWU6cCB3") && "\(verdict)".contains("Basic …"))
    }
  }

  @Test func readsNoMoreOfATableThanAnyCasterHas() {
    var table = SourceTable()
    let row = Array("STR;M;P;RTCM 3;;;;;;1;1;0;\r\n".utf8)
    let rows = Array(repeatElement(row, count: 1000).joined())
    for _ in 0..<40 { table.read(rows) }
    #expect(table.streams.count == 20_000)
    while !table.isComplete { table.read(repeatElement(0x41, count: 1 << 20)) }
    #expect(table.streams.count == 20_000 && table.isCutOff)
  }

  @Test func doesNotWaitForTheLineOfBinaryData() {
    let result = Self.outcomes([0xD3, 0x00, 0x13, 0x3E], pieces: 4, closes: false)
    #expect({ if case .notACaster? = result.verdict { true } else { false } }())
  }

  private static let table =
    "STR;NEAR;Bregenz;RTCM 3.2;1005(10);2;GPS+GLO;N;AUT;47.50;9.75;1;0;x;none;B;N;9600;\r\n"
    + "STR;NOWHERE;;RTCM 3;;;GPS;;;0;0;0;\r\nCAS;x;y\r\nENDSOURCETABLE\r\n"

  @Test func aTableInsteadOfDataMeansThatTheMountpointIsUnknown() throws {
    for head in [
      "SOURCETABLE 200 OK\r\nContent-Type: text/plain\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Type: gnss/sourcetable\r\n\r\n",
    ] {
      let result = Self.outcomes(Array((head + Self.table).utf8), pieces: 3, closes: false)
      guard case .unknownMountpoint(let table?)? = result.verdict else {
        Issue.record("\(String(describing: result.verdict))")
        continue
      }
      #expect(table.streams.map(\.mountpoint) == ["NEAR", "NOWHERE"])
      let near = try #require(table.stream("NEAR"))
      #expect(near.wantsPosition && near.needsPassword && near.latitude == 47.5)
      #expect(table.stream("NOWHERE")?.latitude == nil && table.stream("near") == nil)
    }
  }

  @Test func aTableThatIsCutOffBeforeAnyRowIsNone() {
    let answer = Array("SOURCETABLE 200 OK\r\n\r\nCAS;x;y\r\n".utf8)
    #expect(Self.outcomes(answer, pieces: 10, wantsTable: true).verdict == CasterVerdict.nothing)
    let empty = answer + Array("ENDSOURCETABLE\r\n".utf8)
    let verdict = Self.outcomes(empty, pieces: 10, wantsTable: true).verdict
    #expect({ if case .table? = verdict { true } else { false } }())
  }

  @Test func aTableThatWasAskedForIsOne() {
    let answer = Array(("SOURCETABLE 200 OK\r\n\r\n" + Self.table).utf8)
    let result = Self.outcomes(answer, pieces: 10, wantsTable: true)
    #expect({ if case .table? = result.verdict { true } else { false } }())
  }
}
