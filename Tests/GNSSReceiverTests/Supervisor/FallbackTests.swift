// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import LocationProtocols
import NMEA0183
import TestSupport
import Testing

@testable import GNSSReceiver

/// When GeoClue is asked, and when it is left.
struct FallbackTests {
  private static let geoClue = Source(
    identity: "geoclue:", kind: GeoClueSource(), likelihood: .certain)
  private static let dongle = Source(
    identity: "usb:1546:01a8:1", kind: SerialSource("/dev/ttyACM0"), likelihood: .certain)
  private static let service = Source(
    identity: "service", kind: ServiceSource(["/x.sock"], ClientIntroduction(name: "test")),
    likelihood: .service)
  private static let start = 1_750_000_000

  /// A supervisor, and what is open after each step.
  private struct Bench {
    var supervisor: Supervisor
    var effects = Supervisor.Effects()
    var open: Set<String> = []
    var fixes: [(source: FixSource?, receiver: String?)] = []
    var notices: [String] = []

    init(isNamed: Bool = false, _ sources: Source...) {
      supervisor = Supervisor(isNamed: isNamed)
      for source in sources { supervisor.appeared(source, at: .zero, into: &effects) }
      follow(at: 0)
    }

    mutating func follow(at second: Double) {
      for action in effects.takeActions() {
        switch action {
        case .open(let source, _):
          open.insert(source.identity)
          supervisor.opened(
            source.identity, hasRate: false, at: .seconds(second), into: &effects)
          follow(at: second)
        case .close(let identity): open.remove(identity)
        default: break
        }
      }
      for event in effects.takeEvents() {
        if let fix = event.fix { fixes.append((fix.source, event.receiver)) }
        if case .notice(let notice) = event.content { notices.append(notice.description) }
      }
    }

    /// Advances to each deadline; one that stays in the past would keep a thread busy.
    mutating func wait(until second: Double) {
      var last: Duration?
      var repeats = 0
      while let deadline = supervisor.deadline, deadline <= .seconds(second) {
        repeats = deadline == last ? repeats + 1 : 0
        guard repeats < 10 else {
          Issue.record("the deadline stays at \(deadline)")
          return
        }
        last = deadline
        supervisor.elapse(to: deadline, into: &effects)
        follow(at: deadline / .seconds(1))
      }
    }

    mutating func receive(_ identity: String, _ bytes: [UInt8], at second: Double) {
      wait(until: second)
      supervisor.received(identity, bytes.span.bytes, at: .seconds(second), into: &effects)
      follow(at: second)
    }

    /// Lets the dongle report an epoch, with a fix or without.
    mutating func epoch(_ second: Int, valid: Bool = true) {
      let clock = String(120_000 + second / 60 * 100 + second % 60)
      let body =
        valid
        ? "GPRMC,\(clock).00,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A"
        : "GPRMC,\(clock).00,V,,,,,,,150625,,,N"
      receive(
        dongle.identity, Array(SentenceEncoder.sentence(body: body).utf8), at: Double(second))
      wait(until: Double(second) + 0.3)
    }

    mutating func location(at second: Double) {
      let line =
        #"{"class":"location","latitude":51.5,"longitude":0,"accuracy":25,"seconds":"#
        + #"\#(start + Int(second)),"microseconds":0,"age":0}"#
      receive("geoclue:", Array((line + "\n").utf8), at: second)
    }

    mutating func started(at second: Double) {
      receive("geoclue:", Array("{\"class\":\"started\"}\n".utf8), at: second)
    }

    mutating func serve(_ messages: ServiceMessage..., at second: Double) {
      var bytes: [UInt8] = []
      for message in messages { message.append(to: &bytes) }
      receive("service", bytes, at: second)
    }
  }

  private static let greeting = ServiceMessage.service(
    protocolVersion: 1, version: "1", device: nil)

  private static func fix(at second: Int) -> Fix {
    Fix(
      time: FixTime(nanosecondsSince1970: Int64(start + second) * 1_000_000_000), latitude: 47.5,
      longitude: 9.7)
  }

  /// A service that is stopped accepts a connection, too.
  @Test func aServiceThatNeverGreetsKeepsNoThreadBusy() {
    var bench = Bench(Self.service, Self.dongle, Self.geoClue)
    for second in 0..<120 { bench.epoch(second) }
    #expect(bench.fixes.count > 100 && bench.open.contains("service"))
  }

  @Test func withoutAReceiverItIsAskedAfterFiveSeconds() {
    var bench = Bench(Self.geoClue)
    #expect(bench.open.isEmpty && bench.supervisor.deadline == .seconds(5))
    // Programs are not told that there is no receiver while something can still be asked.
    #expect(bench.supervisor.status.report.code == .starting)
    bench.wait(until: 4.9)
    #expect(bench.open.isEmpty)
    bench.wait(until: 5)
    #expect(bench.open == ["geoclue:"])
    bench.started(at: 5.1)
    bench.location(at: 6)
    #expect(bench.fixes.map(\.source) == [.geoClue] && bench.fixes.first?.receiver == "geoclue:")
    #expect(bench.supervisor.status.report.code == .fix)
    // It reports changes only, so that its silence is none.
    bench.wait(until: 3600)
    #expect(bench.supervisor.status.report.code == .fix)
  }

  @Test func namedAloneItIsAskedAtOnce() {
    #expect(Bench(isNamed: true, Self.geoClue).open == ["geoclue:"])
  }

  @Test(arguments: [true, false])
  func aReceiverWithAFixIsNeverBesideIt(isNamed: Bool) {
    var bench = Bench(isNamed: isNamed, Self.dongle, Self.geoClue)
    for second in 0..<30 { bench.epoch(second) }
    #expect(bench.open == [Self.dongle.identity])
    #expect(bench.fixes.allSatisfy { $0.source == nil })
  }

