// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
package import GNSSReceiver
import LocationAuthorization
import LocationJSON
import LocationProtocols

/// All decisions of the service.
///
/// A value: its inputs are connections, requests, the receiver's events, rights, and the time. Its outputs are
/// ``Effects``, and ``receiverNeed``.
package struct ServiceState {
  let options: ServiceOptions
  var clients: [ConnectedClient] = []
  private(set) var feeds: Feeds
  private(set) var rules: AccessRules
  private(set) var gate: ReceiverGate
  /// What decides who may read each of the receivers that have been in use.
  private(set) var served: Set<ReceiverGate> = []
  /// What is known of all receivers, as far as those who may read every port may know it.
  private(set) var receivers = KnownReceivers()
  /// Whether something has changed that is reported at once.
  var areReceiversNews = false
  /// What was last reported of them.
  var reportedReceivers: (summaries: [ReceiverSummary], time: Duration)?
  private var sentences = SentenceCollector()
  /// When to tell clients again that there is no fix.
  private var nextSecond: Duration?
  private var demand: ReceiverDemand
  private var refusals = RefusalLog()
  /// Lines for the log that wait for ``settle(at:into:)``.
  private var complaints: [String] = []

  /// - Parameter standbys: what decides who may read the other receivers that have been named.
  package init(
    options: ServiceOptions, gate: ReceiverGate, standbys: [ReceiverGate] = [], rules: AccessRules
  ) {
    self.options = options
    self.gate = gate
    feeds = Feeds(gate, standbys: standbys)
    self.rules = rules
    demand = ReceiverDemand(options)
  }

  package var receiverNeed: ReceiverNeed { demand.need }

  package var clientCount: Int { clients.count }

  /// The number of connected programs by the name of their protocol.
  package var clientsByProtocol: [String: Int] {
    clients.reduce(into: [:]) { counts, client in
      if !client.isEverybody { counts[client.dialogue.listing.protocolName, default: 0] += 1 }
    }
  }

  /// The service's state, in a few words that reveal nothing about the location.
  package var summary: String {
    if let fault = rules.policy.fault { return "nobody is allowed the location: \(fault)" }
    let fix = feeds[nil, .full].hasFix ? "fix" : "no fix"
    let receiver = receiverNeed == .nothing ? "receiver closed" : fix
    return "\(clients.count) \(clients.count == 1 ? "client" : "clients"), \(receiver)"
  }

  // MARK: Clients

  /// Adds a client that has connected, with what it had requested before a restart; its user may be known later.
  package mutating func connected(
    _ id: ClientID, _ clientProtocol: ClientProtocol, user: UInt32?, isEverybody: Bool = false,
    restoring subscription: RestoredSubscription? = nil, at now: Moment, into effects: inout Effects
  ) {
    guard clients.count < options.slots.mostConnections else { return effects.closes.append(id) }
    var client = ConnectedClient(id, clientProtocol, user: user, isEverybody: isEverybody, at: now)
    if let subscription {
      client.dialogue.restore(subscription)
    } else {
      client.answer(
        client.dialogue.greeting(version: options.version, device: gate.publicName), at: now)
      if let reason = options.slots.refusal(ofNewClientOf: user, among: clients) {
        client.close(because: reason, at: now)
      }
    }
    clients.append(client)
    settle(at: now, into: &effects)
  }

  /// Sets the credentials of a client; `nil` if the kernel does not provide them.
  package mutating func identified(
    _ id: ClientID, as peer: PeerCredentials?, at now: Moment, into effects: inout Effects
  ) {
    guard let index = index(of: id), !clients[index].isClosing else { return }
    clients[index].identify(as: peer)
    decide(index, at: now)
    let reason = options.slots.refusal(
      of: clients[index], among: clients, ownUser: rules.ownUser)
    if let reason {
      clients[index].close(because: reason, at: now)
    } else {
      clients[index].readEarlyRequests(
        view(of: clients[index], clients[index].access, at: now))
    }
    settle(at: now, into: &effects)
  }

  package mutating func received(
    _ bytes: [UInt8], from id: ClientID, at now: Moment, into effects: inout Effects
  ) {
    guard let index = index(of: id), !clients[index].isClosing else { return }
    clients[index].received(bytes, view(of: clients[index], clients[index].access, at: now))
    settle(at: now, into: &effects)
  }

  /// Records the end of a client's input; it may still receive reports.
  package mutating func inputEnded(_ id: ClientID, at now: Moment, into effects: inout Effects) {
    guard let index = index(of: id) else { return }
    clients[index].hasInputEnded = true
    settle(at: now, into: &effects)
  }

  /// Records that the kernel has taken what was written to a client.
  package mutating func drained(_ id: ClientID, at now: Moment, into effects: inout Effects) {
    guard let index = index(of: id) else { return }
    clients[index].output.drained()
    // Nothing else follows from it, and it happens for every client at every epoch.
    if flush(index, at: now, into: &effects) { settle(at: now, into: &effects) }
  }

  package mutating func disconnected(_ id: ClientID, at now: Moment, into effects: inout Effects) {
    clients.removeAll { $0.id == id }
    settle(at: now, into: &effects)
  }

  private func index(of id: ClientID) -> Int? { clients.firstIndex { $0.id == id } }

  // MARK: Rights

  /// Applies rules that may have changed with the administrator's policy or the access to a device node.
  package mutating func rightsChanged(
    _ rules: AccessRules, at now: Moment, into effects: inout Effects
  ) {
    guard rules != self.rules else { return }
    self.rules = rules
    for index in clients.indices { decide(index, at: now) }
    settle(at: now, into: &effects)
  }

  /// - Parameter withStandbys: whether the standbys last reported are those that there are now.
  private mutating func decide(_ index: Int, withStandbys: Bool = true, at now: Moment) {
    guard clients[index].isIdentified else { return }
    let (access, standby) = access(of: clients[index])
    if case .refused(let reason) = access, let peer = clients[index].peer {
      let program = clients[index].title
      if let line = refusals.line(for: peer, program, because: reason, at: now.monotonic) {
        complaints.append(line)
      }
    }
    let isAnew = clients[index].follow(feeds.owner(of: standby), standby: standby)
    let view = view(of: clients[index], access, withStandbys: withStandbys, at: now)
    clients[index].apply(view, anew: isAnew)
    clients[index].see(standbys: seesStandbys(clients[index]))
  }

  // MARK: The receiver

  package mutating func received(
    _ events: [ReceiverEvent], at now: Moment, into effects: inout Effects
  ) {
    guard receiverNeed != .nothing else { return }
    for event in events {
      receivers.received(event.withoutPrivateStandbys)
      if event.isOfReceivers { areReceiversNews = true }
      if case .notice(let notice) = event.content { report(notice, at: now) }
      if event.isOfStandby {
        if let node = event.receiver { report(event, of: node, at: now) }
        continue
      }
      // A client that may read the receiver in use is sent nothing that another one has reported.
      guard event.isStatus || gate.isPassed(by: event) else { continue }
      switch event.content {
      case .status(let status):
        receiverChanged(to: status, at: now)
        report(event, at: now)
      case .report(.fixLost):
        report(event, at: now)
        nextSecond = now.monotonic + .seconds(1)
      case .report, .timeWithoutFix:
        if event.fix != nil { served.insert(gate) }
        report(event, at: now)
      case .bytes(var bytes):
        bytes.bytes = sentences.received(bytes.bytes)
        guard !bytes.bytes.isEmpty else { continue }
        report(ReceiverEvent(.bytes(bytes), of: event.receiver, at: event.arrival), at: now)
      case .receivers, .lastFix, .notice: break
      }
    }
    settle(at: now, into: &effects)
  }

  private mutating func receiverChanged(to status: ReceiverStatus, at now: Moment) {
    let gate = ReceiverGate(status.current?.source)
    let owner = feeds.current
    let isOther = feeds.changed(to: status) || gate != self.gate
    // Half a sentence of one receiver does not end in another one's.
    if gate != self.gate || feeds.current != owner { sentences = SentenceCollector() }
    self.gate = gate
    // Before anything else is sent, so that every client is notified only of the receiver that it follows now.
    if isOther { for index in clients.indices { decide(index, withStandbys: false, at: now) } }
    reportStandbys(of: status, at: now)
  }

  mutating func report(_ event: ReceiverEvent, of standby: String? = nil, at now: Moment) {
    let kind: ClientOutput.Kind =
      switch event.content {
      case .status, .report(.fixLost): .answer
      default: .epoch
      }
    send(
      feeds.translate(event, of: standby, to: clients, at: now), kind, of: standby,
      fixAt: event.fix?.time, at: now)
  }

  /// Sends a translated event of the receiver in use, or of a standby, to the clients that have requested it.
  private mutating func send(
    _ translated: [[ClientProtocol: TranslatedEvent]], _ kind: ClientOutput.Kind,
    of standby: String? = nil, fixAt time: FixTime? = nil, at now: Moment
  ) {
    let gpsd: GpsdTranslator? = feeds[nil, .full].translator(.gpsd)
    let device = standby ?? gpsd?.device?.path ?? ""
    let narrow =
      kind == .answer ? translated.map { $0.mapValues(\.narrowed) } : translated
    for index in clients.indices where clients[index].standby == standby {
      if clients[index].isClosing || clients[index].isKnown(time, of: standby) { continue }
      let known = clients[index].seesStandbys ? translated : narrow
      let event = known[clients[index].access.disclosure.rawValue]
      guard !event.isEmpty else { continue }
      clients[index].output.append(
        clients[index].dialogue.bytes(of: event, device: device), kind, at: now.monotonic)
    }
  }

  // MARK: Time

  /// When ``elapse(to:)`` has something to do; `nil` for never.
  package var deadline: Duration? {
    let idle = clients.lazy.compactMap { $0.idleDeadline(options.idleTime) }.min()
    return [nextSecond, demand.closing, idle].compactMap(\.self).min()
  }

  package mutating func elapse(to now: Moment, into effects: inout Effects) {
    if let nextSecond, now.monotonic >= nextSecond {
      self.nextSecond = nil
      send(feeds.secondWithoutFix(of: nil, at: now), .epoch, at: now)
      for node in feeds.standbys {
        send(feeds.secondWithoutFix(of: node, at: now), .epoch, of: node, at: now)
      }
    }
    if let closing = demand.closing, now.monotonic >= closing {
      demand = ReceiverDemand()
      sentences = SentenceCollector()
      feeds.receiverClosed()
      receivers = KnownReceivers()
    }
    for index in clients.indices {
      guard let deadline = clients[index].idleDeadline(options.idleTime) else { continue }
      if now.monotonic >= deadline { clients[index].close(at: now) }
    }
    settle(at: now, into: &effects)
  }

  // MARK: Effects

  /// Writes what waits, removes clients to be closed, and determines what the receiver is needed for.
  private mutating func settle(at now: Moment, into effects: inout Effects) {
    reportReceivers(at: now)
    effects.complaints += complaints
    complaints = []
    var gone: [ClientID] = []
    for index in clients.indices where flush(index, at: now, into: &effects) {
      gone.append(clients[index].id)
    }
    if !gone.isEmpty {
      clients.removeAll { gone.contains($0.id) }
      effects.closes += gone
    }
    demand.update(clients.filter { $0.needsReceiver(at: gate) }, options, at: now.monotonic)
    let isAwaited = clients.contains {
      feeds[$0.standby, $0.access.disclosure].lacksFix(in: $0.dialogue.protocols)
    }
    nextSecond = isAwaited ? nextSecond ?? now.monotonic + .seconds(1) : nil
  }

  /// Starts writing what waits for a client; returns whether to close the client.
  private mutating func flush(_ index: Int, at now: Moment, into effects: inout Effects) -> Bool {
    guard !clients[index].isFinished,
      let bytes = clients[index].output.begin(at: now.monotonic)
    else { return clients[index].isFinished }
    effects.writes.append((clients[index].id, bytes))
    return false
  }
}
