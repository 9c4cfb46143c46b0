// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationProtocols
import NMEA0183
import Testing

@testable import GNSSReceiver

/// Sequences of events with a service that comes and goes, applied to a supervisor.
struct SupervisorServiceTests {
  private static let service = Source(
    identity: "service",
    kind: ServiceSource(["/run/core-location/location.sock"], ClientIntroduction(name: "test")),
    likelihood: .service)
  private static let dongle = Source(
    identity: "usb:1546:01a8:1", kind: SerialSource("/dev/ttyACM0"), likelihood: .certain)
  private static let absence = SourceError.other("there is none")

  private static func lines(_ messages: ServiceMessage...) -> [UInt8] {
    var bytes: [UInt8] = []
    for message in messages { message.append(to: &bytes) }
    return bytes
  }

  private static let greeting = lines(.service(protocolVersion: 1, version: "1", device: nil))

  private static func fix(_ second: Int) throws -> Fix {
    let time = try #require(UTCTime(hour: 12, minute: 0, second: UInt8(second)))
    return Fix(
      time: FixTime(date: CivilDate(year: 2025, month: 6, day: 15), time: time),
      latitude: 47.5, longitude: 9.7)
  }

  private static func state(_ code: StateReport.Code, _ text: String? = nil) -> ServiceMessage {
    var report = StateReport(state: code.rawValue, code: code)
    report.explanation = text
    return .state(report)
  }

  /// Returns a supervisor with a service that has sent its greeting, and a dongle that is plugged in.
  private static func served() -> (Supervisor, Supervisor.Effects) {
    var supervisor = Supervisor(isNamed: false)
    var effects = Supervisor.Effects()
    supervisor.appeared(service, at: .zero, into: &effects)
    supervisor.opened("service", hasRate: false, at: .zero, into: &effects)
    supervisor.appeared(dongle, at: .zero, into: &effects)
    supervisor.received("service", greeting.span.bytes, at: .zero, into: &effects)
    return (supervisor, Supervisor.Effects())
  }

  private static func opened(_ effects: inout Supervisor.Effects) -> [String] {
    effects.takeActions().compactMap {
      if case .open(let source, _) = $0 { source.identity } else { nil }
    }
  }

