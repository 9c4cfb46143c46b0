// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import SerialLine
import Testing

@testable import GNSSReceiver

/// Sequences of plugs and unplugs, applied to a supervision.
struct SupervisionTests {
  private static let dongle = Candidate(
    identity: "usb:1546:01a8:1", place: SerialPlace("/dev/ttyACM0"), likelihood: .certain)
  private static let adapter = Candidate(
    identity: "usb:0403:6001:2", place: SerialPlace("/dev/ttyUSB0"), likelihood: .possible)

  /// Returns one epoch at a number of seconds after noon.
  private static func epoch(_ second: Int, valid: Bool = true) -> [UInt8] {
    let time = "1200\(second < 10 ? "0" : "")\(second).00"
    let body =
      valid
      ? "GPRMC,\(time),A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A"
      : "GPRMC,\(time),V,,,,,,,150625,,,N"
    return Array(SentenceEncoder.sentence(body: body).utf8)
  }

  private static func states(_ supervision: Supervision) -> [ReceiverState] {
    supervision.status.candidates.map(\.state)
  }

  private static func fixes(_ events: [ReceiverEvent]) -> Int {
    events.count { $0.fix != nil }
  }

  private static func losses(_ events: [ReceiverEvent]) -> Int {
    events.count { if case .report(.fixLost) = $0.content { true } else { false } }
  }

