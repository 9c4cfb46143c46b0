// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationProtocols
import NMEA0183
import TestSupport

@testable import LocationService

/// A receiver in a random history, which reports what no other one does.
struct RandomReceiver {
  enum Mode: CaseIterable { case fix, otherFix, void, silent, unplugged }

  let candidate: Source
  /// What only it reports, in every form in which it may be sent.
  let secrets: [String]
  /// Returns what it sends in a second, with a position or without.
  let sends: (_ second: Int, _ hasFix: Bool) -> String
  var mode = Mode.void

  /// A receiver on a port.
  ///
  /// - Parameters:
  ///   - place: latitude, longitude, altitude, as in GGA.
  ///   - date: as in RMC; the date of the other one if their clocks agree.
  static func port(
    _ path: String, place: (String, String, String), elevation: Int, satellites: Int, date: String,
    _ secrets: [String]
  ) -> RandomReceiver {
    RandomReceiver(
      candidate: Source(
        identity: "usb:\(path)", kind: SerialSource(path), likelihood: .certain),
      secrets: secrets + ["\"el\":\(elevation)", "\"elevation\":\(elevation)"]
        + ["\"satellitesInView\":\(satellites)"]
    ) { second, hasFix in
      let time =
        "15\(7 + second / 60 < 10 ? "0" : "")\(7 + second / 60)\(second % 60 < 10 ? "0" : "")\(second % 60).00"
      let (latitude, longitude, altitude) = place
      let bodies =
        hasFix
        ? [
          "GPRMC,\(time),A,\(latitude),\(longitude),0.1,,\(date),,,A",
          "GPGGA,\(time),\(latitude),\(longitude),1,05,1.3,\(altitude),M,45.0,M,,",
          "GPGSV,1,1,\(satellites),05,\(elevation),111,40", "GPHDT,77.0,T",
        ]
        : [
          "GPRMC,\(time),V,,,,,,,\(date),,,N", "GPGGA,\(time),,,,,0,00,,,M,,M,,",
          "GPGSV,1,1,\(satellites),05,\(elevation),111,40",
        ]
      return bodies.map { SentenceEncoder.sentence(body: $0) }.joined()
    }
  }

  /// A receiver of a gpsd, which calls it like a port of this machine.
  static func gpsd(calling path: String) throws -> RandomReceiver? {
    let introduction = ClientIntroduction(name: "test")
    guard let place = try GpsdSource(named: "gpsd://boat", introduction: introduction) else {
      return nil
    }
    return RandomReceiver(
      candidate: Source(identity: "gpsd", kind: place, likelihood: .certain),
      secrets: ["55.5", "5533", "66.6", "6639"]
    ) { second, hasFix in
      let version = #"{"class":"VERSION","release":"3.25","proto_major":3,"proto_minor":15}"#
      let tpv =
        #"{"class":"TPV","device":"\#(path)","mode":\#(hasFix ? 3 : 1)"#
        + (hasFix
          ? #","time":"2025-05-16T15:0\#(7 + second / 60):\#(10 + second % 50).000Z","lat":55.5555,"lon":66.6666"#
          : "")
      return (second % 20 == 0 ? version + "\n" : "") + tpv + "}\n"
    }
  }
}

/// A client in a random history.
struct RandomClient {
  let id: ClientID
  let user: UInt32
  let clientProtocol: ClientProtocol
}

