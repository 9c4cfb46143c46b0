// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
package import GNSSReceiver
import GpsdProtocol
import LocationAuthorization

/// All decisions of the service.
///
/// A value: its inputs are connections, requests, the receiver's events, rights, and the time. Its outputs are
/// ``drainEffects()``, which are bytes for clients and clients to close, and ``receiverNeed``.
package struct ServiceState {
  let options: ServiceOptions
  private(set) var clients: [ConnectedClient] = []
  private var feeds: [Feed]
  private var effects = ServiceEffects()
  private var rules: AccessRules
  private var gate: ReceiverGate
  private var hasFix = false
  private var sentences = SentenceCollector()
  /// When to tell clients again that there is no fix.
  private var nextSecond: Duration?
  /// When to close the receiver, because no client needs it any more.
  private var closing: Duration?
  package private(set) var receiverNeed: ReceiverNeed

  package init(options: ServiceOptions, gate: ReceiverGate, rules: AccessRules) {
    self.options = options
    self.gate = gate
    feeds = Exposure.allCases.map { Feed($0, device: gate.name) }
    self.rules = rules
    receiverNeed = options.keepsOpen ? .events : .nothing
  }

  /// The device node whose permissions decide who may see what; `nil` if none does.
  package var gateNode: String? { if case .node(let path) = gate { path } else { nil } }

  /// The number of connected clients.
  package var clientCount: Int { clients.count }

  /// The service's state, in a few words that reveal nothing about the location.
  package var summary: String {
    if let fault = rules.policy.fault { return "nobody is allowed the location: \(fault)" }
    let receiver = receiverNeed == .nothing ? "receiver closed" : hasFix ? "fix" : "no fix"
    return "\(clients.count) \(clients.count == 1 ? "client" : "clients"), \(receiver)"
  }

  /// Whether there are effects to perform.
  package var hasEffects: Bool { !effects.isEmpty }

  /// Removes the effects to perform, and returns them.
  package mutating func drainEffects() -> ServiceEffects {
    defer { effects = ServiceEffects() }
    return effects
  }

  // MARK: Clients

  /// Adds a client that has connected; its identity may be known later.
  ///
  /// - Parameter wish: what the client had requested before the service was restarted; `nil` for a new client.
  package mutating func connected(
    _ id: ClientID, _ face: ServiceFace, restoring wish: RestoredWish? = nil, at now: Moment
  ) {
    var client = ConnectedClient(id, face, at: now)
    if let wish {
      client.dialogue.restore(wish)
    } else {
      client.answer(
        client.dialogue.greeting(version: options.version, device: gate.name), at: now)
    }
    if clients.count >= options.mostClients {
      client.close(because: "too many clients: \(options.mostClients) are connected", at: now)
    }
    clients.append(client)
    settle(at: now)
  }

  /// Takes the identity of a client.
  ///
  /// - Parameter peer: the client's credentials; `nil` if the kernel does not provide them.
  package mutating func identified(_ id: ClientID, as peer: PeerCredentials?, at now: Moment) {
    guard let index = index(of: id) else { return }
    clients[index].peer = peer
    clients[index].isIdentified = true
    decide(index, at: now)
    if clients[index].standing.isRefused, refusedCount > options.mostRefused {
      clients[index].close(
        because: "too many clients that are not allowed are connected", at: now)
    }
    settle(at: now)
  }

  private var refusedCount: Int { clients.count { $0.standing.isRefused } }

  /// Takes bytes that a client has sent.
  package mutating func received(_ bytes: [UInt8], from id: ClientID, at now: Moment) {
    guard let index = index(of: id), !clients[index].isClosing else { return }
    clients[index].lastRequest = now.monotonic
    let view = view(of: clients[index], clients[index].standing, at: now)
    clients[index].answer(clients[index].dialogue.received(bytes, view), at: now)
    settle(at: now)
  }

  /// Records the end of a client's input; it may still receive reports.
  package mutating func inputEnded(_ id: ClientID, at now: Moment) {
    guard let index = index(of: id) else { return }
    clients[index].hasInputEnded = true
    settle(at: now)
  }

  /// Records that the kernel has taken what was written to a client.
  package mutating func drained(_ id: ClientID, at now: Moment) {
    guard let index = index(of: id) else { return }
    clients[index].output.drained()
    // Nothing else follows from it, and it happens for every client at every epoch.
    if flush(index, at: now) { settle(at: now) }
  }

  package mutating func disconnected(_ id: ClientID, at now: Moment) {
    guard let index = index(of: id) else { return }
    clients.remove(at: index)
    settle(at: now)
  }

  /// Returns what has to be stored to serve a client as before after a restart; `nil` for one that has gone.
  package func wish(of id: ClientID) -> RestoredWish? {
    index(of: id).map { clients[$0].dialogue.wish }
  }

  private func index(of id: ClientID) -> Int? { clients.firstIndex { $0.id == id } }

  private func view(
    of client: ConnectedClient, _ standing: Standing, at now: Moment
  ) -> ClientView {
    ClientView(
      feed: feeds[standing.exposure.rawValue], standing: standing, version: options.version,
      listing: { [clients] in clients.compactMap(\.listing) }, now: now)
  }

  // MARK: Rights

  /// Takes rules that may have changed with the administrator's policy or the access to a device node.
  package mutating func rightsChanged(_ rules: AccessRules, at now: Moment) {
    guard rules != self.rules else { return }
    self.rules = rules
    for index in clients.indices { decide(index, at: now) }
    settle(at: now)
  }

  private mutating func decide(_ index: Int, at now: Moment) {
    guard clients[index].isIdentified else { return }
    let standing = rules.standing(of: clients[index].peer, at: gate)
    clients[index].stand(view(of: clients[index], standing, at: now))
  }

  // MARK: The receiver

  /// Takes events that the receiver has reported.
  package mutating func received(_ events: [ReceiverEvent], at now: Moment) {
    guard receiverNeed != .nothing else { return }
    for event in events {
      switch event.content {
      case .status(let status):
        receiverChanged(to: status.current, at: now)
        report(event, at: now)
      case .report(.fix):
        hasFix = true
        report(event, at: now)
      case .report(.fixLost):
        hasFix = false
        report(event, at: now)
        nextSecond = now.monotonic + .seconds(1)
      case .report: report(event, at: now)
      case .bytes(var bytes):
        bytes.bytes = sentences.received(bytes.bytes)
        guard !bytes.bytes.isEmpty else { continue }
        report(ReceiverEvent(.bytes(bytes), of: event.receiver, at: event.arrival), at: now)
      case .lastFix: break
      }
    }
    settle(at: now)
  }

  private mutating func receiverChanged(to status: CandidateStatus?, at now: Moment) {
    let gate: ReceiverGate =
      switch status?.candidate {
      case nil: .unknown
      case let candidate? where candidate.place.traits.contains(.hasRate): .node(candidate.name)
      case let candidate?: .own(name: candidate.name)
      }
    if gate != self.gate {
      self.gate = gate
      for index in clients.indices { decide(index, at: now) }
    }
    if status?.state.isTalking != true { hasFix = false }
  }

  /// Reports an event to the clients that may see it and have requested it.
  private mutating func report(_ event: ReceiverEvent, at now: Moment) {
    var heard = [Set<ServiceFace>](repeating: [], count: feeds.count)
    for client in clients {
      heard[client.standing.exposure.rawValue].formUnion(client.dialogue.faces)
    }
    let translated = feeds.indices.map { feeds[$0].translate(event, to: heard[$0], at: now) }
    send(translated, event.isRepeated ? .epoch : .answer, at: now)
  }

  /// Sends an event, as translated for each exposure, to the clients that have requested it.
  private mutating func send(
    _ translated: [[ServiceFace: TranslatedEvent]], _ kind: ClientOutput.Kind, at now: Moment
  ) {
    let gpsd: GpsdTranslator? = feeds[Exposure.full.rawValue].translator(.gpsd)
    let device = gpsd?.device?.path ?? ""
    for index in clients.indices where !clients[index].isClosing {
      let event = translated[clients[index].standing.exposure.rawValue]
      guard !event.isEmpty else { continue }
      clients[index].output.append(
        clients[index].dialogue.bytes(of: event, device: device), kind, at: now.monotonic)
    }
  }

  // MARK: Time

  /// When ``elapse(to:)`` has something to do; `nil` for never.
  package var deadline: Duration? {
    let idle = clients.lazy.compactMap { $0.idleDeadline(options.idleTime) }.min()
    return [nextSecond, closing, idle].compactMap(\.self).min()
  }

  /// Advances to a time.
  package mutating func elapse(to now: Moment) {
    if let nextSecond, now.monotonic >= nextSecond {
      self.nextSecond = nil
      let translated = feeds.indices.map { index -> [ServiceFace: TranslatedEvent] in
        if hasFix, feeds[index].exposure != .nothing { return [:] }
        return feeds[index].secondWithoutFix(at: now)
      }
      send(translated, .epoch, at: now)
    }
    if let closing, now.monotonic >= closing { closeReceiver() }
    for index in clients.indices {
      guard let deadline = clients[index].idleDeadline(options.idleTime) else { continue }
      if now.monotonic >= deadline { clients[index].isClosing = true }
    }
    settle(at: now)
  }

  private mutating func closeReceiver() {
    closing = nil
    receiverNeed = .nothing
    hasFix = false
    sentences = SentenceCollector()
    for index in feeds.indices { feeds[index].receiverClosed() }
  }

  // MARK: Effects

  /// Writes what waits, removes clients to be closed, and determines what the receiver is needed for.
  private mutating func settle(at now: Moment) {
    var gone: [ClientID] = []
    for index in clients.indices where flush(index, at: now) { gone.append(clients[index].id) }
    if !gone.isEmpty {
      clients.removeAll { gone.contains($0.id) }
      effects.closes += gone
    }
    needReceiver(at: now)
    let isAwaited = clients.contains {
      $0.dialogue.wantsSeconds && (!hasFix || $0.standing.exposure == .nothing)
    }
    nextSecond = isAwaited ? nextSecond ?? now.monotonic + .seconds(1) : nil
  }

  /// Starts writing what waits for a client; returns whether to close the client.
  private mutating func flush(_ index: Int, at now: Moment) -> Bool {
    if clients[index].output.isOverrun { return true }
    guard let bytes = clients[index].output.begin(at: now.monotonic) else {
      return clients[index].isFinished
    }
    effects.writes.append((clients[index].id, bytes))
    return false
  }

  private mutating func needReceiver(at now: Moment) {
    let listeners = clients.filter { $0.dialogue.isWatching && mayNeedReceiver($0) }
    if listeners.isEmpty, !options.keepsOpen {
      if receiverNeed != .nothing, closing == nil { closing = now.monotonic + options.closingDelay }
      return
    }
    closing = nil
    receiverNeed = listeners.contains(where: \.dialogue.wantsSentences) ? .eventsAndBytes : .events
  }

  /// Whether the receiver is opened for a client: it is allowed, or only an open receiver can show whether it is.
  private func mayNeedReceiver(_ client: ConnectedClient) -> Bool {
    switch client.standing {
    case .allowed: true
    case .pending: client.isIdentified && gate == .unknown
    case .refused: false
    }
  }
}

extension ReceiverEvent {
  /// Whether it is reported every epoch, rather than once.
  fileprivate var isRepeated: Bool {
    switch content {
    case .status, .report(.fixLost): false
    default: true
    }
  }
}