  @Test func opensDetectsAndTellsAFix() {
    var supervision = Supervision(isNamed: false)
    var effects = Supervision.Effects()
    supervision.appeared(Self.dongle, at: .seconds(0), into: &effects)
    #expect(effects.takeActions() == [.open(Self.dongle, .b9600)])
    supervision.opened(Self.dongle.identity, at: .seconds(0), into: &effects)
    #expect(Self.states(supervision) == [.detectingRate(.b9600)])
    supervision.received(
      Self.dongle.identity, Self.epoch(0).span.bytes, at: .seconds(1), into: &effects)
    #expect(
      effects.takeActions() == [.remember(identity: Self.dongle.identity, .b9600)])
    supervision.received(
      Self.dongle.identity, Self.epoch(1).span.bytes, at: .seconds(2), into: &effects)
    #expect(Self.states(supervision) == [.fix])
    #expect(Self.fixes(effects.takeEvents()) >= 1)
  }

  /// The search goes on after a rate that the driver refuses, also where the port is opened at that rate.
  @Test func aSilentPortIsOpenedAtEachRateThatItsDriverHas() {
    var supervision = Supervision(isNamed: true)
    var effects = Supervision.Effects()
    var opened: [BaudRate] = []
    func follow(at now: Duration) {
      for case .open(let candidate, let rate?) in effects.takeActions() {
        if rate.rawValue > 115_200 {
          let refusal = SerialPortError(.unsupportedRate(rate), "/dev/ttyS0")
          supervision.failed(candidate.identity, .port(refusal), at: now, into: &effects)
        } else {
          opened.append(rate)
          supervision.opened(candidate.identity, at: now, into: &effects)
        }
      }
    }
    supervision.appeared(Self.dongle, at: .zero, into: &effects)
    follow(at: .zero)
    while let deadline = supervision.deadline, deadline < .seconds(7200) {
      supervision.elapse(to: deadline, into: &effects)
      follow(at: deadline)
    }
    #expect(opened.count { $0 == .b9600 } > 1 && opened.count { $0 == .b115200 } > 1)
    #expect(Set(opened).count == 6)
  }

  @Test func losesTheFixWithinThreeEpochsOfSilence() {
    var supervision = Supervision(isNamed: true)
    var effects = Supervision.Effects()
    supervision.appeared(Self.dongle, at: .zero, into: &effects)
    supervision.opened(Self.dongle.identity, at: .zero, into: &effects)
    for second in 0..<5 {
      supervision.received(
        Self.dongle.identity, Self.epoch(second).span.bytes, at: .seconds(second), into: &effects)
      supervision.elapse(to: .seconds(second) + .milliseconds(300), into: &effects)
    }
    #expect(Self.losses(effects.takeEvents()) == 0)
    supervision.elapse(to: .milliseconds(6900), into: &effects)
    #expect(Self.losses(effects.takeEvents()) == 0)
    supervision.elapse(to: .milliseconds(7000), into: &effects)
    #expect(Self.losses(effects.takeEvents()) == 1)
    #expect(Self.states(supervision) == [.lost(satellitesInView: nil, since: .milliseconds(7000))])
  }

  @Test func tellsTheSatellitesOfAReceiverThatHasLostItsFix() {
    var supervision = Supervision(isNamed: true)
    var effects = Supervision.Effects()
    supervision.appeared(Self.dongle, at: .zero, into: &effects)
    supervision.opened(Self.dongle.identity, at: .zero, into: &effects)
    func receive(_ bytes: [UInt8], at second: Int) {
      supervision.received(
        Self.dongle.identity, bytes.span.bytes, at: .seconds(second), into: &effects)
    }
    func satellites(_ body: String) -> [UInt8] {
      Array(SentenceEncoder.sentence(body: body).utf8)
    }
    for second in 0..<5 { receive(Self.epoch(second), at: second) }
    #expect(Self.states(supervision) == [.fix])
    for second in 5..<9 { receive(Self.epoch(second, valid: false), at: second) }
    guard case .lost(nil, let since) = Self.states(supervision).first else {
      Issue.record("it is \(Self.states(supervision))")
      return
    }
    receive(
      satellites("GPGSV,1,1,02,05,40,083,45,07,20,100,30") + Self.epoch(9, valid: false), at: 9)
    #expect(Self.states(supervision) == [.lost(satellitesInView: 2, since: since)])
  }

  @Test func aDongleThatComesBackUnderAnotherNameStaysItself() {
    var supervision = Supervision(isNamed: false)
    var effects = Supervision.Effects()
    supervision.appeared(Self.dongle, at: .zero, into: &effects)
    supervision.opened(Self.dongle.identity, at: .zero, into: &effects)
    supervision.received(
      Self.dongle.identity, Self.epoch(0).span.bytes, at: .seconds(1), into: &effects)
    supervision.vanished(Self.dongle.identity, at: .seconds(2), into: &effects)
    #expect(Self.states(supervision) == [.unplugged])
    #expect(supervision.deadline == nil)
    _ = effects.takeActions()
    var renamed = Self.dongle
    renamed.place = SerialPlace("/dev/ttyACM1")
    supervision.appeared(renamed, at: .seconds(3), into: &effects)
    #expect(effects.takeActions() == [.open(renamed, .b9600)])
    #expect(supervision.status.candidates.count == 1)
  }

  @Test func keepsASpareOpenAndFallsOverToItsLastFix() {
    var supervision = Supervision(isNamed: false)
    var effects = Supervision.Effects()
    for candidate in [Self.dongle, Self.adapter] {
      supervision.appeared(candidate, at: .zero, into: &effects)
      supervision.opened(candidate.identity, at: .zero, into: &effects)
    }
    _ = effects.takeActions()
    for second in 0..<4 {
      for candidate in [Self.adapter, Self.dongle] {
        supervision.received(
          candidate.identity, Self.epoch(second).span.bytes, at: .seconds(second), into: &effects)
        supervision.elapse(to: .seconds(second) + .milliseconds(300), into: &effects)
      }
    }
    #expect(Self.states(supervision) == [.fix, .fix])
    #expect(supervision.status.current?.candidate == Self.dongle)
    #expect(!effects.takeActions().contains(.close(identity: Self.adapter.identity)))
    _ = effects.takeEvents()
    supervision.received(
      Self.adapter.identity, Self.epoch(4).span.bytes, at: .seconds(4), into: &effects)
    supervision.elapse(to: .milliseconds(4300), into: &effects)
    #expect(Self.fixes(effects.takeEvents()) == 0)
    supervision.hungUp(Self.dongle.identity, at: .milliseconds(4400), into: &effects)
    let events = effects.takeEvents()
    #expect(Self.losses(events) == 0)
    #expect(events.compactMap(\.fix).map { $0.time?.time.second } == [4])
    #expect(events.first { $0.fix != nil }?.receiver == "/dev/ttyUSB0")
    // The fix is of the receiver that the status before it names.
    guard case .status(let status)? = events.first?.content else {
      Issue.record("\(events)")
      return
    }
    #expect(status.current?.candidate == Self.adapter)
  }

  @Test func namesABinaryProtocolAndLeavesItAlone() {
    var supervision = Supervision(isNamed: false)
    var effects = Supervision.Effects()
    supervision.appeared(Self.adapter, at: .zero, into: &effects)
    supervision.opened(Self.adapter.identity, at: .zero, into: &effects)
    // A SkyTraq message of one byte, which is its own checksum.
    let frame: [UInt8] = [0xA0, 0xA1, 0x00, 0x01, 0x02, 0x02, 0x0D, 0x0A]
    for tenth in 0..<30 {
      supervision.received(
        Self.adapter.identity, frame.span.bytes, at: .milliseconds(tenth * 100), into: &effects)
    }
    #expect(Self.states(supervision) == [.notAReceiver(.binary("SkyTraq binary"))])
    #expect(effects.takeActions().last == .close(identity: Self.adapter.identity))
  }

  @Test func aSilentPortHasNothingToWakeUpForButItsReopening() {
    var supervision = Supervision(isNamed: true)
    var effects = Supervision.Effects()
    supervision.appeared(Self.dongle, at: .zero, into: &effects)
    supervision.opened(Self.dongle.identity, at: .zero, into: &effects)
    #expect(supervision.deadline == .seconds(10))
    supervision.elapse(to: .seconds(10), into: &effects)
    #expect(Self.states(supervision) == [.silent(since: .zero)])
  }

  @Test func looksForTheRateAnewWhenBytesMakeNoSentenceAnyMore() {
    var supervision = Supervision(isNamed: true)
    var effects = Supervision.Effects()
    supervision.appeared(Self.dongle, at: .zero, into: &effects)
    supervision.opened(Self.dongle.identity, at: .zero, into: &effects)
    for second in 0..<3 {
      supervision.received(
        Self.dongle.identity, Self.epoch(second).span.bytes, at: .seconds(second), into: &effects)
    }
    _ = effects.takeActions()
    // At 100 bytes/s, it takes 11 s until more bytes have arrived than a sentence can have.
    let garbage = [UInt8](repeating: 0xF8, count: 100)
    for second in 3...12 {
      supervision.received(
        Self.dongle.identity, garbage.span.bytes, at: .seconds(second), into: &effects)
      supervision.elapse(to: .seconds(second), into: &effects)
    }
    #expect(effects.takeActions() == [])
    supervision.received(Self.dongle.identity, garbage.span.bytes, at: .seconds(13), into: &effects)
    supervision.elapse(to: .seconds(13), into: &effects)
    #expect(
      effects.takeActions()
        == [.close(identity: Self.dongle.identity), .open(Self.dongle, .b9600)])
    supervision.opened(Self.dongle.identity, at: .seconds(13), into: &effects)
    supervision.received(Self.dongle.identity, garbage.span.bytes, at: .seconds(13), into: &effects)
    supervision.elapse(to: .seconds(16), into: &effects)
    #expect(effects.takeActions() == [.setRate(identity: Self.dongle.identity, .b4800)])
    #expect(Self.states(supervision) == [.detectingRate(.b4800)])
  }

  @Test func triesOtherRatesAfterSilenceOnlyWhereNotAByteEverCame() {
    var supervision = Supervision(isNamed: true)
    var effects = Supervision.Effects()
    supervision.appeared(Self.dongle, at: .zero, into: &effects)
    supervision.opened(Self.dongle.identity, at: .zero, into: &effects)
    for second in 0...1 {
      supervision.received(
        Self.dongle.identity, Self.epoch(second).span.bytes, at: .seconds(second), into: &effects)
    }
    _ = effects.takeActions()
    // The receiver is silent from 1 s on; its port is opened again after 10 s, then at other rates: the first time once a
    // receiver that reports once a minute would have been heard, then after 40 s.
    for (second, rate) in [(11, BaudRate.b9600), (81, .b4800), (121, .b38400)] {
      supervision.elapse(to: .seconds(second), into: &effects)
      #expect(
        effects.takeActions()
          == [.close(identity: Self.dongle.identity), .open(Self.dongle, rate)])
      supervision.opened(Self.dongle.identity, at: .seconds(second), into: &effects)
    }
  }

  @Test func theEndOfALineBehindItsSentenceIsNoOtherRate() {
    var supervision = Supervision(isNamed: true)
    var effects = Supervision.Effects()
    supervision.appeared(Self.dongle, at: .zero, into: &effects)
    supervision.opened(Self.dongle.identity, at: .zero, into: &effects)
    let epoch = Self.epoch(0)
    supervision.received(
      Self.dongle.identity, epoch.span.bytes.extracting(0..<epoch.count - 2), at: .seconds(1),
      into: &effects)
    supervision.received(
      Self.dongle.identity, [0x0D, 0x0A].span.bytes, at: .seconds(2), into: &effects)
    // Until the port is opened again because of the silence, nothing is due but the loss of the fix.
    supervision.elapse(to: .milliseconds(11_900), into: &effects)
    #expect(!effects.takeActions().contains(.close(identity: Self.dongle.identity)))
  }

  @Test func aPortThatHangsUpAtOnceIsNoNewsEachTime() {
    var supervision = Supervision(isNamed: true)
    var effects = Supervision.Effects()
    supervision.appeared(Self.dongle, at: .zero, into: &effects)
    supervision.opened(Self.dongle.identity, hasRate: false, at: .zero, into: &effects)
    supervision.hungUp(Self.dongle.identity, at: .zero, into: &effects)
    for second in 1...5 {
      // The longest wait is 5 s.
      supervision.elapse(to: .seconds(second * 5), into: &effects)
      #expect(effects.takeActions().last == .open(Self.dongle, .b9600))
      supervision.opened(
        Self.dongle.identity, hasRate: false, at: .seconds(second * 5), into: &effects)
      #expect(Self.states(supervision) == [.unplugged])
      supervision.hungUp(Self.dongle.identity, at: .seconds(second * 5), into: &effects)
      #expect(Self.states(supervision) == [.unplugged])
    }
    supervision.elapse(to: .seconds(30), into: &effects)
    supervision.opened(Self.dongle.identity, hasRate: false, at: .seconds(30), into: &effects)
    for second in 31...32 {
      supervision.received(
        Self.dongle.identity, Self.epoch(second).span.bytes, at: .seconds(second), into: &effects)
    }
    #expect(Self.states(supervision) == [.fix])
  }

  @Test(
    arguments: [
      ("a port is this machine's own", SerialPlace("/dev/ttyACM0"), 10),
      ("a server is somebody else's", ServerPlace(host: "a", port: 1), 250),
    ] as [(why: String, place: any Place, milliseconds: Int)])
  func waitsTwiceAsLongAfterEachFailure(why: String, place: any Place, milliseconds: Int) {
    let candidate = Candidate(identity: "a", place: place)
    var supervision = Supervision(isNamed: true)
    var effects = Supervision.Effects()
    supervision.appeared(candidate, at: .zero, into: &effects)
    supervision.opened("a", at: .zero, into: &effects)
    supervision.hungUp("a", at: .zero, into: &effects)
    #expect(supervision.deadline == .milliseconds(milliseconds))
    supervision.elapse(to: .seconds(1), into: &effects)
    supervision.opened("a", at: .seconds(1), into: &effects)
    // Noise does not count as success.
    supervision.received("a", [0xFF, 0x00, 0xFF].span.bytes, at: .seconds(1), into: &effects)
    supervision.hungUp("a", at: .seconds(1), into: &effects)
    #expect(supervision.deadline == .seconds(1) + .milliseconds(2 * milliseconds))
    supervision.elapse(to: .seconds(3), into: &effects)
    supervision.opened("a", at: .seconds(3), into: &effects)
    supervision.received("a", Self.epoch(3).span.bytes, at: .seconds(3), into: &effects)
    // A server that hangs up after 10 s has not failed.
    supervision.hungUp("a", at: .seconds(13), into: &effects)
    #expect(supervision.deadline == .seconds(13) + .milliseconds(milliseconds))
  }

  @Test(
    arguments: [
      ("a port that talks is opened again at once", SerialPlace("/dev/ttyACM0"), [10, 10, 10]),
      ("a server is left alone for longer", ServerPlace(host: "a", port: 1), [250, 500, 1000]),
    ] as [(why: String, place: any Place, milliseconds: [Int])])
  func aSentenceBeforeEachHangUpIsNoStay(why: String, place: any Place, milliseconds: [Int]) {
    var supervision = Supervision(isNamed: true)
    var effects = Supervision.Effects()
    supervision.appeared(Candidate(identity: "a", place: place), at: .zero, into: &effects)
    for (attempt, wait) in milliseconds.enumerated() {
      let now = Duration.seconds(5 * attempt)
      supervision.elapse(to: now, into: &effects)
      supervision.opened("a", at: now, into: &effects)
      supervision.received("a", Self.epoch(attempt).span.bytes, at: now, into: &effects)
      supervision.hungUp("a", at: now, into: &effects)
      #expect(supervision.deadline == now + .milliseconds(wait))
    }
  }

  @Test func aServerThatDoesNotAnswerIsReportedOnceAfterASecond() {
    let server = Candidate(identity: "a", place: ServerPlace(host: "boat", port: 10110))
    var supervision = Supervision(isNamed: true)
    var effects = Supervision.Effects()
    supervision.appeared(server, at: .zero, into: &effects)
    #expect(Self.states(supervision) == [.opening] && supervision.deadline == .seconds(1))
    supervision.elapse(to: .seconds(1), into: &effects)
    #expect(Self.states(supervision) == [.connecting] && supervision.deadline == nil)
    #expect(
      supervision.status.current?.explanation == "connecting to tcp://boat:10110")
    let error = SourceError.network(NetworkError(.unreachable, server.name))
    supervision.failed("a", error, at: .seconds(40), into: &effects)
    #expect(Self.states(supervision) == [.failed(error)])
    supervision.elapse(to: .seconds(41), into: &effects)
    #expect(Self.states(supervision) == [.opening] && supervision.deadline == nil)
  }

  @Test func aPortThatTakesLongToOpenIsNotConnectedTo() {
    var supervision = Supervision(isNamed: true)
    var effects = Supervision.Effects()
    supervision.appeared(Self.dongle, at: .zero, into: &effects)
    #expect(supervision.deadline == nil)
  }
}

extension Supervision.Effects {
  /// Removes the actions and returns them, as a thread that performs them does.
  mutating func takeActions() -> [Supervision.Action] {
    defer { actions = [] }
    return actions
  }

  /// Removes the events and returns them.
  mutating func takeEvents() -> [ReceiverEvent] {
    defer { events = [] }
    return events
  }
}
