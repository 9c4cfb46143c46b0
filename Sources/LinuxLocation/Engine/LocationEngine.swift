// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSSReceiver
import Glibc
import LinuxSystem
import LocationAuthorization
import Logging

import struct Synchronization.Atomic

/// The one object in a process that collects positions and notifies all managers and streams.
///
/// The shell around ``EngineState``. The thread on which an event occurs, be it the receiver's, a manager's or the
/// authorizer's, takes the one lock, changes the state, and puts the deliveries into the clients' queues before it
/// releases the lock: their order is the order of events. It wakes the queues afterwards. Nothing that may call back
/// runs under the lock, neither code of an application nor what resumes a task; see docs/decisions/0010-locks.md.
package final class LocationEngine: Sendable {
  let authorizer: any Authorizer
  let logger: Logger
  /// The deliveries underway in a simulation; `nil` outside of one, where nothing waits for them.
  let traffic: DeliveryTraffic?
  private let regionsFile: StateFile?
  /// Why the stored regions cannot be used, in one line; `nil` if they can.
  let regionsProblem: String?
  /// Stores the last location known to this user, from any application.
  private let locationFile: StateFile?
  /// Registers the application, to be started when something happens; `nil` where nothing is stored.
  private let registrar: WakeRegistrar?
  private let content: Mutex<Content>
  /// Held while the permission is read and taken over.
  private let permissionReading = Mutex(())
  private let control: SourceControl
  /// The queue on which files are written, and the source is started and stopped, in order.
  private let queue = DispatchQueue(label: "CoreLocation.engine")
  /// How many files are still to be written.
  private let unstored = Atomic<Int>(0)

  private struct Content {
    var state: EngineState
    var sinks: [EngineClientID: Sink] = [:]
    /// Monitors that wait for ``beginning()``.
    var awaiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Puts a delivery into a client's queue, under the engine's lock: it takes no lock but the queue's, and calls nothing.
  ///
  /// Returns the call that wakes the queue once no lock is held; `nil` if it has been woken already.
  typealias Sink = @Sendable (Delivery) -> QueuedCall?

  /// - Parameters:
  ///   - directory: where regions are stored; `nil` keeps them in this process.
  ///   - linger: how long a port stays open when it is no longer needed.
  ///   - reactor: where deadlines are waited for.
  init(
    source: any PositionSource, authorizer: any Authorizer, directory: StateDirectory?,
    logger: Logger, linger: Duration = .seconds(3), traffic: DeliveryTraffic? = nil,
    on reactor: ReactorThread = ReactorThread()
  ) {
    self.authorizer = authorizer
    self.logger = logger
    self.traffic = traffic
    let file = directory?.file("regions", "regions")
    var regions: [RegionMonitor.Stored] = []
    do {
      regions = try file?.read([RegionMonitor.Stored].self) ?? []
      (regionsFile, regionsProblem) = (file, nil)
    } catch {
      (regionsFile, regionsProblem) = (nil, "\(error)")
    }
    registrar = directory.map { WakeRegistrar($0.waking) }
    let permission = authorizer.permission
    let waking = registrar.map { WakingState($0.begin(permission), at: .now) } ?? WakingState()
    // Before any of it is delivered: what is delivered is not noticed again.
    regions.apply(waking.events)
    if !waking.events.isEmpty { try? regionsFile?.write(regions) }
    // A recording does not show where the user is, and the user's location has no place in a recording.
    locationFile = source.isReplay ? nil : directory?.sharedFile("last-location")
    // A damaged file is replaced when the next location is stored.
    let lastKnown = try? locationFile?.read(StoredLocation.self)
    content = Mutex(
      Content(
        state: EngineState(
          permission: permission, isReplay: source.isReplay, regions: regions,
          storesRegions: regionsFile != nil, lastKnown: lastKnown,
          requiresSession: authorizer.requiresExplicitSession, waking: waking)))
    control = SourceControl(source, linger: linger, on: queue, reactor)
    control.attach(self)
    authorizer.observe { [weak self] _ in self?.readPermission() }
    // Otherwise a decision between reading the permission and observing it would be lost.
    readPermission()
  }

  /// Takes over the permission.
  ///
  /// One thread at a time, because two may report changes in the opposite order; but not under the engine's lock, since the
  /// authorizer examines the terminal, which may take a while.
  private func readPermission() {
    let change = permissionReading.withLock { _ in
      let permission = authorizer.permission
      return apply { $0.authorizationChanged(to: permission, at: .now, into: &$1) }
    }
    perform(change.effects, change.wakeUps)
  }

  deinit { control.end() }

  // MARK: Clients

  func addClient(_ role: ClientRole, _ sink: @escaping Sink) -> EngineClientID {
    content.withLock { content in
      let client = content.state.addClient(role)
      content.sinks[client] = sink
      return client
    }
  }

  func removeClient(_ client: EngineClientID) {
    change { $0.removeClient(client, at: .now, into: &$1) }
    // The sink is released outside the lock, since objects that it holds may be released with it.
    let sink = content.withLock { $0.sinks.removeValue(forKey: client) }
    _ = sink
  }

  func read<Result: Sendable>(_ body: (EngineState) -> Result) -> Result {
    content.withLock { body($0.state) }
  }

  /// Changes the state, and performs the effects.
  @discardableResult
  func change<Result: Sendable>(
    _ body: (inout EngineState, inout EngineOutputs) -> Result
  ) -> Result {
    let (result, effects, wakeUps) = apply(body)
    perform(effects, wakeUps)
    return result
  }

  /// Changes the state, and queues what must stay in the order of events: the deliveries, and the demand on the source.
  private func apply<Result: Sendable>(
    _ body: (inout EngineState, inout EngineOutputs) -> Result
  ) -> (result: Result, effects: EngineOutputs, wakeUps: WakeUps) {
    content.withLock { content in
      var effects = EngineOutputs()
      var wakeUps = WakeUps()
      let result = body(&content.state, &effects)
      content.state.settle(into: &effects)
      for delivery in effects.deliveries { wakeUps.add(content.sinks[delivery.client]?(delivery)) }
      if let demand = effects.demand { control.demand(demand) }
      return (result, effects, wakeUps)
    }
  }

  /// Performs the effects of a change, without a lock.
  private func perform(_ effects: EngineOutputs, _ wakeUps: WakeUps) {
    wakeUps.call()
    // A notice may contain the name of a device.
    for notice in effects.notices { logger.notice("\(notice.escapedForTerminal)") }
    if effects.requestsImplicitly { authorizer.requestImplicitly() }
    if effects.needsAlways {
      authorizer.alwaysNeeded { [weak self] isAllowed in
        self?.change { $0.settleAlways(isAllowed, into: &$1) }
      }
    }
    store(effects)
    if effects.demand != nil { control.follow() }
    if effects.hasBegun {
      for continuation in content.withLock({ exchange(&$0.awaiting, with: []) }) {
        continuation.resume()
      }
    }
  }

  // MARK: Files

  private func store(_ effects: EngineOutputs) {
    if let location = effects.location, let locationFile {
      enqueue { $0.attempt("save the last location") { try locationFile.write(location) } }
    }
    if let services = effects.registration {
      enqueue { [registrar] engine in
        engine.attempt("register the application to be woken") { try registrar?.register(services) }
      }
    }
    if !effects.discarded.isEmpty {
      enqueue { _ in for receipt in effects.discarded { receipt.discard() } }
    }
    if let regions = effects.regions {
      enqueue { $0.store(regions, after: effects.crossings) }
    }
    if let attempt = effects.reading { enqueue { $0.begin(attempt) } }
  }

  private func enqueue(_ body: @escaping @Sendable (LocationEngine) -> Void) {
    unstored.add(1, ordering: .relaxed)
    queue.async { [weak self] in
      guard let self else { return }
      body(self)
      unstored.subtract(1, ordering: .relaxed)
    }
  }

  /// Waits, some seconds at most, until all that has changed is stored: an application may end as soon as it is notified that a
  /// region is monitored.
  func finishStoring() {
    // A signal handler that ends the process may have interrupted anything.
    guard unstored.load(ordering: .relaxed) > 0 else { return }
    let isStored = DispatchSemaphore(value: 0)
    queue.async { isStored.signal() }
    _ = isStored.wait(timeout: .now() + 3)
  }

  /// Stores regions, after which their crossings may be delivered.
  private func store(_ regions: RegionMonitor, after crossings: [WakingState.Pending]) {
    // First, so that a crossing is either undelivered or not stored, whenever the process is killed.
    for (event, receipt) in crossings {
      attempt("save a crossing") { try registrar?.store(event, receipt) }
    }
    attempt("save regions") { try regionsFile?.write(regions.stored) }
    change { $0.regionsStored(regions.revision, into: &$1) }
  }

  private func begin(_ attempt: WakingState.Attempt) {
    let beginning = registrar?.begin(authorizer.permission, isLast: attempt == .last)
    change { $0.began(beginning, at: .now, into: &$1) }
  }

  /// Waits, without a thread, until it is known what happened before this process.
  func beginning() async {
    await withCheckedContinuation { continuation in
      let hasBegun = content.withLock { content in
        if !content.state.waking.hasBegun { content.awaiting.append(continuation) }
        return content.state.waking.hasBegun
      }
      if hasBegun { continuation.resume() }
    }
  }

  private func attempt(_ action: String, _ body: () throws -> Void) {
    do { try body() } catch { logger.error("cannot \(action): \(error)") }
  }

  // MARK: Requests for permission

  /// Asks for permission at the application's request, which makes an implicit one unnecessary.
  func request(_ ask: (any Authorizer) -> Void) {
    change { state, _ in state.implicitRequest.requested() }
    ask(authorizer)
  }

  /// Asks for permission, if that is undecided, because an iteration begins.
  func iterationBegan() {
    if authorizer.permission.status == .notDetermined { authorizer.requestImplicitly() }
  }

  func log(_ problem: String) { logger.error("\(problem.escapedForTerminal)") }
}

extension Duration {
  /// The present time of the clock that dates the receiver's events.
  static var now: Duration { ReceiverSupervisor.now }
}
