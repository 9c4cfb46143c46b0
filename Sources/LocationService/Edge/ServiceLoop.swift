// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import NIOCore
import NIOPosix

/// Connects ``ServiceState`` with the outside: one event loop, on which everything here is called.
final class ServiceLoop {
  private var state: ServiceState
  private let eventLoop: any EventLoop
  private let receiver: ReceiverControl
  private let inquiries: ClientInquiries
  private let kept: StoredConnections
  private let health: ServiceHealth?
  private let complain: (String) -> Void
  private var channels: [ClientID: (channel: any Channel, clientProtocol: ClientProtocol)] = [:]
  private var outlets: [ClientID: DatagramOutlet] = [:]
  private var lastNumber: UInt64 = 0
  private var timer: (due: Duration, task: Scheduled<Void>)?
  private var need = ReceiverNeed.nothing
  /// The observation whose events count, since one that replaces another overlaps with it.
  private var generation = 0
  /// The bytes last written, which are usually written to all clients.
  private var shared: (bytes: [UInt8], buffer: ByteBuffer) = ([], ByteBuffer())

  private var hasStopped = false
  private var lastStatus = ""

  init(
    _ configuration: ServiceConfiguration, on eventLoop: any EventLoop,
    _ receiver: ReceiverControl, _ rights: RightsThread, complain: @escaping (String) -> Void
  ) {
    state = ServiceState(
      options: configuration.options, gate: configuration.gate,
      standbys: configuration.standbys, rules: AccessRules(ownUser: geteuid()))
    self.eventLoop = eventLoop
    self.receiver = receiver
    inquiries = ClientInquiries(on: eventLoop, rights)
    kept = StoredConnections(configuration.notifier)
    health = configuration.health
    self.complain = complain
    inquiries.loop = self
  }

  /// Starts serving; a receiver may be needed even without clients.
  ///
  /// - Parameter watchdog: how often to tell systemd that this loop is alive.
  func start(watchdog: Duration?) {
    repeatedly(ClientInquiries.rightsInterval) { loop in
      if loop.state.clientCount > 0 { loop.inquiries.readRights() }
      loop.receiver.retry()
    }
    // Not sooner, or clients that change their requests again and again would flood systemd.
    if kept.notifier.isListening {
      repeatedly(.seconds(1)) { loop in
        loop.reportStatus()
        loop.keepConnections()
      }
    }
    if let watchdog {
      repeatedly(TimeAmount(watchdog)) { _ = $0.kept.notifier.offer("WATCHDOG=1") }
    }
    inquiries.readRights()
    apply(ServiceState.Effects())
  }

  private func repeatedly(_ interval: TimeAmount, _ body: @escaping (ServiceLoop) -> Void) {
    eventLoop.assumeIsolated().scheduleTask(in: interval) { [weak self] in
      guard let self, !hasStopped else { return }
      body(self)
      repeatedly(interval, body)
    }
  }

  private func reportStatus() {
    let status = state.summary
    // Offered, so that clients do not wait until systemd reads it.
    if status != lastStatus, kept.notifier.offer("STATUS=\(status)") { lastStatus = status }
  }

  /// Lets systemd keep the connections of clients that are allowed the location.
  private func keepConnections() {
    for (id, (channel, clientProtocol)) in channels {
      guard let subscription = state.subscription(of: id) else {
        kept.remove(id)
        continue
      }
      channel.withSocket { kept.keep(id, clientProtocol, $0, subscription) }
    }
  }

  func add(
    _ channel: any Channel, _ clientProtocol: ClientProtocol, restoring name: StoredName? = nil
  ) throws {
    lastNumber = max(lastNumber + 1, (name?.number ?? 0) + 1)
    let handler = ClientHandler(
      ClientID(lastNumber), clientProtocol, restoring: name?.subscription, self)
    try channel.pipeline.syncOperations.addHandler(handler)
  }

  /// Sends what a client of a protocol would be sent to an address, for everybody there.
  func broadcast(_ clientProtocol: ClientProtocol, _ outlet: DatagramOutlet) {
    lastNumber += 1
    let id = ClientID(lastNumber)
    outlets[id] = outlet
    var effects = ServiceState.Effects()
    state.connected(id, clientProtocol, user: nil, isEverybody: true, at: .now, into: &effects)
    perform(effects)
    // It may be sent something once the policy has been read.
    inquiries.identify(id, .unknown)
  }