  @Test(arguments: [true, false])
  func itIsAskedAfterALossAndLeftAtOnce(isNamed: Bool) {
    var bench = Bench(isNamed: isNamed, Self.dongle, Self.geoClue)
    for second in 0..<10 { bench.epoch(second) }
    for second in 10..<15 { bench.epoch(second, valid: false) }
    #expect(!bench.open.contains("geoclue:"))
    bench.epoch(15, valid: false)
    #expect(bench.open.contains("geoclue:"))
    bench.started(at: 15.5)
    bench.location(at: 15.6)
    #expect(bench.fixes.last?.source == .geoClue)
    for second in 16..<20 { bench.epoch(second, valid: false) }
    #expect(bench.supervisor.status.current?.source.identity == "geoclue:")
    // The receiver stays open meanwhile, and its clock is years away from GeoClue's.
    bench.epoch(20)
    #expect(bench.fixes.last?.source == nil && bench.open == [Self.dongle.identity])
    bench.epoch(21)
    #expect(bench.supervisor.status.current?.source.identity == Self.dongle.identity)
  }

  @Test func portsThatMayBeReceiversAreStillListenedTo() {
    var bench = Bench(Self.geoClue)
    bench.wait(until: 5)
    bench.started(at: 5)
    bench.location(at: 6)
    bench.supervisor.appeared(Self.dongle, at: .seconds(40), into: &bench.effects)
    bench.follow(at: 40)
    #expect(bench.open == ["geoclue:", Self.dongle.identity])
    for second in 41..<80 { bench.epoch(second, valid: false) }
    #expect(bench.open.contains(Self.dongle.identity))
    bench.epoch(80)
    bench.epoch(81)
    #expect(bench.open == [Self.dongle.identity] && bench.fixes.last?.source == nil)
  }

  @Test func theServiceGoesBeforeItAndIsReturnedTo() {
    var bench = Bench(Self.service, Self.geoClue)
    bench.serve(
      Self.greeting, .authorization(ServiceAuthorization(.authorized, accuracy: .full)), at: 0.1)
    for second in 1..<8 { bench.serve(.report(.fix(Self.fix(at: second))), at: Double(second)) }
    #expect(bench.open == ["service"])
    bench.serve(.report(.fixLost(nil)), at: 8)
    bench.wait(until: 12.9)
    #expect(bench.open == ["service"])
    bench.wait(until: 13)
    #expect(bench.open == ["service", "geoclue:"])
    bench.started(at: 13.1)
    bench.location(at: 14)
    #expect(bench.fixes.last?.source == .geoClue)
    bench.serve(.report(.fix(Self.fix(at: 15))), at: 15)
    #expect(bench.fixes.last?.source == nil && bench.open == ["service"])
  }

  @Test(
    arguments: [
      ("denied", ServiceAuthorization(.denied, accuracy: .reduced)),
      ("reduced", ServiceAuthorization(.authorized, accuracy: .reduced)),
    ])
  func whatTheServiceDeniesIsNotAskedOfIt(why: String, authorization: ServiceAuthorization) {
    var bench = Bench(Self.service, Self.geoClue)
    var state = StateReport(state: "waitingForFix", code: .waitingForFix)
    state.device = "/dev/ttyACM0"
    bench.serve(Self.greeting, .authorization(authorization), .state(state), at: 0.1)
    bench.wait(until: 60)
    #expect(bench.open == ["service"], "\(why)")
  }

  @Test func itsFailureIsSaidOnceAndNotAReceiversState() {
    var bench = Bench(Self.geoClue)
    bench.wait(until: 5)
    for second in [6.0, 20, 40] {
      bench.supervisor.failed(
        "geoclue:", .service("cannot use GeoClue: no agent"), at: .seconds(second),
        into: &bench.effects)
      bench.follow(at: second)
      #expect(bench.supervisor.status.report.code == .noReceiver)
      bench.wait(until: second + 10)
    }
    #expect(bench.notices == ["cannot use GeoClue: no agent"])
  }

  @Test func itsPlaceIsNotComparedWithReceivers() {
    var bench = Bench(Self.dongle, Self.geoClue)
    for second in 0..<3 { bench.epoch(second, valid: false) }
    bench.wait(until: 5.5)
    bench.started(at: 5.5)
    bench.location(at: 6)
    bench.epoch(7)
    bench.epoch(8)
    #expect(!bench.notices.contains { $0.contains("apart") }, "\(bench.notices)")
  }

  @Test(
    arguments: [
      ("installed, in a session", ["XDG_RUNTIME_DIR": "/run/user/7"], true, nil),
      ("forbidden", ["XDG_RUNTIME_DIR": "/x", "CORELOCATION_SERVICE": "none"], true, "forbids"),
      ("a service of the system", [:], true, "session"),
      (
        "another bus, which is not there",
        ["XDG_RUNTIME_DIR": "/x", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/none,guid=1"], true, "bus"
      ),
      ("not installed", ["XDG_RUNTIME_DIR": "/x"], false, "not installed"),
    ] as [(String, [String: String], Bool, String?)])
  func onlyProgramsOfPeopleAskIt(
    why: String, variables: [String: String], isInstalled: Bool, words: String?
  ) throws {
    let root = try ScratchFolder()
    _ = try root.file("run/dbus/system_bus_socket", "")
    if isInstalled {
      let name = "org.freedesktop.GeoClue2.service"
      _ = try root.file("usr/share/dbus-1/system-services/\(name)", "")
    }
    let obstacle = GeoClueSource.obstacle(environment: Environment(variables), root: root.path)
    #expect(words.map { obstacle?.contains($0) == true } ?? (obstacle == nil), "\(why)")
  }
}
