// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import TestSupport
import Testing

@testable import ReceiverCorrections

/// A session with a caster that the test plays, in a time of its own.
private struct Scene {
  var session: CorrectionSession
  var now: Duration = .zero
  var connects: [Duration] = []
  var requests: [String?] = []
  var sent: [String] = []
  var delivered: [UInt8] = []
  var said: [String] = []
  var tables = 0

  init(_ address: String = "ntrip://h/M", near place: Fix? = nil) throws {
    session = CorrectionSession(
      try CorrectionAddress(address), near: place, random: SeededGenerator(seed: 1))
    change { $0.connect(at: $1, into: &$2) }
  }

  private mutating func change(
    _ body: (inout CorrectionSession, Duration, inout CorrectionSession.Effects) -> Void
  ) {
    var effects: CorrectionSession.Effects = []
    body(&session, now, &effects)
    for effect in effects {
      switch effect {
      case .connect: connects.append(now)
      case .request(let position): requests.append(position)
      case .close: break
      case .send(let bytes): sent.append(String(decoding: bytes, as: UTF8.self))
      case .deliver(let bytes): delivered += bytes
      case .fetchTable: tables += 1
      case .say(let text): said.append(text)
      }
    }
  }

  /// Lets time pass, with all deadlines on the way.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    var steps = 0
    while let deadline = session.deadline, deadline <= end, steps < 10_000 {
      now = max(now, deadline)
      change { $0.elapse(to: $1, into: &$2) }
      steps += 1
    }
    #expect(steps < 10_000, "it turns in circles at \(now)")
    now = end
  }

  mutating func open() { change { $0.connected(at: $1, into: &$2) } }

  mutating func receive(_ bytes: [UInt8]) { change { $0.received(bytes[...], at: $1, into: &$2) } }

  mutating func receive(_ text: String) { receive(Array(text.utf8)) }

  mutating func close() { change { $0.closed(at: $1, into: &$2) } }

  mutating func refuse() {
    change { $0.failed("cannot reach h: connection refused", at: $1, into: &$2) }
  }

  mutating func fix(_ second: Int64 = 0) {
    let time = FixTime(date: nil, time: UTCTime(nanosecondsOfDay: second * 1_000_000_000))
    change { $0.received(Fix(time: time, latitude: 47.5, longitude: 9.7), at: $1, into: &$2) }
  }

  mutating func table(_ rows: String?) {
    let table = rows.map { rows in
      var table = SourceTable()
      table.read(rows.utf8)
      return table
    }
    change { $0.received(table, at: $1, into: &$2) }
  }

  /// The waits between connections.
  var waits: [Duration] {
    zip(connects, connects.dropFirst()).map { $1 - $0 }
  }
}

@Suite struct CorrectionSessionTests {
  private static func row(_ mountpoint: String, _ latitude: Double, gga: Int = 0) -> String {
    "STR;\(mountpoint);P;RTCM 3;;2;GPS;;;\(latitude);9.7;\(gga);0;x;none;N;N;0;\r\n"
  }

  @Test func readsATableInPlaceOfDataForTwentySeconds() throws {
    var scene = try Scene()
    scene.open()
    scene.receive("SOURCETABLE 200 OK\r\n\r\nSTR;NEAR;Bregenz;RTCM 3;;;GPS;;AUT;47.5;9.7;0;\r\n")
    scene.pass(.milliseconds(19_900))
    #expect(!scene.said.contains { $0.contains("\"M\" is unknown") })
    scene.pass(.milliseconds(200))
    #expect(scene.said.contains { $0.contains("\"M\" is unknown") }, "\(scene.said)")
  }

  /// The bytes that the caster sent are the bytes that were passed on, and each cut is followed by a connection within 3 s.
  @Test func aHundredCutsLeaveNothingOut() throws {
    var scene = try Scene()
    var dice = SeededGenerator(seed: 7)
    var sent: [UInt8] = []
    for cut in 1...100 {
      scene.open()
      scene.receive("ICY 200 OK\r\n\r\n")
      let data = (0..<Int.random(in: 1...400, using: &dice)).map { _ in
        UInt8.random(in: 0...255, using: &dice)
      }
      // A line end at the beginning belongs to the head.
      let first = [UInt8(0xD3)] + data
      scene.receive(first)
      sent += first
      scene.close()
      #expect(scene.delivered == sent, "cut \(cut)")
      let last = scene.now
      scene.pass(.seconds(3))
      #expect(scene.connects.count == cut + 1, "no connection within 3 s of \(last)")
    }
  }