  @Test func noPortIsOpenedWhileTheServiceAnswers() throws {
    var supervisor = Supervisor(isNamed: false)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.service, at: .zero, into: &effects)
    #expect(effects.takeActions() == [.open(Self.service, nil)])
    supervisor.opened("service", hasRate: false, at: .zero, into: &effects)
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    #expect(effects.takeActions().isEmpty)
    supervisor.received(
      "service", (Self.greeting + Self.lines(Self.state(.fix, "has a fix"))).span.bytes, at: .zero,
      into: &effects)
    supervisor.received(
      "service", Self.lines(.report(.fix(try Self.fix(0)))).span.bytes, at: .seconds(1),
      into: &effects)
    supervisor.elapse(to: .seconds(3), into: &effects)
    #expect(effects.takeActions().isEmpty)
    #expect(supervisor.status.current?.explanation == "has a fix")
    #expect(supervisor.status.current?.state.hasFix == true)
    let events = effects.takeEvents()
    #expect(events.contains { $0.fix != nil && $0.arrival == .seconds(1) })
  }

  @Test func portsAreOpenedAtOnceWhereNoServiceRuns() {
    var supervisor = Supervisor(isNamed: false)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.service, at: .zero, into: &effects)
    supervisor.failed("service", Self.absence, at: .zero, into: &effects)
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    #expect(Self.opened(&effects) == ["service", Self.dongle.identity])
    // A service that is absent is not reported.
    #expect(supervisor.status.sources.map(\.source.identity) == [Self.dongle.identity])
    #expect(supervisor.status.current?.state == .opening)
  }

  @Test func aServiceThatDoesNotGreetKeepsNobodyWaiting() {
    var supervisor = Supervisor(isNamed: false)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.service, at: .zero, into: &effects)
    supervisor.opened("service", hasRate: false, at: .zero, into: &effects)
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    #expect(Self.opened(&effects) == ["service"])
    #expect(supervisor.deadline == .seconds(2))
    supervisor.elapse(to: .seconds(2), into: &effects)
    #expect(Self.opened(&effects) == [Self.dongle.identity])
  }

  /// A service that is started later takes over, and the port is closed first.
  @Test func theServiceTakesOverWhenItComes() {
    var supervisor = Supervisor(isNamed: false)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.service, at: .zero, into: &effects)
    supervisor.failed("service", Self.absence, at: .zero, into: &effects)
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    supervisor.opened(Self.dongle.identity, at: .zero, into: &effects)
    _ = effects.takeActions()
    supervisor.elapse(to: .milliseconds(100), into: &effects)
    #expect(Self.opened(&effects) == ["service"])
    supervisor.opened("service", hasRate: false, at: .milliseconds(100), into: &effects)
    #expect(effects.takeActions().isEmpty)
    supervisor.received(
      "service", Self.greeting.span.bytes, at: .milliseconds(101), into: &effects)
    #expect(effects.takeActions() == [.close(identity: Self.dongle.identity)])
    #expect(supervisor.status.current?.source.identity == "service")
  }

  @Test func aServiceThatGoesIsWaitedForAndThenThePortIsTaken() throws {
    var (supervisor, effects) = Self.served()
    supervisor.received(
      "service", Self.lines(.report(.fix(try Self.fix(0)))).span.bytes, at: .zero, into: &effects)
    _ = effects.takeEvents()
    supervisor.hungUp("service", at: .seconds(1), into: &effects)
    // The loss is reported once.
    let losses = effects.takeEvents().count {
      if case .report(.fixLost) = $0.content { true } else { false }
    }
    #expect(losses == 1)
    #expect(effects.takeActions() == [.close(identity: "service")])
    var attempts: [Duration] = []
    while let deadline = supervisor.deadline, deadline < .seconds(15) {
      supervisor.elapse(to: deadline, into: &effects)
      let opened = Self.opened(&effects)
      if opened.contains(Self.dongle.identity) {
        #expect(deadline == .seconds(6))
        supervisor.opened(Self.dongle.identity, at: deadline, into: &effects)
      }
      if opened.contains("service") {
        attempts.append(deadline)
        supervisor.failed("service", Self.absence, at: deadline, into: &effects)
      }
      if deadline > .seconds(6), opened.isEmpty { break }
    }
    // A tenth of a second at first, then twice as long each time.
    #expect(attempts.first == .milliseconds(1100))
    #expect(attempts.prefix(4).last == .milliseconds(2500))
    let again = effects.takeEvents().count {
      if case .report(.fixLost) = $0.content { true } else { false }
    }
    #expect(again == 0)
  }

  @Test func aServiceThatComesBackInTimeServesOn() {
    var (supervisor, effects) = Self.served()
    supervisor.hungUp("service", at: .seconds(1), into: &effects)
    supervisor.elapse(to: .milliseconds(1100), into: &effects)
    #expect(Self.opened(&effects) == ["service"])
    supervisor.opened("service", hasRate: false, at: .milliseconds(1100), into: &effects)
    supervisor.received(
      "service", Self.greeting.span.bytes, at: .milliseconds(1200), into: &effects)
    supervisor.elapse(to: .seconds(6), into: &effects)
    #expect(Self.opened(&effects).isEmpty)
    #expect(supervisor.status.current?.source.identity == "service")
  }

  @Test func aServiceThatIsSilentIsNotTakenForDead() {
    var (supervisor, effects) = Self.served()
    supervisor.received(
      "service", Self.lines(Self.state(.waitingForFix, "no fix yet")).span.bytes, at: .zero,
      into: &effects)
    supervisor.elapse(to: .seconds(2), into: &effects)
    supervisor.elapse(to: .seconds(3600), into: &effects)
    #expect(effects.takeActions().isEmpty)
    #expect(supervisor.status.current?.explanation == "no fix yet")
  }

  @Test func whatTheServiceDoesNotAllowIsNotTakenFromThePort() throws {
    var (supervisor, effects) = Self.served()
    supervisor.received(
      "service",
      Self.lines(.authorization(ServiceAuthorization(.denied, text: "not for you"))).span.bytes,
      at: .zero, into: &effects)
    supervisor.elapse(to: .seconds(60), into: &effects)
    #expect(effects.takeActions().isEmpty)
    #expect(supervisor.status.current?.state == .denied("not for you"))
    #expect(supervisor.status.current?.isTrouble == true)
    // The authorization may change at any time.
    supervisor.received(
      "service",
      Self.lines(
        .authorization(ServiceAuthorization(.authorized, accuracy: .reduced)), Self.state(.fix)
      ).span.bytes, at: .seconds(61), into: &effects)
    guard case .relayed(let report) = supervisor.status.current?.state else {
      Issue.record("no state")
      return
    }
    #expect(report.isReduced && report.code == .fix)
  }

  /// The lines arrive in one write, as the service sends them, or one by one.
  @Test(arguments: [true, false])
  func whatIsNotAllowedAnyMoreIsNoFixThatWasLost(atOnce: Bool) throws {
    var (supervisor, effects) = Self.served()
    supervisor.received(
      "service", Self.lines(Self.state(.fix), .report(.fix(try Self.fix(0)))).span.bytes, at: .zero,
      into: &effects)
    #expect(supervisor.status.current?.state.hasFix == true)
    _ = effects.takeEvents()
    let denied = Self.lines(.authorization(ServiceAuthorization(.denied, text: "not for you")))
    let state = Self.lines(Self.state(.fix))
    for bytes in atOnce ? [denied + state] : [denied, state] {
      supervisor.received("service", bytes.span.bytes, at: .seconds(1), into: &effects)
    }
    #expect(supervisor.status.current?.state == .denied("not for you"))
    let losses = effects.takeEvents().count {
      if case .report(.fixLost) = $0.content { true } else { false }
    }
    #expect(losses == 1)
  }

  @Test func theLastFixIsNoFixOfNow() throws {
    var (supervisor, effects) = Self.served()
    supervisor.received(
      "service", Self.lines(.lastFix(try Self.fix(0), device: nil, age: 60)).span.bytes,
      at: .seconds(100), into: &effects)
    let events = effects.takeEvents()
    #expect(
      events.contains {
        if case .lastFix = $0.content { $0.arrival == .seconds(40) } else { false }
      })
    #expect(!events.contains { $0.fix != nil })
    #expect(supervisor.status.current?.state.hasFix == false)
  }

  /// A stopped process keeps its socket open: its last fix must not be reported as current forever.
  @Test func aServiceWhoseFixesDoNotComeAnyMoreHasLostThem() throws {
    var (supervisor, effects) = Self.served()
    supervisor.received(
      "service", Self.lines(Self.state(.fix)).span.bytes, at: .zero, into: &effects)
    for second in 0..<3 {
      supervisor.received(
        "service", Self.lines(.report(.fix(try Self.fix(second)))).span.bytes, at: .seconds(second),
        into: &effects)
    }
    #expect(supervisor.status.current?.state.hasFix == true)
    supervisor.elapse(to: .seconds(5), into: &effects)
    #expect(supervisor.status.current?.state.hasFix == false)
    supervisor.received(
      "service", Self.lines(.report(.fix(try Self.fix(9)))).span.bytes, at: .seconds(9),
      into: &effects)
    #expect(supervisor.status.current?.state.hasFix == true)
  }

  @Test func aReceiverThatReturnsWhileTheServiceServesIsOpenedOnceThatIsGone() {
    var (supervisor, effects) = Self.served()
    supervisor.vanished(Self.dongle.identity, at: .seconds(10), into: &effects)
    supervisor.appeared(Self.dongle, at: .seconds(12), into: &effects)
    #expect(supervisor.status.sources.map(\.state).last == .unused)
    #expect(Self.opened(&effects).isEmpty)
    supervisor.hungUp("service", at: .seconds(20), into: &effects)
    supervisor.failed("service", Self.absence, at: .seconds(21), into: &effects)
    supervisor.elapse(to: .seconds(25), into: &effects)
    #expect(Self.opened(&effects).contains(Self.dongle.identity))
  }

  @Test func somethingElseOnTheSocketIsNoService() {
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.service, at: .zero, into: &effects)
    supervisor.opened("service", hasRate: false, at: .zero, into: &effects)
    let state = Self.lines(Self.state(.fix, "trust me"))
    supervisor.received("service", state.span.bytes, at: .seconds(1), into: &effects)
    supervisor.elapse(to: .seconds(10), into: &effects)
    #expect(
      supervisor.status.current?.explanation
        == "service:/run/core-location/location.sock does not speak the location service's protocol"
    )
  }
}
