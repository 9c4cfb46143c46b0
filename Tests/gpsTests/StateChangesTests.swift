// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import LocationProtocols
import SerialLine
import Testing

@testable import GNSSReceiver
@testable import gps

@Suite struct StateChangesTests {
  private static func status(
    _ state: ReceiverState?, rate: BaudRate? = .b9600, port: String = "/dev/ttyS0"
  ) -> ReceiverStatus {
    let candidate = Source(identity: port, kind: SerialSource(port), model: "u-blox 8")
    var status = ReceiverStatus()
    status.current = state.map { SourceStatus(source: candidate, state: $0, rate: rate) }
    status.sources = status.current.map { [$0] } ?? []
    return status
  }

  private static func failed(_ cause: SerialPortError.Cause) -> ReceiverState {
    .failed(.port(SerialPortError(cause, "/dev/ttyS0")))
  }

  @Test(
    arguments: [
      ("no device", nil, #"{"secondsWaited":0,"state":"searching"}"#),
      (
        "on the way", .opening,
        #"{"device":"/dev/ttyS0","model":"u-blox 8","secondsWaited":0,"state":"opening"}"#
      ),
      (
        "the rate that is tried, not the last that was known", .detectingRate(.b4800),
        #"{"device":"/dev/ttyS0","explanation":"listening to /dev/ttyS0 (u-blox 8)","#
          + #""model":"u-blox 8","rate":4800,"secondsWaited":0,"state":"detectingRate"}"#
      ),
      (
        "another protocol", .notAReceiver(.binary("UBX")),
        #"{"device":"/dev/ttyS0","explanation":"/dev/ttyS0 sends UBX, not NMEA 0183; "#
          + #"\"gps configure --nmea\" switches it","model":"u-blox 8","protocol":"UBX","#
          + #""secondsWaited":0,"state":"notAReceiver"}"#
      ),
    ] as [(why: String, state: ReceiverState?, line: String)])
  func isOneObject(why: String, state: ReceiverState?, line: String) throws {
    var changes = StateChanges(since: .seconds(10))
    let record = changes.record(of: Self.status(state), at: .seconds(10))
    let json = try JSONLine.encode(try #require(record).members)
    #expect(String(decoding: json, as: UTF8.self) == line)
  }

  @Test(
    arguments: [
      ("nothing there", failed(.missing), "missing"),
      ("no port", failed(.notAPort), "notAPort"),
      (
        "not for this user", failed(.permissionDenied(owner: "a", group: "b", joiningHelps: true)),
        "permissionDenied"
      ),
      ("in use by somebody unknown", failed(.busy([])), "busy"),
      ("another rate", failed(.unsupportedRate(.b4800)), "unsupportedRate"),
      ("gone", failed(.unplugged), "unplugged"),
      ("anything else", failed(.system(5)), "failed"),
      ("a server", .failed(.network(NetworkError(.refused, "tcp://a:1"))), "failed"),
      ("silence", .silent(since: .zero), "silent"),
      ("lost", .lost(satellitesInView: nil, since: .zero), "lost"),
      ("the end", .ended, "ended"),
    ] as [(why: String, state: ReceiverState, name: String)])
  func namesTheState(why: String, state: ReceiverState, name: String) {
    var changes = StateChanges(since: .zero)
    let record = changes.record(of: Self.status(state), at: .zero)
    #expect(record?.state == name)
  }

  /// The state after a number of seconds, and what is recorded: the state's name, and the seconds without a fix.
  @Test func recordsChangesAndTheTimeWithoutAFix() {
    var changes = StateChanges(since: .seconds(1))
    let story: [(Int, ReceiverState, String?, Double?)] = [
      (2, .opening, "opening", 1),
      (
        3, .waitingForFix(satellitesInView: nil, since: .zero),
        "waitingForFix", 2
      ),
      // The same state, but since another time.
      (4, .waitingForFix(satellitesInView: nil, since: .seconds(4)), nil, nil),
      (5, .waitingForFix(satellitesInView: 3, since: .zero), "waitingForFix", 4),
      (31, .fix, "fix", 30), (32, .fix, nil, nil),
      (40, .lost(satellitesInView: 4, since: .zero), "lost", 0),
      (42, .lost(satellitesInView: 3, since: .zero), "lost", 2),
      (45, .unplugged, "unplugged", 5),
      // Further attempts are not recorded.
      (46, .opening, nil, nil), (47, .unplugged, nil, nil), (48, .opening, nil, nil),
      (50, .fix, "fix", 10),
    ]
    for (second, state, name, waited) in story {
      let record = changes.record(of: Self.status(state), at: .seconds(second))
      #expect(record?.state == name && record?.secondsWaited == waited, "at \(second)")
    }
  }

  @Test func recordsNoWaitFromOneReceiverToTheNext() {
    var changes = StateChanges(since: .zero)
    _ = changes.record(of: Self.status(.fix), at: .seconds(1))
    let record = changes.record(of: Self.status(.fix, port: "/dev/ttyS1"), at: .seconds(2))
    #expect(record?.device == "/dev/ttyS1" && record?.secondsWaited == nil)
  }

  @Test(
    arguments: [
      ("nothing", nil, "no receiver found"), ("on the way", .opening, "opening /dev/ttyS0"),
      ("a rate", .detectingRate(.b4800), "listening to /dev/ttyS0 at 4800 baud"),
      ("cold", .waitingForFix(satellitesInView: nil, since: .zero), "/dev/ttyS0 has no fix yet"),
      (
        "one", .waitingForFix(satellitesInView: 1, since: .zero),
        "/dev/ttyS0 has no fix yet, 1 satellite in view"
      ),
      (
        "silent at once", .lost(satellitesInView: nil, since: .zero), "/dev/ttyS0 has lost its fix"
      ),
      (
        "in a tunnel", .lost(satellitesInView: 0, since: .zero),
        "/dev/ttyS0 has lost its fix, 0 satellites in view"
      ),
      ("pulled out", .unplugged, "waiting for /dev/ttyS0"), ("a fix", .fix, nil),
    ] as [(why: String, state: ReceiverState?, words: String?)])
  func namesWhatIsAwaited(why: String, state: ReceiverState?, words: String?) {
    #expect(WaitingLine.words(Self.status(state).current) == words)
  }
}
