// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import SerialLine
import Testing
import UBX

@testable import GNSSReceiver

/// The conclusions from the bytes of a connection, or from their absence.
struct ReceptionTests {
  private static let port = Source(identity: "a", kind: SerialSource("/dev/ttyACM0"))

  private static func reception(
    _ source: Source = port, isNamed: Bool = true, rate: BaudRate? = nil,
    silences: Int = 0, keptState: ReceiverState? = nil
  ) -> Reception {
    var options = SupervisionOptions()
    options.rate = rate
    options.today = { .build }
    let detector =
      source.traits.contains(.hasRate)
      ? BaudRateDetector(fixed: rate, skipping: silences, at: .zero) : nil
    return Reception(
      source, isNamed: isNamed, detector: detector, silences: silences, keptState: keptState,
      options, at: .zero)
  }

  private static func sentence(_ body: String) -> [UInt8] {
    Array(SentenceEncoder.sentence(body: body).utf8)
  }

  private static func epoch(_ second: Int) -> [UInt8] {
    sentence("GPRMC,12000\(second).00,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A")
  }

  private static func conclude(
    _ reception: inout Reception, _ bytes: [UInt8], at second: Int,
    into events: inout [ReceiverEvent]
  ) -> Reception.Conclusion? {
    reception.received(bytes.span.bytes, time: nil, at: .seconds(second), into: &events).conclusion
  }

  private static func conclude(
    _ reception: inout Reception, _ bytes: [UInt8], at second: Int
  ) -> Reception.Conclusion? {
    var events: [ReceiverEvent] = []
    return conclude(&reception, bytes, at: second, into: &events)
  }

