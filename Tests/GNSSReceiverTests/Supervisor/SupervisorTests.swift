// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import SerialLine
import Testing

@testable import GNSSReceiver

/// Sequences of plugs and unplugs, applied to a supervisor.
struct SupervisorTests {
  private static let dongle = Source(
    identity: "usb:1546:01a8:1", kind: SerialSource("/dev/ttyACM0"), likelihood: .certain)
  private static let adapter = Source(
    identity: "usb:0403:6001:2", kind: SerialSource("/dev/ttyUSB0"), likelihood: .possible)

  /// Returns one epoch at a number of seconds after noon.
  private static func epoch(_ second: Int, valid: Bool = true) -> [UInt8] {
    let time = "1200\(second < 10 ? "0" : "")\(second).00"
    let body =
      valid
      ? "GPRMC,\(time),A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A"
      : "GPRMC,\(time),V,,,,,,,150625,,,N"
    return Array(SentenceEncoder.sentence(body: body).utf8)
  }

  private static func states(_ supervisor: Supervisor) -> [ReceiverState] {
    supervisor.status.sources.map(\.state)
  }

  private static func fixes(_ events: [ReceiverEvent]) -> Int {
    events.count { $0.fix != nil }
  }

  private static func losses(_ events: [ReceiverEvent]) -> Int {
    events.count { if case .report(.fixLost) = $0.content { true } else { false } }
  }