/// A service with receivers of two owners, and clients of each of them, to which anything may happen.
struct TwoOwners {
  private(set) var story = ServiceStory(.unknown)
  private var random: SeededGenerator
  private(set) var receivers: [RandomReceiver]
  private var supervision: Supervisor?
  private var effects = Supervisor.Effects()
  private var open: Set<String> = []
  private var clients: [RandomClient] = []
  private let isNamed: Bool
  /// How often another receiver has taken over.
  private(set) var switches = 0
  private var last: Source?
  /// What was reported of the receiver in use although another one had been named.
  private(set) var misplaced: [ReceiverEvent] = []

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let isSameClock = random.oneIn(2)
    var receivers: [RandomReceiver] = [
      .port(
        ServiceStory.port, place: ("4107.4321,N", "00812.3456,E", "1111.7"), elevation: 31,
        satellites: 7, date: "160525",
        ["41.123", "4107.4", "8.2057", "0812.34", "1111.7"]
          + (isSameClock ? [] : ["2025-05-16", "160525"])),
      .port(
        ServiceStory.otherPort, place: ("3359.8765,S", "01825.6543,E", "2222.7"), elevation: 62,
        satellites: 13, date: isSameClock ? "160525" : "170325",
        ["33.997", "3359.8", "18.4275", "1825.65", "2222.7"]
          + (isSameClock ? [] : ["2025-03-17", "170325"])),
    ]
    if random.oneIn(3), let gpsd = try RandomReceiver.gpsd(calling: ServiceStory.otherPort) {
      receivers.append(gpsd)
    }
    receivers.shuffle(using: &random)
    isNamed = receivers.count > 2 || random.oneIn(2)
    for index in receivers.indices { receivers[index].mode = Self.mode(&random) }
    (self.receivers, self.random) = (receivers, random)
  }

  private static func mode(_ random: inout SeededGenerator) -> RandomReceiver.Mode {
    RandomReceiver.Mode.allCases.randomElement(using: &random) ?? .fix
  }

  /// Lets a second pass; returns what every client has been sent in it.
  mutating func second(_ second: Int) -> [(client: RandomClient, text: String)] {
    story.wait(.seconds(1))
    for _ in 0..<Int.random(in: 0..<3, using: &random) { clientsAct() }
    followNeed()
    for index in receivers.indices where random.oneIn(6) { change(index, to: Self.mode(&random)) }
    advance()
    for receiver in receivers.shuffled(using: &random)
    where open.contains(receiver.candidate.identity) {
      let isFix = [.fix, .otherFix].contains(receiver.mode)
      guard isFix || receiver.mode == .void else { continue }
      let bytes = Array(receiver.sends(second, isFix).utf8)
      let time: Int64? = story.state.receiverNeed == .eventsAndBytes ? 0 : nil
      // In two parts, between which another one may report.
      let middle = Int.random(in: 0...bytes.count, using: &random)
      for part in [bytes[..<middle], bytes[middle...]] {
        supervision?.received(
          receiver.candidate.identity, Array(part).span.bytes, time: time, at: story.now,
          into: &effects)
        follow()
      }
    }
    return clients.map { ($0, story.text(of: $0.id)) }
  }

  // MARK: Clients

  private mutating func clientsAct() {
    guard !clients.isEmpty, !random.oneIn(3), let client = clients.randomElement(using: &random)
    else { return connect() }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      story.disconnect(client.id)
      clients.removeAll { $0.id == client.id }
    case 1: story.stalled.insert(client.id)
    case 2: if story.stalled.contains(client.id) { story.resume(client.id) }
    default:
      story.send(
        client.clientProtocol == .location ? "{\"class\":\"clients\"}\n" : "?POLL;\n?DEVICES;\n",
        from: client.id)
    }
  }

  private mutating func connect() {
    let users = [ServiceStory.friend, ServiceStory.stranger, ServiceStory.owner]
    guard clients.count < 12, let user = users.randomElement(using: &random),
      let clientProtocol = ClientProtocol.allCases.randomElement(using: &random)
    else { return }
    let id = story.connect(clientProtocol, as: user)
    clients.append(RandomClient(id: id, user: user, clientProtocol: clientProtocol))
    switch clientProtocol {
    case .gpsd:
      let subscription = random.oneIn(2) ? "\"json\":true" : "\"nmea\":true"
      story.send("?WATCH={\"enable\":true,\(subscription)};\n", from: id)
    case .location:
      story.send(
        "{\"class\":\"client\",\"watch\":true,\"satellites\":true,\"headings\":true}\n", from: id)
    default: break
    }
  }

  // MARK: Receivers

  /// Opens the receivers when they are needed, and closes them when they are not.
  private mutating func followNeed() {
    guard (supervision != nil) != (story.state.receiverNeed != .nothing) else { return }
    open = []
    supervision = nil
    if story.state.receiverNeed == .nothing { return }
    var options = SupervisionOptions()
    options.reportsStandbys = true
    options.referenceDate = CivilDate(year: 2025, month: 1, day: 1)
    var new = Supervisor(isNamed: isNamed, options: options)
    for (preference, receiver) in receivers.enumerated() where receiver.mode != .unplugged {
      var candidate = receiver.candidate
      candidate.preference = isNamed ? preference : 0
      new.appeared(candidate, at: story.now, into: &effects)
    }
    supervision = new
    follow()
  }

  private mutating func change(_ index: Int, to mode: RandomReceiver.Mode) {
    let (before, candidate) = (receivers[index].mode, receivers[index].candidate)
    receivers[index].mode = mode
    if mode == .unplugged, before != .unplugged {
      supervision?.vanished(candidate.identity, at: story.now, into: &effects)
    } else if mode != .unplugged, before == .unplugged {
      supervision?.appeared(candidate, at: story.now, into: &effects)
    }
    follow()
  }

  private mutating func advance() {
    while let deadline = supervision?.deadline, deadline <= story.now {
      supervision?.elapse(to: story.now, into: &effects)
      follow()
    }
  }

  /// Opens and closes, and passes on what has been reported.
  private mutating func follow() {
    while true {
      let (actions, events) = (effects.actions, effects.events)
      effects = Supervisor.Effects()
      if !events.isEmpty {
        note(events)
        story.pass(events)
      }
      if actions.isEmpty { return }
      for action in actions {
        switch action {
        case .open(let candidate, _):
          open.insert(candidate.identity)
          supervision?.opened(candidate.identity, hasRate: false, at: story.now, into: &effects)
        case .close(let identity): open.remove(identity)
        case .setRate, .remember: break
        }
      }
    }
  }

  private mutating func note(_ events: [ReceiverEvent]) {
    for event in events where !event.isOfStandby {
      switch event.content {
      case .status(let status):
        let current = status.current?.source
        if let current, let last, current != last { switches += 1 }
        last = current ?? last
      case .report, .timeWithoutFix, .bytes:
        // The program's receiver has a name of its own.
        if last?.identity != "gpsd", event.receiver != last?.name { misplaced.append(event) }
      case .notice, .receivers, .lastFix: break
      }
    }
  }
}