  @Test func understandsTheFirstSentenceAndFindsAFix() {
    var reception = Self.reception()
    #expect(reception.state == .detectingRate(.b9600) && !reception.isEligible)
    #expect(Self.conclude(&reception, Self.epoch(0), at: 0) == .understood(.b9600))
    #expect(reception.isReceiver && reception.isEligible)
    #expect(Self.conclude(&reception, Self.epoch(1), at: 1) == nil)
    #expect(reception.state == .fix && reception.hasFix)
    #expect(reception.elapse(to: .seconds(5)).conclusion == nil)
    #expect(
      !reception.hasFix && reception.state == .lost(satellitesInView: nil, since: .seconds(5)))
  }

  @Test(arguments: BaudRateDetector.usualRates)
  func aFrameOfAnotherProtocolThatIsReadProvesARate(_ rate: BaudRate) {
    var reception = Self.reception(rate: rate)
    let noise = [UInt8](repeating: 0xF8, count: 200)
    #expect(Self.conclude(&reception, noise, at: 0) == nil)
    // A log of Unicore's, with a checksum computed by another program.
    let log = Array("#VERSIONA,97,GPS,FINE,2300,0,0,0,18,1;1,2*4cc84d35\r\n".utf8)
    #expect(Self.conclude(&reception, log, at: 1) == .understood(rate))
  }

  /// Errors without a position go on, at other times: the last fix does not count for longer.
  @Test func aFixCountsForThreePeriodsOfItsOwnTime() {
    var reception = Self.reception()
    for second in 0..<4 { _ = Self.conclude(&reception, Self.epoch(second), at: second) }
    // A pause ends the last epoch.
    _ = reception.elapse(to: .milliseconds(3500))
    #expect(reception.state == .fix)
    let errors = Self.sentence("GPGST,120009.00,1.0,2.0,1.0,45.0,1.0,1.0,1.0")
    _ = Self.conclude(&reception, errors, at: 4)
    #expect(reception.progress.period == .seconds(6), "the receiver's time has advanced by that")
    _ = reception.elapse(to: .seconds(6))
    #expect(reception.state == .lost(satellitesInView: nil, since: .seconds(6)))
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
    var reception = Self.reception()
    var times: [Int64] = []
    for (second, isFix) in [false, false, true, true, false, false, false].enumerated() {
      _ = Self.conclude(&reception, epoch(second, isFix: isFix), at: second, into: &events)
      _ = reception.elapse(to: .seconds(second) + .milliseconds(800), into: &events)
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
    var reception = Self.reception()
    for second in 0..<3 {
      _ = Self.conclude(&reception, Self.epoch(second), at: second, into: &events)
    }
    for second in 3..<9 {
      let group = "GPGSA,A,3,05,,,,,,,,,,,,2,1,1"
      let view = "GPGSV,1,1,01,05,40,120,41"
      _ = Self.conclude(
        &reception, Self.sentence(group) + Self.sentence(view), at: second, into: &events)
      _ = reception.elapse(to: .seconds(second) + .milliseconds(800), into: &events)
    }
    let counts = events.compactMap {
      if case .report(.satellites(let view)) = $0.content { view.used.count } else { nil }
    }
    #expect(counts.count == 6 && counts.last == 0, "\(counts)")
  }

  @Test func anySentenceWillDoWhereThereIsNoRate() {
    let server = Source(identity: "a", kind: ServerSource(host: "a", port: 1))
    var reception = Self.reception(server)
    #expect(reception.state == .waitingForFix(satellitesInView: nil, since: .zero))
    #expect(
      Self.conclude(&reception, Self.sentence("GPTXT,01,01,02,hello"), at: 0) == .understood(nil))
    #expect(!reception.isReceiver && reception.isEligible, "a person named it")
    #expect(!Self.reception(server, isNamed: false).isEligible)
  }

  @Test func triesAnotherRateWhereOnlyNoiseComes() {
    var reception = Self.reception()
    let noise = [UInt8](repeating: 0xF8, count: 40)
    #expect(Self.conclude(&reception, noise, at: 0) == nil)
    #expect(Self.conclude(&reception, noise, at: 3) == .changedRate(.b4800))
    #expect(reception.rate == .b4800 && reception.state == .detectingRate(.b4800))
  }

  @Test func theOnlyRateAllowedIsRightOrWrong() {
    var reception = Self.reception(rate: .b4800)
    let noise = [UInt8](repeating: 0xF8, count: 40)
    #expect(Self.conclude(&reception, noise, at: 0) == nil)
    #expect(
      Self.conclude(&reception, noise, at: 3) == .notAReceiver(.noSentence(.b4800), next: nil))
  }

  @Test(
    arguments: [
      ("a port is opened again", SerialSource("a"), 0, 10),
      ("a port that was opened in vain waits twice as long", SerialSource("a"), 1, 20),
      ("a server is connected to again", ServerSource(host: "a", port: 1), 0, 10),
      ("a receiver may send no datagrams for an hour", DatagramSource(host: nil, port: 1), 0, 10),
      ("standard input ends by itself", StandardInputSource(), 0, nil),
    ] as [(why: String, kind: any SourceKind, silences: Int, seconds: Int?)])
  func concludesFromSilence(why: String, kind: any SourceKind, silences: Int, seconds: Int?) {
    let source = Source(identity: "a", kind: kind)
    var reception = Self.reception(source, silences: silences)
    #expect(reception.deadline == seconds.map { .seconds($0) })
    guard let deadline = reception.deadline else { return }
    #expect(reception.elapse(to: deadline).conclusion == .silent(since: .zero))
  }

  @Test func silenceOfDatagramsIsConcludedOnce() {
    let kind = DatagramSource(host: nil, port: 1)
    var reception = Self.reception(
      Source(identity: "a", kind: kind), keptState: .silent(since: .zero))
    #expect(reception.deadline == nil)
    #expect(reception.elapse(to: .seconds(60)).conclusion == nil)
    _ = Self.conclude(&reception, Self.epoch(0), at: 61)
    #expect(reception.state == .waitingForFix(satellitesInView: nil, since: .seconds(61)))
  }

  @Test func isGarbledWhenBytesMakeNoSentenceAnyMore() {
    var reception = Self.reception()
    _ = Self.conclude(&reception, Self.epoch(0), at: 0)
    let noise = [UInt8](repeating: 0xF8, count: 200)
    for second in 1...9 { _ = Self.conclude(&reception, noise, at: second) }
    #expect(reception.elapse(to: .seconds(9)).conclusion == nil)
    #expect(reception.elapse(to: .seconds(10)).conclusion == .garbled)
  }

  @Test(arguments: [1, 5, 100])
  func recognizesGpsdByItsGreeting(pieces: Int) {
    let server = Source(identity: "a", kind: ServerSource(host: "a", port: 2947))
    let greeting = Array(#"{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3}"#.utf8)
    var reception = Self.reception(server)
    var conclusions: [Reception.Conclusion] = []
    for start in stride(from: 0, to: greeting.count, by: pieces) {
      let piece = Array(greeting[start..<min(start + pieces, greeting.count)])
      if let conclusion = Self.conclude(&reception, piece, at: 0) { conclusions.append(conclusion) }
    }
    #expect(conclusions == [.notAReceiver(.gpsd)])
  }

  @Test func aPortThatSendsSuchALineIsNotGpsd() {
    var reception = Self.reception()
    #expect(Self.conclude(&reception, Array(#"{"class":"VERSION"}"#.utf8), at: 0) == nil)
  }

  @Test(
    arguments: [
      // 1024 weeks before 29 January 2027.
      ("a receiver at a port sends of today", SerialSource("a"), "150607", "2027-01-29"),
      // 1024 weeks later, it would be 2038.
      ("a log may be played into a port", SerialSource("a"), "151118", "2018-11-15"),
      (
        "a server may pass on a recording", ServerSource(host: "a", port: 1), "150607", "2007-06-15"
      ),
      ("standard input may be a recording", StandardInputSource(), "150607", "2007-06-15"),
    ] as [(why: String, kind: any SourceKind, sent: String, date: String)])
  func correctsADateThatCannotBe(
    why: String, kind: any SourceKind, sent: String, date: String
  ) throws {
    var events: [ReceiverEvent] = []
    var reception = Self.reception(Source(identity: "a", kind: kind))
    for second in 0...3 {
      let body = "GPRMC,12000\(second).00,A,4732.6220,N,00940.9980,E,2.0,60.0,\(sent),,,A"
      _ = Self.conclude(&reception, Self.sentence(body), at: second, into: &events)
    }
    let fix = try #require(
      events.lazy.compactMap(\.fix).first)
    #expect(fix.time?.isRolloverCorrected == (date == "2027-01-29"))
    #expect(fix.time?.date?.description == date)
  }

  @Test func whatNeverReportsAPositionIsNoReceiver() {
    var reception = Self.reception()
    for second in 0...9 {
      _ = Self.conclude(&reception, Self.sentence("GPTXT,01,01,02,hello"), at: second)
    }
    #expect(reception.elapse(to: .seconds(10)).conclusion == .notAReceiver(.noPosition))
  }

  @Test(arguments: [(1000, 8000), (100, 4000), (40, 1600)] as [(period: Int, pause: Int)])
  func letsTheBytesOfALineGather(period: Int, pause: Int) {
    var reception = Self.reception(rate: .b9600)
    let piece: [UInt8] = Array("$GPGGA,1200".utf8)
    #expect(
      reception.gatherEnd(after: piece.span.bytes, at: .zero) == nil,
      "how often it sends is not known yet")
    var now: Duration = .zero
    for epoch in 0..<20 {
      now = .milliseconds(epoch * period)
      let (seconds, milliseconds) = (epoch * period / 1000, epoch * period % 1000)
      let time = "\(120_000 + seconds).\(String(1000 + milliseconds).dropFirst())"
      let gga = Self.sentence("GPGGA,\(time),4732.6,N,00941.0,E,1,8,1.0,400,M,47.0,M,,")
      var events: [ReceiverEvent] = []
      _ = reception.received(gga.span.bytes, time: nil, at: now, into: &events)
    }
    #expect(reception.gatherEnd(after: piece.span.bytes, at: now) == now + .microseconds(pause))
    let whole = Self.epoch(0)
    #expect(reception.gatherEnd(after: whole.span.bytes, at: now) == nil, "nothing is missing")
  }
}

extension Reception {
  /// Advances to a time, where what it reports is not of interest.
  fileprivate mutating func elapse(to now: Duration) -> Outcome {
    var events: [ReceiverEvent] = []
    return elapse(to: now, into: &events)
  }
}
