// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import SerialLine

@testable import GNSSReceiver
@testable import LocationService

/// A service without a socket: its clients, its receiver and its clock are controlled by tests.
struct ServiceStory {
  static let port = "/dev/ttyUSB0"
  /// The user that the service runs as, a user that may read the port, and one that may not.
  static let (owner, friend, stranger): (UInt32, UInt32, UInt32) = (990, 1000, 1234)
  static let dialout: UInt32 = 20

  private(set) var state: ServiceState
  private(set) var now: Duration = .seconds(100)
  private var lastClient: UInt64 = 0
  private var lastSecond: Int64 = 0
  /// What has been written to each client, and not yet been read by a test.
  private var received: [ClientID: [UInt8]] = [:]
  private(set) var closed: Set<ClientID> = []
  /// The lines for the log.
  private(set) var complaints: [String] = []
  /// Clients that read nothing, so that what is written to them is not drained.
  var stalled: Set<ClientID> = []

  init(
    _ gate: ReceiverGate = .node(port), standbys: [ReceiverGate] = [],
    options: ServiceOptions = ServiceOptions(), policy: AccessRules.Policy = AccessRules.Policy()
  ) {
    state = ServiceState(
      options: options, gate: gate, standbys: standbys, rules: Self.rules(policy))
  }

  /// The port of a second receiver, which of these users only the stranger may read.
  static let otherPort = "/dev/ttyUSB1"

  static func rules(_ policy: AccessRules.Policy = AccessRules.Policy()) -> AccessRules {
    let node = NodeAccess(owner: 0, group: dialout, mode: 0o660)
    let other = NodeAccess(owner: stranger, group: 0, mode: 0o600)
    return AccessRules(policy: policy, nodes: [port: node, otherPort: other], ownUser: owner)
  }

  var moment: Moment {
    Moment(
      monotonic: now,
      nanosecondsSince1970: 1_750_000_000_000_000_000 + now.nanoseconds)
  }

  // MARK: Clients

  /// Connects a client that is identified at once.
  mutating func connect(_ clientProtocol: ClientProtocol, as user: UInt32 = friend) -> ClientID {
    lastClient += 1
    let id = ClientID(lastClient)
    change {
      $0.connected(
        id, clientProtocol, user: clientProtocol == .location ? user : nil, at: $1, into: &$2)
    }
    identify(id, as: user)
    return id
  }

  mutating func identify(_ id: ClientID, as user: UInt32) {
    let groups: Set<UInt32> = user == Self.friend ? [Self.dialout] : []
    let peer = PeerCredentials(user: user, groups: groups, process: 77, name: "cgps")
    change { $0.identified(id, as: peer, at: $1, into: &$2) }
  }

  /// Connects a client that is not identified yet.
  mutating func connectUnknown(_ id: ClientID, _ clientProtocol: ClientProtocol) {
    change { $0.connected(id, clientProtocol, user: nil, at: $1, into: &$2) }
  }

  /// Restores a client that was connected before the service was restarted.
  mutating func restore(
    _ id: ClientID, _ clientProtocol: ClientProtocol, _ subscription: RestoredSubscription?
  ) {
    change {
      $0.connected(id, clientProtocol, user: nil, restoring: subscription, at: $1, into: &$2)
      $0.identified(id, as: PeerCredentials(user: 0), at: $1, into: &$2)
    }
  }

  /// Connects a client of gpsd's protocol that watches; what it has been sent so far is dropped.
  mutating func watch(as user: UInt32 = friend) -> ClientID {
    let id = connect(.gpsd, as: user)
    send("?WATCH={\"enable\":true,\"json\":true};\n", from: id)
    _ = lines(of: id)
    return id
  }

  mutating func send(_ text: String, from id: ClientID) { send(Array(text.utf8), from: id) }

  mutating func send(_ bytes: [UInt8], from id: ClientID) {
    change { $0.received(bytes, from: id, at: $1, into: &$2) }
  }

  /// Ends a client's half of the connection, or all of it: over TCP, both look the same.
  mutating func endInput(of id: ClientID) {
    change { $0.inputEnded(id, at: $1, into: &$2) }
  }

