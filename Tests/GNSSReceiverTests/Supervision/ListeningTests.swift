// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import SerialLine
import Testing
import UBX

@testable import GNSSReceiver

/// The conclusions from the bytes of a link, or from their absence.
struct ListeningTests {
  private static let port = Candidate(identity: "a", place: SerialPlace("/dev/ttyACM0"))

  private static func listening(
    _ candidate: Candidate = port, isNamed: Bool = true, rate: BaudRate? = nil,
    silences: Int = 0, keptState: ReceiverState? = nil
  ) -> Listening {
    var options = SupervisionOptions()
    options.rate = rate
    let detector =
      candidate.place.traits.contains(.hasRate)
      ? BaudRateDetector(fixed: rate, skipping: silences, at: .zero) : nil
    return Listening(
      candidate, isNamed: isNamed, detector: detector, silences: silences, keptState: keptState,
      options, at: .zero)
  }

  private static func sentence(_ body: String) -> [UInt8] {
    Array(SentenceEncoder.sentence(body: body).utf8)
  }

  private static func epoch(_ second: Int) -> [UInt8] {
    sentence("GPRMC,12000\(second).00,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A")
  }

  private static func conclude(
    _ listening: inout Listening, _ bytes: [UInt8], at second: Int,
    into events: inout [ReceiverEvent]
  ) -> Listening.Conclusion? {
    listening.received(bytes.span.bytes, time: nil, at: .seconds(second), into: &events).conclusion
  }

  private static func conclude(
    _ listening: inout Listening, _ bytes: [UInt8], at second: Int
  ) -> Listening.Conclusion? {
    var events: [ReceiverEvent] = []
    return conclude(&listening, bytes, at: second, into: &events)
  }

