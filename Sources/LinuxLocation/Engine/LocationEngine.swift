// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSSReceiver
import Glibc
import LinuxSystem
import Logging

/// The one place in a process that knows where it is, and notifies all managers and streams.
///
/// The edge around ``EngineState``. The thread on which something happens, be it the receiver's, a manager's or the
/// authorizer's, takes the one lock, changes the state, and puts the deliveries into the clients' queues before it
/// releases the lock: their order is the order of events. No code of an application runs under the lock.
package final class LocationEngine: Sendable {
  let authorizer: any Authorizer
  let logger: Logger
  /// What is underway to the application, in a simulation; `nil` outside of one, where nobody waits for it.
  let traffic: DeliveryTraffic?
  /// Keeps the regions over launches.
  private let regionsFile: StateFile?
  /// Keeps the last location known to this user, of whatever application.
  private let locationFile: StateFile?
  private let content: Mutex<Content>
  private let control: SourceControl
  /// Writes files, in their order.
  private let keeping = DispatchQueue(label: "CoreLocation.state")

  private struct Content {
    var state: EngineState
    var sinks: [EngineClientID: @Sendable (Delivery) -> Void] = [:]
  }

  /// - Parameters:
  ///   - directory: where regions are kept; `nil` keeps them in this process.
  ///   - linger: how long a port stays open when nobody needs it any more.
  init(
    source: any PositionSource, authorizer: any Authorizer, directory: StateDirectory?,
    logger: Logger, linger: Duration = .seconds(3), traffic: DeliveryTraffic? = nil
  ) {
    self.authorizer = authorizer
    self.logger = logger
    self.traffic = traffic
    let file = directory?.file("regions", "regions")
    var regions: [RegionMonitor.Kept] = []
    do {
      regions = try file?.read([RegionMonitor.Kept].self) ?? []
      regionsFile = file
    } catch {
      logger.error("\(error)")
      regionsFile = nil
    }
    // A recording is no news of where the user is, and the user is no news in a recording.
    locationFile = source.isReplay ? nil : directory?.sharedFile("last-location")
    // What is damaged is replaced by the next one.
    let lastKnown = try? locationFile?.read(KeptLocation.self)
    content = Mutex(
      Content(
        state: EngineState(
          permission: authorizer.permission, isReplay: source.isReplay, regions: regions,
          keepsRegions: regionsFile != nil, lastKnown: lastKnown)))
    control = SourceControl(source, linger: linger)
    control.attach(self)
    authorizer.observe { [weak self] permission in
      self?.change { $0.authorizationChanged(to: permission, at: .now) }
    }
    // What was decided between the two is not lost.
    let permission = authorizer.permission
    change { $0.authorizationChanged(to: permission, at: .now) }
  }

  deinit { control.end() }

  // MARK: Clients

  /// Adds one who uses the engine.
  ///
  /// - Parameter sink: receives its deliveries under the engine's lock: it must queue them, and not call back.
  func addClient(_ sink: @escaping @Sendable (Delivery) -> Void) -> EngineClientID {
    content.withLock { content in
      let client = content.state.addClient()
      content.sinks[client] = sink
      return client
    }
  }

  func removeClient(_ client: EngineClientID) {
    change { $0.removeClient(client) }
    // The sink is released outside the lock: what it holds may end with it.
    let sink = content.withLock { $0.sinks.removeValue(forKey: client) }
    _ = sink
  }

  /// Looks at the state.
  func read<Result: Sendable>(_ body: (EngineState) -> Result) -> Result {
    content.withLock { body($0.state) }
  }

  /// Changes the state, and brings about what follows from that.
  @discardableResult
  func change<Result: Sendable>(_ body: (inout EngineState) -> Result) -> Result {
    let (result, outputs) = content.withLock { content in
      let result = body(&content.state)
      let outputs = content.state.drainOutputs()
      for delivery in outputs.deliveries { content.sinks[delivery.client]?(delivery) }
      return (result, outputs)
    }
    // Devices may have told their names.
    for notice in outputs.notices { logger.notice("\(notice.escapedForTerminal)") }
    if outputs.requestsImplicitly { authorizer.requestImplicitly() }
    if let location = outputs.location, let locationFile {
      keeping.async { [weak self] in self?.keep(location, in: locationFile) }
    }
    if outputs.hasNewRegions { keeping.async { [weak self] in self?.keepRegions() } }
    if outputs.needsAlways {
      authorizer.alwaysNeeded { [weak self] isAllowed in
        self?.change { $0.settleAlways(isAllowed) }
      }
    }
    if outputs.hasNewDemand { control.follow() }
    return result
  }

  /// Writes the regions as they are now; then crossings of them may be delivered.
  private func keepRegions() {
    let (regions, revision) = read { ($0.regions.kept, $0.regions.revision) }
    do {
      try regionsFile?.write(regions)
    } catch {
      logger.error("cannot save regions: \(error)")
    }
    change { $0.regionsKept(revision) }
  }

  private func keep(_ location: KeptLocation, in file: StateFile) {
    do {
      try file.write(location)
    } catch {
      logger.error("cannot save the last location: \(error)")
    }
  }

  // MARK: Requests for permission

  /// The application asks for permission while it is in use.
  func requestWhenInUse() {
    change { $0.implicitRequest.requested() }
    authorizer.requestWhenInUse()
  }

  /// The application asks for permission at any time.
  func requestAlways() {
    change { $0.implicitRequest.requested() }
    authorizer.requestAlways()
  }

  /// An iteration begins that asks for permission by itself.
  func iterationBegan() {
    if authorizer.permission.status == .notDetermined { authorizer.requestImplicitly() }
  }

  func log(_ problem: String) { logger.error("\(problem.escapedForTerminal)") }
}

extension Duration {
  /// The clock by which the receiver's events come.
  static var now: Duration { ReceiverSupervisor.now }
}