  mutating func disconnect(_ id: ClientID) {
    change { $0.disconnected(id, at: $1, into: &$2) }
  }

  /// Lets a stalled client read everything again.
  mutating func resume(_ id: ClientID) {
    stalled.remove(id)
    change { $0.drained(id, at: $1, into: &$2) }
  }

  /// Returns what a client has been sent since the last call.
  mutating func text(of id: ClientID) -> String {
    String(decoding: received.removeValue(forKey: id) ?? [], as: UTF8.self)
  }

  mutating func lines(of id: ClientID) -> [String] {
    text(of: id).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// Returns the classes of the lines that a client has been sent since the last call.
  mutating func classes(of id: ClientID) -> [String] {
    lines(of: id).map { String($0.split(separator: "\"")[3]) }
  }

  // MARK: The receiver

  mutating func receive(_ contents: ReceiverEvent.Content...) {
    pass(contents.map { ReceiverEvent($0, of: Self.port, at: now) })
  }

  /// Changes the receiver's state.
  mutating func become(_ receiver: ReceiverState?, at path: String = port) {
    var status = ReceiverStatus()
    status.current = receiver.map {
      SourceStatus(
        source: Source(identity: path, kind: SerialSource(path)), state: $0,
        rate: BaudRate(rawValue: 9600))
    }
    receive(.status(status))
  }

  /// Lets one of two receivers serve, which both have a fix.
  mutating func serve(by path: String) {
    var status = ReceiverStatus()
    status.sources = [Self.port, Self.otherPort].map {
      SourceStatus(
        source: Source(identity: $0, kind: SerialSource($0)), state: .fix,
        rate: BaudRate(rawValue: 9600))
    }
    status.current = status.sources.first { $0.source.name == path }
    receive(.status(status))
  }

  /// Reports a fix of one of two receivers.
  mutating func report(_ fix: Fix, of path: String, isOfStandby: Bool) {
    var event = ReceiverEvent(.report(.fix(fix)), of: path, at: now)
    event.isOfStandby = isOfStandby
    pass([event])
  }

  mutating func pass(_ events: [ReceiverEvent]) {
    change { $0.received(events, at: $1, into: &$2) }
  }

  /// Reports the fix of the next second.
  mutating func fix() { receive(.report(.fix(nextFix()))) }

  mutating func nextFix() -> Fix {
    lastSecond += 1
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: (1_750_000_000 + lastSecond) * 1_000_000_000),
      latitude: 47.285, longitude: 8.565)
    fix.altitude = 500
    fix.horizontalAccuracy = 2
    fix.horizontalAccuracySource = .dilutionOfPrecision
    fix.quality = .autonomous
    return fix
  }

  static let sky = SatellitesInView(
    [
      SatelliteInView(SatelliteID(system: .gps, number: 5))
    ], used: SatelliteSet())

  /// The same satellite, while it is used for a fix.
  static let usedSky: SatellitesInView = {
    var sky = Self.sky
    sky.used.insert(SatelliteID(system: .gps, number: 5))
    return sky
  }()

  mutating func change(_ policy: AccessRules.Policy) {
    change { $0.rightsChanged(Self.rules(policy), at: $1, into: &$2) }
  }

  // MARK: Time

  /// Lets time pass, and handles each deadline when it is due.
  mutating func wait(_ duration: Duration) {
    let end = now + duration
    while let deadline = state.deadline, deadline <= end {
      now = max(now, deadline)
      change { $0.elapse(to: $1, into: &$2) }
    }
    now = end
  }

  private mutating func change(
    _ body: (inout ServiceState, Moment, inout ServiceState.Effects) -> Void
  ) {
    var effects = ServiceState.Effects()
    let moment = moment
    body(&state, moment, &effects)
    while !effects.isEmpty {
      var next = ServiceState.Effects()
      closed.formUnion(effects.closes)
      complaints += effects.complaints
      for write in effects.writes {
        received[write.client, default: []] += write.bytes
        if !stalled.contains(write.client) {
          state.drained(write.client, at: moment, into: &next)
        }
      }
      effects = next
    }
  }
}