  @Test func understandsTheFirstSentenceAndFindsAFix() {
    var listening = Self.listening()
    #expect(listening.state == .detectingRate(.b9600) && !listening.isWorthHearing)
    #expect(Self.conclude(&listening, Self.epoch(0), at: 0) == .understood(.b9600))
    #expect(listening.isReceiver && listening.isWorthHearing)
    #expect(Self.conclude(&listening, Self.epoch(1), at: 1) == nil)
    #expect(listening.state == .fix && listening.hasFix)
    #expect(listening.elapse(to: .seconds(5)).conclusion == nil)
    #expect(
      !listening.hasFix && listening.state == .lost(satellitesInView: nil, since: .seconds(5)))
  }

  /// Errors without a position go on, at other times: the last fix does not count for longer.
  @Test func aFixCountsForThreePeriodsOfItsOwnTime() {
    var listening = Self.listening()
    for second in 0..<4 { _ = Self.conclude(&listening, Self.epoch(second), at: second) }
    // A pause ends the last epoch.
    _ = listening.elapse(to: .milliseconds(3500))
    #expect(listening.state == .fix)
    let errors = Self.sentence("GPGST,120009.00,1.0,2.0,1.0,45.0,1.0,1.0,1.0")
    _ = Self.conclude(&listening, errors, at: 4)
    #expect(listening.progress.period == .seconds(6), "the receiver's time has advanced by that")
    _ = listening.elapse(to: .seconds(6))
    #expect(listening.state == .lost(satellitesInView: nil, since: .seconds(6)))
  }

  /// Before the first fix, the time may be that of a clock without a battery.
  @Test(arguments: ["NMEA 0183", "UBX"])
  func reportsTheReceiversTimeOnceItHasLostItsFix(_ language: String) {
    func epoch(_ second: Int, isFix: Bool) -> [UInt8] {
      if language == "UBX" { return Self.solution(second, isFix: isFix) }
      return Self.sentence(
        "GPRMC,12000\(second).00,\(isFix ? "A" : "V"),4732.622,N,00940.998,E,2.0,60.0,150625,,,"
          + (isFix ? "A" : "N"))
    }
    var events: [ReceiverEvent] = []
    var listening = Self.listening()
    var times: [Int64] = []
    for (second, isFix) in [false, false, true, true, false, false, false].enumerated() {
      _ = Self.conclude(&listening, epoch(second, isFix: isFix), at: second, into: &events)
      _ = listening.elapse(to: .seconds(second) + .milliseconds(800), into: &events)
      for event in events {
        if case .timeWithoutFix(let time) = event.content {
          times.append(time.time.nanosecondsOfDay / 1_000_000_000 - 43_200)
          #expect(time.date == CivilDate(year: 2025, month: 6, day: 15))
        }
      }
      events = []
    }
    #expect(times == [4, 5, 6])
  }

  /// Returns NAV-PVT, so many seconds after noon on 15 June 2025.
  private static func solution(_ second: Int, isFix: Bool) -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: 92)
    payload[4...11] = [0xE9, 0x07, 6, 15, 12, 0, UInt8(second), 0b111]
    (payload[20], payload[21]) = isFix ? (3, 1) : (0, 0)
    let time = UInt32(43_218_000 + second * 1000)
    for index in 0..<4 { payload[index] = UInt8(truncatingIfNeeded: time >> (8 * index)) }
    return FrameCandidate.bytes(NAVPVT.kind, payload)
  }

  /// GSV and GSA may go on where positions do not.
  @Test func satellitesAreNotUsedWithoutPositions() {
    var events: [ReceiverEvent] = []
    var listening = Self.listening()
    for second in 0..<3 {
      _ = Self.conclude(&listening, Self.epoch(second), at: second, into: &events)
    }
    for second in 3..<9 {
      let group = "GPGSA,A,3,05,,,,,,,,,,,,2,1,1"
      let view = "GPGSV,1,1,01,05,40,120,41"
      _ = Self.conclude(
        &listening, Self.sentence(group) + Self.sentence(view), at: second, into: &events)
      _ = listening.elapse(to: .seconds(second) + .milliseconds(800), into: &events)
    }
    let counts = events.compactMap {
      if case .report(.satellites(let view)) = $0.content { view.used.count } else { nil }
    }
    #expect(counts.count == 6 && counts.last == 0, "\(counts)")
  }

  @Test func anySentenceWillDoWhereThereIsNoRate() {
    let server = Candidate(identity: "a", place: ServerPlace(host: "a", port: 1))
    var listening = Self.listening(server)
    #expect(listening.state == .waitingForFix(satellitesInView: nil, since: .zero))
    #expect(
      Self.conclude(&listening, Self.sentence("GPTXT,01,01,02,hello"), at: 0) == .understood(nil))
    #expect(!listening.isReceiver && listening.isWorthHearing, "a person named it")
    #expect(!Self.listening(server, isNamed: false).isWorthHearing)
  }

  @Test func triesAnotherRateWhereOnlyNoiseComes() {
    var listening = Self.listening()
    let noise = [UInt8](repeating: 0xF8, count: 40)
    #expect(Self.conclude(&listening, noise, at: 0) == nil)
    #expect(Self.conclude(&listening, noise, at: 3) == .changedRate(.b4800))
    #expect(listening.rate == .b4800 && listening.state == .detectingRate(.b4800))
  }

  @Test func theOnlyRateAllowedIsRightOrWrong() {
    var listening = Self.listening(rate: .b4800)
    let noise = [UInt8](repeating: 0xF8, count: 40)
    #expect(Self.conclude(&listening, noise, at: 0) == nil)
    #expect(
      Self.conclude(&listening, noise, at: 3) == .notAReceiver(.noSentence(.b4800), next: nil))
  }

  @Test(
    arguments: [
      ("a port is opened again", SerialPlace("a"), 0, 10),
      ("a port that was opened in vain waits twice as long", SerialPlace("a"), 1, 20),
      ("a server is connected to again", ServerPlace(host: "a", port: 1), 0, 10),
      ("a receiver may send no datagrams for an hour", DatagramPlace(host: nil, port: 1), 0, 10),
      ("standard input ends by itself", StandardInputPlace(), 0, nil),
    ] as [(why: String, place: any Place, silences: Int, seconds: Int?)])
  func concludesFromSilence(why: String, place: any Place, silences: Int, seconds: Int?) {
    let candidate = Candidate(identity: "a", place: place)
    var listening = Self.listening(candidate, silences: silences)
    #expect(listening.deadline == seconds.map { .seconds($0) })
    guard let deadline = listening.deadline else { return }
    #expect(listening.elapse(to: deadline).conclusion == .silent(since: .zero))
  }

  @Test func silenceOfDatagramsIsConcludedOnce() {
    let place = DatagramPlace(host: nil, port: 1)
    var listening = Self.listening(
      Candidate(identity: "a", place: place), keptState: .silent(since: .zero))
    #expect(listening.deadline == nil)
    #expect(listening.elapse(to: .seconds(60)).conclusion == nil)
    _ = Self.conclude(&listening, Self.epoch(0), at: 61)
    #expect(listening.state == .waitingForFix(satellitesInView: nil, since: .seconds(61)))
  }

  @Test func isGarbledWhenBytesMakeNoSentenceAnyMore() {
    var listening = Self.listening()
    _ = Self.conclude(&listening, Self.epoch(0), at: 0)
    let noise = [UInt8](repeating: 0xF8, count: 200)
    for second in 1...9 { _ = Self.conclude(&listening, noise, at: second) }
    #expect(listening.elapse(to: .seconds(9)).conclusion == nil)
    #expect(listening.elapse(to: .seconds(10)).conclusion == .garbled)
  }

  @Test(arguments: [1, 5, 100])
  func recognizesGpsdByItsGreeting(pieces: Int) {
    let server = Candidate(identity: "a", place: ServerPlace(host: "a", port: 2947))
    let greeting = Array(#"{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3}"#.utf8)
    var listening = Self.listening(server)
    var conclusions: [Listening.Conclusion] = []
    for start in stride(from: 0, to: greeting.count, by: pieces) {
      let piece = Array(greeting[start..<min(start + pieces, greeting.count)])
      if let conclusion = Self.conclude(&listening, piece, at: 0) { conclusions.append(conclusion) }
    }
    #expect(conclusions == [.notAReceiver(.gpsd)])
  }

  @Test func aPortThatSendsSuchALineIsNotGpsd() {
    var listening = Self.listening()
    #expect(Self.conclude(&listening, Array(#"{"class":"VERSION"}"#.utf8), at: 0) == nil)
  }

  @Test(
    arguments: [
      ("a receiver at a port sends of today", SerialPlace("a"), true),
      ("a server may pass on a recording", ServerPlace(host: "a", port: 1), false),
      ("standard input may be a recording", StandardInputPlace(), false),
    ] as [(why: String, place: any Place, isCorrected: Bool)])
  func correctsADateThatCannotBe(why: String, place: any Place, isCorrected: Bool) throws {
    var events: [ReceiverEvent] = []
    var listening = Self.listening(Candidate(identity: "a", place: place))
    // 1024 weeks before 29 January 2027.
    for second in 0...3 {
      let body = "GPRMC,12000\(second).00,A,4732.6220,N,00940.9980,E,2.0,60.0,150607,,,A"
      _ = Self.conclude(&listening, Self.sentence(body), at: second, into: &events)
    }
    let fix = try #require(
      events.lazy.compactMap(\.fix).first)
    #expect(fix.time?.isRolloverCorrected == isCorrected)
    #expect(
      fix.time?.date
        == CivilDate(
          year: isCorrected ? 2027 : 2007, month: isCorrected ? 1 : 6, day: isCorrected ? 29 : 15))
  }

  @Test func whatNeverReportsAPositionIsNoReceiver() {
    var listening = Self.listening()
    for second in 0...9 {
      _ = Self.conclude(&listening, Self.sentence("GPTXT,01,01,02,hello"), at: second)
    }
    #expect(listening.elapse(to: .seconds(10)).conclusion == .notAReceiver(.noPosition))
  }

  @Test(arguments: [(1000, 8000), (100, 4000), (40, 1600)] as [(period: Int, pause: Int)])
  func letsTheBytesOfALineGather(period: Int, pause: Int) {
    var listening = Self.listening(rate: .b9600)
    let piece: [UInt8] = Array("$GPGGA,1200".utf8)
    #expect(
      listening.gatherEnd(after: piece.span.bytes, at: .zero) == nil,
      "how often it sends is not known yet")
    var now: Duration = .zero
    for epoch in 0..<20 {
      now = .milliseconds(epoch * period)
      let (seconds, milliseconds) = (epoch * period / 1000, epoch * period % 1000)
      let time = "\(120_000 + seconds).\(String(1000 + milliseconds).dropFirst())"
      let gga = Self.sentence("GPGGA,\(time),4732.6,N,00941.0,E,1,8,1.0,400,M,47.0,M,,")
      var events: [ReceiverEvent] = []
      _ = listening.received(gga.span.bytes, time: nil, at: now, into: &events)
    }
    #expect(listening.gatherEnd(after: piece.span.bytes, at: now) == now + .microseconds(pause))
    let whole = Self.epoch(0)
    #expect(listening.gatherEnd(after: whole.span.bytes, at: now) == nil, "nothing is missing")
  }
}

extension Listening {
  /// Advances to a time, where what it reports is not of interest.
  fileprivate mutating func elapse(to now: Duration) -> Reception {
    var events: [ReceiverEvent] = []
    return elapse(to: now, into: &events)
  }
}
