// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import NIOCore
import NIOPosix

/// Connects ``ServiceState`` with the outside: one event loop, on which everything here is called.
final class ServiceLoop {
  private var state: ServiceState
  private let eventLoop: any EventLoop
  private let control: ServiceControl
  private let health: ServiceHealth?
  private var channels: [ClientID: any Channel] = [:]
  private var outlets: [ClientID: DatagramOutlet] = [:]
  private var lastNumber: UInt64 = 0
  private var timer: (due: Duration, task: Scheduled<Void>)?
  private var examinedNodes: [String] = []
  private var need = ReceiverNeed.nothing
  /// The observation whose events count, since one that replaces another overlaps with it.
  private var generation = 0
  /// The bytes last written, which are usually written to all clients.
  private var shared: (bytes: [UInt8], buffer: ByteBuffer) = ([], ByteBuffer())

  private var hasStopped = false
  private var lastStatus = ""

  init(
    _ configuration: ServiceConfiguration, on eventLoop: any EventLoop, control: ServiceControl
  ) {
    state = ServiceState(
      options: configuration.options, gate: configuration.gate,
      rules: AccessRules(ownUser: geteuid()))
    self.eventLoop = eventLoop
    self.control = control
    health = configuration.health
    control.loop = self
  }

  /// Starts serving; a receiver may be needed even without clients.
  ///
  /// - Parameter watchdog: how often to tell systemd that this loop is alive.
  func start(watchdog: Duration?) {
    repeatedly(ServiceControl.rightsInterval) { loop in
      if loop.state.clientCount > 0 { loop.control.readRights() }
      loop.control.retryReceiver()
    }
    // Not sooner, or clients that change their requests again and again would flood systemd.
    if control.notifier.isListening {
      repeatedly(.seconds(1)) { loop in
        loop.reportStatus()
        loop.keepConnections()
      }
    }
    if let watchdog {
      repeatedly(TimeAmount(watchdog)) { _ = $0.control.notifier.offer("WATCHDOG=1") }
    }
    control.readRights()
    apply()
  }

  private func repeatedly(_ interval: TimeAmount, _ body: @escaping (ServiceLoop) -> Void) {
    eventLoop.assumeIsolated().scheduleTask(in: interval) { [weak self] in
      guard let self, !hasStopped else { return }
      body(self)
      repeatedly(interval, body)
    }
  }

  /// Reports the service's state to systemd, if it has changed.
  private func reportStatus() {
    let status = state.summary
    // Offered, so that clients do not wait until systemd reads it.
    if status != lastStatus, control.notifier.offer("STATUS=\(status)") { lastStatus = status }
  }

  /// Lets systemd keep the connections of clients that are allowed the location.
  private func keepConnections() {
    for (id, channel) in channels { control.keep(id, channel, state.wish(of: id)) }
  }

  func add(
    _ channel: any Channel, _ face: ServiceFace, restoring name: KeptName? = nil
  ) throws {
    lastNumber = max(lastNumber + 1, (name?.number ?? 0) + 1)
    let handler = ClientHandler(ClientID(lastNumber), face, restoring: name?.wish, self)
    try channel.pipeline.syncOperations.addHandler(handler)
  }

  /// Sends what a client of a protocol would be sent to an address, for everybody there.
  func broadcast(_ face: ServiceFace, _ outlet: DatagramOutlet) {
    lastNumber += 1
    let id = ClientID(lastNumber)
    outlets[id] = outlet
    state.connected(id, face, user: nil, isEverybody: true, at: .now)
    // It may be sent something once the policy has been read.
    control.connected(id, face, .unknown)
  }

  // MARK: Events

  func connected(
    _ id: ClientID, _ face: ServiceFace, restoring wish: RestoredWish?, _ channel: any Channel
  ) {
    channels[id] = channel
    let peer = channel.withSocket { ConnectionPeer($0) } ?? .unknown
    state.connected(id, face, user: peer.user, restoring: wish, at: .now)
    apply()
    guard channels[id] != nil else { return peer.discard() }
    control.connected(id, face, peer)
  }

  func identified(_ id: ClientID, as peer: PeerCredentials?) {
    state.identified(id, as: peer, at: .now)
    apply()
  }

  func received(_ bytes: [UInt8], from id: ClientID) {
    state.received(bytes, from: id, at: .now)
    apply()
  }

  func inputEnded(_ id: ClientID) {
    state.inputEnded(id, at: .now)
    apply()
  }

  func disconnected(_ id: ClientID) {
    guard channels.removeValue(forKey: id) != nil else { return }
    control.forget(id)
    state.disconnected(id, at: .now)
    apply()
  }

  func received(_ events: [ReceiverEvent], generation: Int) {
    guard generation >= self.generation else { return }
    self.generation = generation
    state.received(events, at: .now)
    health?.received(events)
    apply()
  }

  func rightsChanged(_ rules: AccessRules) {
    state.rightsChanged(rules, at: .now)
    apply()
  }

  /// Closes every connection; those that systemd keeps for the next process stay open there.
  func stop() {
    timer?.task.cancel()
    timer = nil
    hasStopped = true
    if control.notifier.isListening { keepConnections() }
    let channels = channels
    self.channels = [:]
    for channel in channels.values { channel.close(promise: nil) }
  }

  // MARK: Effects

  private func apply() {
    health?.clientsChanged(to: state.clientCount) { state.clientsByProtocol }
    let effects = state.drainEffects()
    for write in effects.writes { self.write(write.bytes, to: write.client) }
    for id in effects.closes {
      control.forget(id)
      channels.removeValue(forKey: id)?.close(promise: nil)
    }
    if state.receiverNeed != need {
      need = state.receiverNeed
      control.needReceiver(need)
      if need == .nothing { health?.receiverClosed() }
    }
    let nodes = state.gateNodes
    if !nodes.isEmpty, nodes != examinedNodes {
      examinedNodes = nodes
      control.examine(nodes)
    }
    for (id, outlet) in outlets {
      if case .refused(let reason)? = state.standing(of: id) { outlet.report(reason) }
    }
    setTimer()
  }

  private func write(_ bytes: [UInt8], to id: ClientID) {
    if let outlet = outlets[id] {
      outlet.send(bytes)
      return drained(id)
    }
    guard let channel = channels[id] else { return }
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
    state.drained(id, at: .now)
    if state.hasEffects { apply() }
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
        state.elapse(to: .now)
        apply()
      }
      return (due, task)
    }
  }
}