  @Test func waitsLongerAfterEachFailureAndSoonAfterTenSecondsOfData() throws {
    var scene = try Scene()
    for failures in 1...10 {
      scene.refuse()
      let end = scene.now + .seconds(61)
      while scene.connects.count == failures, scene.now < end { scene.pass(.seconds(1)) }
      #expect(
        scene.connects.count == failures + 1, "no connection within 61 s of failure \(failures)")
    }
    #expect(scene.waits.first.map { $0 <= .seconds(3) } == true)
    #expect(
      scene.waits.allSatisfy { $0 <= .seconds(61) }
        && scene.waits.last.map { $0 >= .seconds(29) } == true)
    #expect(scene.said.count == 2, "each state is told once: \(scene.said)")
    scene.open()
    scene.receive("ICY 200 OK\r\n\r\n")
    for _ in 0..<12 {
      scene.receive([1, 2, 3])
      scene.pass(.seconds(1))
    }
    scene.close()
    let count = scene.connects.count
    scene.pass(.seconds(1))
    #expect(scene.connects.count == count + 1)
    scene.refuse()
    scene.pass(.seconds(1))
    #expect(scene.connects.count == count + 2, "counted as a first failure")
  }

  @Test(
    arguments: [
      "HTTP/1.0 401 Unauthorized\r\n\r\n", "HTTP/1.1 404 Not Found\r\n\r\n",
      "SOURCETABLE 200 OK\r\n\r\nENDSOURCETABLE\r\n", "ERROR - Bad Password\r\n",
    ])
  func waitsHalfAMinuteAfterARejection(answer: String) throws {
    var scene = try Scene("ntrip://me@h/M")
    scene.open()
    scene.receive(answer)
    scene.close()
    scene.table(nil)
    scene.pass(.seconds(29))
    #expect(scene.connects.count == 1)
    scene.pass(.seconds(2))
    #expect(scene.connects.count == 2)
  }

  @Test func makesNoMoreThanFourTriesInAMinuteWithAWrongPassword() throws {
    var scene = try Scene("ntrip://me@h/M")
    for _ in 0..<20 {
      scene.open()
      scene.receive("HTTP/1.0 401 Unauthorized\r\n\r\n")
      scene.close()
      let count = scene.connects.count
      while scene.connects.count == count, scene.now < .seconds(600) { scene.pass(.seconds(1)) }
    }
    let times = scene.connects
    for time in times { #expect(times.count { (time..<time + .seconds(60)).contains($0) } <= 4) }
    #expect(scene.said.count == 2, "told once: \(scene.said)")
  }

  @Test func triesOnlyOnceAnHourWhileBanned() throws {
    var scene = try Scene()
    scene.open()
    scene.receive("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nYou are banned")
    scene.close()
    #expect(scene.said.last?.contains("banned for a while") == true)
    scene.pass(.seconds(3599))
    #expect(scene.connects.count == 1)
    scene.pass(.seconds(2))
    #expect(scene.connects.count == 2)
  }

  @Test func namesTheFiveNearestMountpoints() throws {
    var scene = try Scene("ntrip://h/m")
    scene.fix()
    scene.open()
    let rows = (1...7).map { Self.row("M\($0)", 47.5 + 0.01 * Double(8 - $0)) }.joined()
    scene.receive("SOURCETABLE 200 OK\r\n\r\n" + rows + "ENDSOURCETABLE\r\n")
    let said = try #require(scene.said.last)
    #expect(
      said.contains("\"m\" is unknown; the nearest are M7 (1.1 km), M6 (2.2 km), M5 "), "\(said)")
    #expect(said.contains("M3") && !said.contains("M2"))
  }

  @Test func namesThemBeforeThereIsAFixIfThePlaceIsKnown() throws {
    let place = Fix(time: nil, latitude: 47.5, longitude: 9.7)
    var scene = try Scene("ntrip://h/m", near: place)
    scene.open()
    let rows = Self.row("FAR", 48.5) + Self.row("NEAR", 47.51)
    scene.receive("SOURCETABLE 200 OK\r\n\r\n" + rows + "ENDSOURCETABLE\r\n")
    #expect(scene.said.last?.hasSuffix("the nearest are NEAR (1.1 km), FAR (111.2 km)") == true)
  }

  @Test func namesTheNearestThreeIfNoMountpointIsNamed() throws {
    let address = try CorrectionAddress("ntrip://h")
    let place = Fix(time: nil, latitude: 47.5, longitude: 9.7)
    var table = SourceTable()
    table.read((1...4).map { Self.row("M\($0)", 47.5 + 0.01 * Double(5 - $0)) }.joined().utf8)
    #expect(
      CorrectionMessages.missingMountpoint(address, table, near: place)
        == "it names no mountpoint; the nearest are M4 (1.1 km), M3 (2.2 km), M2 (3.3 km); "
        + "\"gps corrections list h\" shows all of them")
    #expect(
      CorrectionMessages.missingMountpoint(address, nil, near: place)
        == "it names no mountpoint; \"gps corrections list h\" shows which there are")
    #expect(
      CorrectionMessages.missingMountpoint(address, table, near: nil).hasSuffix(
        "shows which there are, and --near LAT,LON says which are the nearest"))
  }

  // MARK: Positions

  @Test func sendsPositionsAtTheIntervalAndOnlyWithAFix() throws {
    var scene = try Scene("ntrip://h/M?gga=10s")
    scene.open()
    scene.receive("ICY 200 OK\r\n\r\n")
    scene.pass(.seconds(11))
    #expect(scene.sent.isEmpty)
    #expect(scene.said.last?.contains("waits for a position, and there is no fix yet") == true)
    for _ in 0..<25 {
      scene.fix()
      scene.pass(.seconds(1))
    }
    #expect(scene.sent.count == 3, "at once, then every 10 s: \(scene.sent)")
    #expect(scene.sent.first?.hasPrefix("$GNGGA,000000.00,4730.0000,N,00942.0000,E,1,") == true)
    #expect(scene.sent.first?.filter { $0 == "," }.count == 14)
    scene.session.fixLost()
    scene.pass(.seconds(8))
    #expect(scene.sent.count == 3)
  }

  @Test func asksTheTableWhetherAPositionIsWanted() throws {
    for wish in [0, 1] {
      var scene = try Scene()
      scene.open()
      scene.receive("ICY 200 OK\r\n\r\n")
      scene.fix()
      scene.receive([1])
      scene.pass(.seconds(3))
      #expect(scene.tables == 1 && scene.sent.isEmpty)
      scene.table(Self.row("M", 47.6, gga: wish))
      scene.fix()
      #expect(scene.sent.count == wish)
      scene.pass(.seconds(30))
      #expect(scene.tables == 1, "once is enough")
    }
  }

  @Test func aSilentCasterWithoutATableIsSentAPosition() throws {
    var scene = try Scene()
    scene.open()
    scene.receive("ICY 200 OK\r\n\r\n")
    scene.fix()
    scene.pass(.seconds(3))
    scene.table(nil)
    #expect(scene.sent.count == 1)
  }

  /// Its table may come late, too, and a stream that waits for a position sends nothing before.
  @Test func aSilentCasterIsSentAPositionWithinTenSecondsThoughItsTableIsSlow() throws {
    var scene = try Scene()
    scene.open()
    scene.receive("ICY 200 OK\r\n\r\n")
    for _ in 0..<9 {
      scene.fix()
      scene.pass(.seconds(1))
    }
    #expect(scene.tables == 1 && scene.sent.count == 1)
    scene.table(Self.row("M", 47.6, gga: 0))
    for _ in 0..<20 {
      scene.fix()
      scene.pass(.seconds(1))
    }
    #expect(scene.sent.count == 1, "the table does not want it")
  }

  @Test func aTableThatDoesNotListTheMountpointDecidesNothing() throws {
    var scene = try Scene()
    scene.open()
    scene.receive("ICY 200 OK\r\n\r\n")
    scene.fix()
    scene.pass(.seconds(3))
    scene.table(Self.row("OTHER", 47.6, gga: 0))
    #expect(scene.sent.count == 1)
  }

  /// A caster whose name is looked up for long is sent the position of now, or none.
  @Test func theRequestContainsThePositionOfTheMomentItIsSent() throws {
    for isLost in [false, true] {
      var scene = try Scene("ntrip://h/M?gga=5s")
      scene.fix(1)
      scene.pass(.seconds(8))
      scene.fix(9)
      if isLost { scene.session.fixLost() }
      scene.open()
      #expect(scene.requests.count == 1)
      #expect(scene.requests[0]?.hasPrefix("$GNGGA,000009.00,") == (isLost ? nil : true))
    }
  }

  /// Receivers are not punctual, and a timer that waits for the interval would send the fix before the last one.
  @Test(arguments: [("every second", 1), ("every two seconds", 2), ("every ten seconds", 10)])
  func noPositionIsOlderThanTheFixAndTheIntervalIsKept(_ name: String, interval: Int64) throws {
    var scene = try Scene("ntrip://h/M?gga=\(interval)s")
    var dice = SeededGenerator(seed: 5)
    scene.open()
    scene.receive("ICY 200 OK\r\n\r\n")
    for second in 1...60 as ClosedRange<Int64> {
      let late = Duration.milliseconds(Int64.random(in: 0..<200, using: &dice))
      scene.pass(.seconds(second) + late - scene.now)
      scene.receive([1])
      let count = scene.sent.count
      scene.fix(second)
      if scene.sent.count > count {
        let clock = "0000\(second < 10 ? "0" : "")\(second).00".replacing("000060", with: "000100")
        #expect(scene.sent.last?.hasPrefix("$GNGGA,\(clock),") == true, "\(scene.sent)")
      }
      let sent = scene.sent.count
      scene.pass(.milliseconds(790))
      #expect(scene.sent.count == sent, "sent without a fix")
    }
    #expect(scene.sent.count == 60 / Int(interval))
  }

  @Test func aSlowReceiverIsSentEachOfItsFixesOnce() throws {
    var scene = try Scene("ntrip://h/M?gga=1s")
    scene.open()
    scene.receive("ICY 200 OK\r\n\r\n")
    for second in 1...5 as ClosedRange<Int64> {
      scene.fix(second * 5)
      scene.pass(.seconds(5))
    }
    #expect(scene.sent.count == 5)
  }

  // MARK: Silence

  @Test func tellsOfSilenceAfterTenSecondsAndThenConnectsAgain() throws {
    var scene = try Scene("ntrip://h/M?gga=off")
    scene.open()
    scene.receive("ICY 200 OK\r\n\r\n")
    scene.receive([0x73, 2])
    scene.pass(.seconds(9))
    #expect(scene.said.last?.hasPrefix("receiving SPARTN from ntrip://h/M, ") == true)
    scene.pass(.seconds(2))
    #expect(scene.said.last?.hasPrefix("nothing has come from ntrip://h/M for 10 s") == true)
    #expect(scene.connects.count == 1)
    scene.pass(.seconds(40))
    #expect(scene.connects.count == 2)
  }

  @Test func passesOnWhatLooksLikeTheBeginningOfAFrame() throws {
    var scene = try Scene("tcp://h:1")
    scene.open()
    scene.receive([0xD3, 0x00])
    #expect(scene.delivered.isEmpty)
    scene.pass(.seconds(1))
    #expect(scene.delivered == [0xD3, 0x00])
  }

  /// As over a mobile network, or from a base with a slow radio.
  @Test func recognizesFramesThatComeByteByByte() throws {
    let base: [UInt8] = [
      0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD,
      0x62,
      0xAC, 0x09, 0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98,
    ]
    var scene = try Scene()
    scene.open()
    scene.receive("ICY 200 OK\r\n\r\n")
    for byte in base {
      #expect(scene.delivered.isEmpty)
      scene.receive([byte])
      scene.pass(.milliseconds(100))
    }
    #expect(scene.delivered == base && scene.session.meter.format == "RTCM 3")
    // What goes on but never becomes a frame is passed on all the same.
    for _ in 0..<40 {
      scene.receive([0xD3, 0x03, 0xFF])
      scene.pass(.milliseconds(100))
    }
    #expect(scene.delivered.count >= base.count + 10)
  }

  @Test func followsThreeRedirectsToTheSameServer() throws {
    var scene = try Scene()
    for _ in 0..<4 {
      scene.open()
      scene.receive("HTTP/1.1 302 Found\r\nLocation: /N\r\n\r\n")
    }
    #expect(scene.connects.count == 4)
    #expect(scene.said.last?.contains("it redirects to /N") == true)
  }

  @Test func sendsNothingHarmfulInARequest() throws {
    let request = CasterRequest(
      address: try CorrectionAddress("ntrip://me@h:2102/M?password-file=/f"), password: "p w",
      version: "1.0")
    #expect(
      String(decoding: request.bytes, as: UTF8.self)
        == "GET /M HTTP/1.1\r\nHost: h:2102\r\nUser-Agent: NTRIP core-location-linux/1.0\r\n"
        + "Ntrip-Version: Ntrip/2.0\r\nAuthorization: Basic bWU6cCB3\r\nAccept: */*\r\nConnection: close\r\n\r\n"
    )
  }
}