  // MARK: Events

  func connected(
    _ id: ClientID, _ clientProtocol: ClientProtocol, restoring subscription: RestoredSubscription?,
    _ channel: any Channel
  ) {
    channels[id] = (channel, clientProtocol)
    let peer = channel.withSocket { ConnectionPeer($0) } ?? .unknown
    change {
      $0.connected(
        id, clientProtocol, user: peer.user, restoring: subscription, at: .now, into: &$1)
    }
    guard channels[id] != nil else { return peer.discard() }
    inquiries.identify(id, peer)
  }

  func identified(_ id: ClientID, as peer: PeerCredentials?) {
    change { $0.identified(id, as: peer, at: .now, into: &$1) }
  }

  func received(_ bytes: [UInt8], from id: ClientID) {
    change { $0.received(bytes, from: id, at: .now, into: &$1) }
  }

  func inputEnded(_ id: ClientID) { change { $0.inputEnded(id, at: .now, into: &$1) } }

  func disconnected(_ id: ClientID) {
    guard channels.removeValue(forKey: id) != nil else { return }
    forget(id)
    change { $0.disconnected(id, at: .now, into: &$1) }
  }

  private func forget(_ id: ClientID) {
    kept.remove(id)
    inquiries.forget(id)
  }

  func received(_ events: [ReceiverEvent], generation: Int) {
    guard generation >= self.generation else { return }
    self.generation = generation
    change {
      $0.received(events, at: .now, into: &$1)
      health?.received(events)
    }
  }

  func rightsChanged(_ rules: AccessRules) {
    change { $0.rightsChanged(rules, at: .now, into: &$1) }
  }

  /// Closes every connection; those that systemd keeps for the next process stay open there.
  func stop() {
    timer?.task.cancel()
    timer = nil
    hasStopped = true
    if kept.notifier.isListening { keepConnections() }
    for (channel, _) in exchange(&channels, with: [:]).values { channel.close(promise: nil) }
  }

  // MARK: Effects

  private func change(_ body: (inout ServiceState, inout ServiceState.Effects) -> Void) {
    var effects = ServiceState.Effects()
    body(&state, &effects)
    apply(effects)
  }

  private func perform(_ effects: ServiceState.Effects) {
    for line in effects.complaints { complain(line) }
    for write in effects.writes { self.write(write.bytes, to: write.client) }
    for id in effects.closes {
      forget(id)
      channels.removeValue(forKey: id)?.channel.close(promise: nil)
    }
  }

  private func apply(_ effects: ServiceState.Effects) {
    health?.clientsChanged(to: state.clientCount) { state.clientsByProtocol }
    perform(effects)
    if state.receiverNeed != need {
      need = state.receiverNeed
      receiver.need(need)
      if need == .nothing { health?.receiverClosed() }
    }
    inquiries.examine(state.gateNodes)
    for (id, outlet) in outlets {
      if case .refused(let reason)? = state.access(of: id) { outlet.report(reason) }
    }
    setTimer()
  }

  private func write(_ bytes: [UInt8], to id: ClientID) {
    if let outlet = outlets[id] {
      outlet.send(bytes)
      return drained(id)
    }
    guard let channel = channels[id]?.channel else { return }
    // Arrays that share their memory compare as equal at once.
    if shared.bytes != bytes { shared = (bytes, ByteBuffer(bytes: bytes)) }
    let promise = eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenComplete { [weak self] result in
      switch result {
      case .success: self?.drained(id)
      case .failure: channel.close(promise: nil)
      }
    }
    channel.writeAndFlush(shared.buffer, promise: promise)
  }

  private func drained(_ id: ClientID) {
    var effects = ServiceState.Effects()
    state.drained(id, at: .now, into: &effects)
    if !effects.isEmpty { apply(effects) }
  }

  private func setTimer() {
    let due = state.deadline
    if due == timer?.due { return }
    timer?.task.cancel()
    timer = due.map { due in
      let now = Moment.now.monotonic
      let task = eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(max(due - now, .zero))) {
        [weak self] in
        guard let self else { return }
        timer = nil
        change { $0.elapse(to: .now, into: &$1) }
      }
      return (due, task)
    }
  }
}