  @Test func opensDetectsAndTellsAFix() {
    var supervisor = Supervisor(isNamed: false)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.dongle, at: .seconds(0), into: &effects)
    #expect(effects.takeActions() == [.open(Self.dongle, .b9600)])
    supervisor.opened(Self.dongle.identity, at: .seconds(0), into: &effects)
    #expect(Self.states(supervisor) == [.detectingRate(.b9600)])
    supervisor.received(
      Self.dongle.identity, Self.epoch(0).span.bytes, at: .seconds(1), into: &effects)
    #expect(
      effects.takeActions() == [.remember(identity: Self.dongle.identity, .b9600)])
    supervisor.received(
      Self.dongle.identity, Self.epoch(1).span.bytes, at: .seconds(2), into: &effects)
    #expect(Self.states(supervisor) == [.fix])
    #expect(Self.fixes(effects.takeEvents()) >= 1)
  }

  /// The search goes on after a rate that the driver refuses, also where the port is opened at that rate.
  @Test func aSilentPortIsOpenedAtEachRateThatItsDriverHas() {
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    var opened: [BaudRate] = []
    func follow(at now: Duration) {
      for case .open(let source, let rate?) in effects.takeActions() {
        if rate.rawValue > 115_200 {
          let refusal = SerialPortError(.unsupportedRate(rate), "/dev/ttyS0")
          supervisor.failed(source.identity, .port(refusal), at: now, into: &effects)
        } else {
          opened.append(rate)
          supervisor.opened(source.identity, at: now, into: &effects)
        }
      }
    }
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    follow(at: .zero)
    while let deadline = supervisor.deadline, deadline < .seconds(7200) {
      supervisor.elapse(to: deadline, into: &effects)
      follow(at: deadline)
    }
    #expect(opened.count { $0 == .b9600 } > 1 && opened.count { $0 == .b115200 } > 1)
    #expect(Set(opened).count == 6)
  }

  @Test func losesTheFixWithinThreeEpochsOfSilence() {
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    supervisor.opened(Self.dongle.identity, at: .zero, into: &effects)
    for second in 0..<5 {
      supervisor.received(
        Self.dongle.identity, Self.epoch(second).span.bytes, at: .seconds(second), into: &effects)
      supervisor.elapse(to: .seconds(second) + .milliseconds(300), into: &effects)
    }
    #expect(Self.losses(effects.takeEvents()) == 0)
    supervisor.elapse(to: .milliseconds(6900), into: &effects)
    #expect(Self.losses(effects.takeEvents()) == 0)
    supervisor.elapse(to: .milliseconds(7000), into: &effects)
    #expect(Self.losses(effects.takeEvents()) == 1)
    #expect(Self.states(supervisor) == [.lost(satellitesInView: nil, since: .milliseconds(7000))])
  }

  @Test func tellsTheSatellitesOfAReceiverThatHasLostItsFix() {
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    supervisor.opened(Self.dongle.identity, at: .zero, into: &effects)
    func receive(_ bytes: [UInt8], at second: Int) {
      supervisor.received(
        Self.dongle.identity, bytes.span.bytes, at: .seconds(second), into: &effects)
    }
    func satellites(_ body: String) -> [UInt8] {
      Array(SentenceEncoder.sentence(body: body).utf8)
    }
    for second in 0..<5 { receive(Self.epoch(second), at: second) }
    #expect(Self.states(supervisor) == [.fix])
    for second in 5..<9 { receive(Self.epoch(second, valid: false), at: second) }
    guard case .lost(nil, let since) = Self.states(supervisor).first else {
      Issue.record("it is \(Self.states(supervisor))")
      return
    }
    receive(
      satellites("GPGSV,1,1,02,05,40,083,45,07,20,100,30") + Self.epoch(9, valid: false), at: 9)
    #expect(Self.states(supervisor) == [.lost(satellitesInView: 2, since: since)])
  }

  @Test func aDongleThatComesBackUnderAnotherNameStaysItself() {
    var supervisor = Supervisor(isNamed: false)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    supervisor.opened(Self.dongle.identity, at: .zero, into: &effects)
    supervisor.received(
      Self.dongle.identity, Self.epoch(0).span.bytes, at: .seconds(1), into: &effects)
    supervisor.vanished(Self.dongle.identity, at: .seconds(2), into: &effects)
    #expect(Self.states(supervisor) == [.unplugged])
    #expect(supervisor.deadline == nil)
    _ = effects.takeActions()
    var renamed = Self.dongle
    renamed.kind = SerialSource("/dev/ttyACM1")
    supervisor.appeared(renamed, at: .seconds(3), into: &effects)
    #expect(effects.takeActions() == [.open(renamed, .b9600)])
    #expect(supervisor.status.sources.count == 1)
  }

  @Test func keepsAStandbyOpenAndFallsOverToItsLastFix() {
    var supervisor = Supervisor(isNamed: false)
    var effects = Supervisor.Effects()
    for source in [Self.dongle, Self.adapter] {
      supervisor.appeared(source, at: .zero, into: &effects)
      supervisor.opened(source.identity, at: .zero, into: &effects)
    }
    _ = effects.takeActions()
    for second in 0..<4 {
      for source in [Self.adapter, Self.dongle] {
        supervisor.received(
          source.identity, Self.epoch(second).span.bytes, at: .seconds(second), into: &effects)
        supervisor.elapse(to: .seconds(second) + .milliseconds(300), into: &effects)
      }
    }
    #expect(Self.states(supervisor) == [.fix, .fix])
    #expect(supervisor.status.current?.source == Self.dongle)
    #expect(!effects.takeActions().contains(.close(identity: Self.adapter.identity)))
    _ = effects.takeEvents()
    supervisor.received(
      Self.adapter.identity, Self.epoch(4).span.bytes, at: .seconds(4), into: &effects)
    supervisor.elapse(to: .milliseconds(4300), into: &effects)
    #expect(Self.fixes(effects.takeEvents()) == 0)
    supervisor.hungUp(Self.dongle.identity, at: .milliseconds(4400), into: &effects)
    let events = effects.takeEvents()
    #expect(Self.losses(events) == 0)
    #expect(events.compactMap(\.fix).map { $0.time?.time.second } == [4])
    #expect(events.first { $0.fix != nil }?.receiver == "/dev/ttyUSB0")
    // The fix is of the receiver that the status before it names.
    guard case .status(let status)? = events.first?.content else {
      Issue.record("\(events)")
      return
    }
    #expect(status.current?.source == Self.adapter)
  }

  @Test func namesABinaryProtocolAndLeavesItAlone() {
    var supervisor = Supervisor(isNamed: false)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.adapter, at: .zero, into: &effects)
    supervisor.opened(Self.adapter.identity, at: .zero, into: &effects)
    // A SkyTraq message of one byte, which is its own checksum.
    let frame: [UInt8] = [0xA0, 0xA1, 0x00, 0x01, 0x02, 0x02, 0x0D, 0x0A]
    for tenth in 0..<30 {
      supervisor.received(
        Self.adapter.identity, frame.span.bytes, at: .milliseconds(tenth * 100), into: &effects)
    }
    #expect(Self.states(supervisor) == [.notAReceiver(.binary("SkyTraq binary"))])
    #expect(effects.takeActions().last == .close(identity: Self.adapter.identity))
  }

  @Test func aSilentPortHasNothingToWakeUpForButItsReopening() {
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    supervisor.opened(Self.dongle.identity, at: .zero, into: &effects)
    #expect(supervisor.deadline == .seconds(10))
    supervisor.elapse(to: .seconds(10), into: &effects)
    #expect(Self.states(supervisor) == [.silent(since: .zero)])
  }

  @Test func looksForTheRateAnewWhenBytesMakeNoSentenceAnyMore() {
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    supervisor.opened(Self.dongle.identity, at: .zero, into: &effects)
    for second in 0..<3 {
      supervisor.received(
        Self.dongle.identity, Self.epoch(second).span.bytes, at: .seconds(second), into: &effects)
    }
    _ = effects.takeActions()
    // At 100 bytes/s, it takes 11 s until more bytes have arrived than a sentence can have.
    let garbage = [UInt8](repeating: 0xF8, count: 100)
    for second in 3...12 {
      supervisor.received(
        Self.dongle.identity, garbage.span.bytes, at: .seconds(second), into: &effects)
      supervisor.elapse(to: .seconds(second), into: &effects)
    }
    #expect(effects.takeActions() == [])
    supervisor.received(Self.dongle.identity, garbage.span.bytes, at: .seconds(13), into: &effects)
    supervisor.elapse(to: .seconds(13), into: &effects)
    #expect(
      effects.takeActions()
        == [.close(identity: Self.dongle.identity), .open(Self.dongle, .b9600)])
    supervisor.opened(Self.dongle.identity, at: .seconds(13), into: &effects)
    supervisor.received(Self.dongle.identity, garbage.span.bytes, at: .seconds(13), into: &effects)
    supervisor.elapse(to: .seconds(16), into: &effects)
    #expect(effects.takeActions() == [.setRate(identity: Self.dongle.identity, .b4800)])
    #expect(Self.states(supervisor) == [.detectingRate(.b4800)])
  }

  @Test func triesOtherRatesAfterSilenceOnlyWhereNotAByteEverCame() {
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    supervisor.opened(Self.dongle.identity, at: .zero, into: &effects)
    for second in 0...1 {
      supervisor.received(
        Self.dongle.identity, Self.epoch(second).span.bytes, at: .seconds(second), into: &effects)
    }
    _ = effects.takeActions()
    // The receiver is silent from 1 s on; its port is opened again after 10 s, then at other rates: the first time once a
    // receiver that reports once a minute would have been heard, then after 40 s.
    for (second, rate) in [(11, BaudRate.b9600), (81, .b4800), (121, .b38400)] {
      supervisor.elapse(to: .seconds(second), into: &effects)
      #expect(
        effects.takeActions()
          == [.close(identity: Self.dongle.identity), .open(Self.dongle, rate)])
      supervisor.opened(Self.dongle.identity, at: .seconds(second), into: &effects)
    }
  }

  @Test func theEndOfALineBehindItsSentenceIsNoOtherRate() {
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    supervisor.opened(Self.dongle.identity, at: .zero, into: &effects)
    let epoch = Self.epoch(0)
    supervisor.received(
      Self.dongle.identity, epoch.span.bytes.extracting(0..<epoch.count - 2), at: .seconds(1),
      into: &effects)
    supervisor.received(
      Self.dongle.identity, [0x0D, 0x0A].span.bytes, at: .seconds(2), into: &effects)
    // Until the port is opened again because of the silence, nothing is due but the loss of the fix.
    supervisor.elapse(to: .milliseconds(11_900), into: &effects)
    #expect(!effects.takeActions().contains(.close(identity: Self.dongle.identity)))
  }

  @Test func aPortThatHangsUpAtOnceIsNoNewsEachTime() {
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    supervisor.opened(Self.dongle.identity, hasRate: false, at: .zero, into: &effects)
    supervisor.hungUp(Self.dongle.identity, at: .zero, into: &effects)
    for second in 1...5 {
      // The longest wait is 5 s.
      supervisor.elapse(to: .seconds(second * 5), into: &effects)
      #expect(effects.takeActions().last == .open(Self.dongle, .b9600))
      supervisor.opened(
        Self.dongle.identity, hasRate: false, at: .seconds(second * 5), into: &effects)
      #expect(Self.states(supervisor) == [.unplugged])
      supervisor.hungUp(Self.dongle.identity, at: .seconds(second * 5), into: &effects)
      #expect(Self.states(supervisor) == [.unplugged])
    }
    supervisor.elapse(to: .seconds(30), into: &effects)
    supervisor.opened(Self.dongle.identity, hasRate: false, at: .seconds(30), into: &effects)
    for second in 31...32 {
      supervisor.received(
        Self.dongle.identity, Self.epoch(second).span.bytes, at: .seconds(second), into: &effects)
    }
    #expect(Self.states(supervisor) == [.fix])
  }

  @Test(
    arguments: [
      ("a port is this machine's own", SerialSource("/dev/ttyACM0"), 10),
      ("a server is somebody else's", ServerSource(host: "a", port: 1), 250),
    ] as [(why: String, kind: any SourceKind, milliseconds: Int)])
  func waitsTwiceAsLongAfterEachFailure(why: String, kind: any SourceKind, milliseconds: Int) {
    let source = Source(identity: "a", kind: kind)
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    supervisor.appeared(source, at: .zero, into: &effects)
    supervisor.opened("a", at: .zero, into: &effects)
    supervisor.hungUp("a", at: .zero, into: &effects)
    #expect(supervisor.deadline == .milliseconds(milliseconds))
    supervisor.elapse(to: .seconds(1), into: &effects)
    supervisor.opened("a", at: .seconds(1), into: &effects)
    // Noise does not count as success.
    supervisor.received("a", [0xFF, 0x00, 0xFF].span.bytes, at: .seconds(1), into: &effects)
    supervisor.hungUp("a", at: .seconds(1), into: &effects)
    #expect(supervisor.deadline == .seconds(1) + .milliseconds(2 * milliseconds))
    supervisor.elapse(to: .seconds(3), into: &effects)
    supervisor.opened("a", at: .seconds(3), into: &effects)
    supervisor.received("a", Self.epoch(3).span.bytes, at: .seconds(3), into: &effects)
    // A server that hangs up after 10 s has not failed.
    supervisor.hungUp("a", at: .seconds(13), into: &effects)
    #expect(supervisor.deadline == .seconds(13) + .milliseconds(milliseconds))
  }

  @Test(
    arguments: [
      ("a port that talks is opened again at once", SerialSource("/dev/ttyACM0"), [10, 10, 10]),
      ("a server is left alone for longer", ServerSource(host: "a", port: 1), [250, 500, 1000]),
    ] as [(why: String, kind: any SourceKind, milliseconds: [Int])])
  func aSentenceBeforeEachHangUpIsNoStay(why: String, kind: any SourceKind, milliseconds: [Int]) {
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    supervisor.appeared(Source(identity: "a", kind: kind), at: .zero, into: &effects)
    for (attempt, wait) in milliseconds.enumerated() {
      let now = Duration.seconds(5 * attempt)
      supervisor.elapse(to: now, into: &effects)
      supervisor.opened("a", at: now, into: &effects)
      supervisor.received("a", Self.epoch(attempt).span.bytes, at: now, into: &effects)
      supervisor.hungUp("a", at: now, into: &effects)
      #expect(supervisor.deadline == now + .milliseconds(wait))
    }
  }

  @Test func aServerThatDoesNotAnswerIsReportedOnceAfterASecond() {
    let server = Source(identity: "a", kind: ServerSource(host: "boat", port: 10110))
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    supervisor.appeared(server, at: .zero, into: &effects)
    #expect(Self.states(supervisor) == [.opening] && supervisor.deadline == .seconds(1))
    supervisor.elapse(to: .seconds(1), into: &effects)
    #expect(Self.states(supervisor) == [.connecting] && supervisor.deadline == nil)
    #expect(
      supervisor.status.current?.explanation == "connecting to tcp://boat:10110")
    let error = SourceError.network(NetworkError(.unreachable, server.name))
    supervisor.failed("a", error, at: .seconds(40), into: &effects)
    #expect(Self.states(supervisor) == [.failed(error)])
    supervisor.elapse(to: .seconds(41), into: &effects)
    #expect(Self.states(supervisor) == [.opening] && supervisor.deadline == nil)
  }

  @Test func aPortThatTakesLongToOpenIsNotConnectedTo() {
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    #expect(supervisor.deadline == nil)
  }
}

extension Supervisor.Effects {
  /// Removes the actions and returns them, as a thread that performs them does.
  mutating func takeActions() -> [Supervisor.Action] {
    defer { actions = [] }
    return actions
  }

  /// Removes the events and returns them.
  mutating func takeEvents() -> [ReceiverEvent] {
    defer { events = [] }
    return events
  }
}
