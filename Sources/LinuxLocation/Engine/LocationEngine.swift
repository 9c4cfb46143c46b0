// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSSReceiver
import Glibc
import Logging
import SerialLine

/// The one place in a process that knows where it is, and tells all managers and streams.
///
/// The edge around ``EngineState``. What happens is told to the state under one lock, by whoever it happens to: the
/// receiver's thread, a manager's, the authorizer's. Deliveries leave under the same lock, so that their order is
/// the order of events; nobody who takes one may call back. The receiver is started and stopped by a queue of its own,
/// since stopping waits for the port to be closed.
final class LocationEngine: Sendable {
  let authorizer: any Authorizer
  private let source: any PositionSource
  private let logger: Logger
  /// Keeps the regions over launches.
  private let regionsFile: StateFile?
  private let content: Guarded<Content>
  private let control = DispatchQueue(label: "CoreLocation.control")
  private let controlled = Guarded(Controlled())

  private struct Content {
    var state: EngineState
    var sinks: [ClientID: @Sendable (Delivery) -> Void] = [:]
    var wish = Wish()
    var keptRevision = 0

    /// The regions, if they have changed since they were taken last.
    mutating func takeRegions() -> [RegionMonitor.Kept]? {
      guard state.regions.revision != keptRevision else { return nil }
      keptRevision = state.regions.revision
      return state.regions.kept
    }
  }

  /// What the control queue is to bring about.
  private struct Wish: Equatable {
    var use: ServiceSet = []
    var showsIndicator = false
    var deadline: Duration?

    init() {}

    init(_ state: EngineState) {
      use = state.use
      showsIndicator = state.showsIndicator
      deadline = state.deadline
    }
  }

  /// What only the control queue touches.
  private struct Controlled {
    var observation: (any Sendable)?
    var timer: (any DispatchSourceTimer)?
    /// Why the receiver could not be started; `nil` unless that was tried last.
    var failure: String?
    /// Whether it will be tried again by itself.
    var isRetrying = false
  }

  /// - Parameter directory: where regions are kept; `nil` keeps them in this process.
  init(
    source: any PositionSource, authorizer: any Authorizer, directory: StateDirectory?,
    logger: Logger
  ) {
    self.source = source
    self.authorizer = authorizer
    self.logger = logger
    var state = EngineState(permission: authorizer.permission, isReplay: source.isReplay)
    let file = directory?.file("regions", "regions")
    do {
      state.regions.kept = try file?.read([RegionMonitor.Kept].self) ?? []
      regionsFile = file
    } catch {
      logger.error("\(error)")
      regionsFile = nil
    }
    content = Guarded(Content(state: state, keptRevision: state.regions.revision))
    authorizer.observe { [weak self] permission in
      self?.change { $0.authorizationChanged(to: permission, at: .now) }
    }
    // What was decided between the two is not lost.
    let permission = authorizer.permission
    change { $0.authorizationChanged(to: permission, at: .now) }
  }

  deinit {
    // Not here: this may be the receiver's own thread, whose end is waited for.
    let observation = controlled.withLock { $0.observation }
    control.async { _ = observation }
  }

  // MARK: Clients

  /// Adds one who uses the engine.
  ///
  /// - Parameter sink: takes its deliveries, under the engine's lock: it must pass them on, and not call back.
  func addClient(_ sink: @escaping @Sendable (Delivery) -> Void) -> ClientID {
    content.withLock { content in
      let client = content.state.addClient()
      content.sinks[client] = sink
      return client
    }
  }

  func removeClient(_ client: ClientID) {
    change { $0.removeClient(client) }
    // The sink goes outside the lock: what it holds may end with it.
    let sink = content.withLock { $0.sinks.removeValue(forKey: client) }
    _ = sink
  }

  /// Looks at the state.
  func read<Result: Sendable>(_ body: (EngineState) -> Result) -> Result {
    content.withLock { body($0.state) }
  }

  /// Changes the state, passes on what is to be delivered, and has the receiver follow.
  @discardableResult
  func change<Result: Sendable>(_ body: (inout EngineState) -> Result) -> Result {
    let (result, isNews, needsAlways, notices, regions) = content.withLock { content in
      let result = body(&content.state)
      let sinks = content.sinks
      content.state.passOn { sinks[$0.client]?($0) }
      let wish = Wish(content.state)
      let isNews = wish != content.wish
      content.wish = wish
      return (
        result, isNews, content.state.takeNeedForAlways(), content.state.takeNotices(),
        content.takeRegions()
      )
    }
    // Devices may have told their names.
    for notice in notices { logger.notice("\(notice.escapedForTerminal)") }
    if let regions { control.async { [weak self] in self?.keep(regions) } }
    if needsAlways {
      authorizer.alwaysNeeded { [weak self] isAllowed in
        self?.change { $0.settleAlways(isAllowed) }
      }
    }
    if isNews { control.async { [weak self] in self?.follow() } }
    return result
  }

  private func keep(_ regions: [RegionMonitor.Kept]) {
    do {
      try regionsFile?.write(regions)
    } catch {
      logger.error("cannot keep regions: \(error)")
    }
  }

  func log(_ problem: String) { logger.error("\(problem.escapedForTerminal)") }

  // MARK: The receiver and time, on the control queue

  private func follow() {
    let wish = content.withLock(\.wish)
    authorizer.noteUse(wish.use, showsIndicator: wish.showsIndicator)
    let needsReceiver = !wish.use.isEmpty
    let isRunning = controlled.withLock { $0.observation != nil }
    if needsReceiver, !isRunning { startReceiver() }
    if !needsReceiver { controlled.withLock { $0.failure = nil } }
    if !needsReceiver, isRunning {
      // Let go outside the lock: this waits until the port is closed.
      let observation = controlled.withLock { controlled in
        defer { controlled.observation = nil }
        return controlled.observation
      }
      _ = observation
      change { $0.forgetSource() }
    }
    setTimer(wish.deadline)
  }

  private func startReceiver() {
    if controlled.withLock({ $0.failure == nil }) { change { $0.forgetSource() } }
    do {
      let observation = try source.start { [weak self] events in
        self?.change { state in
          for event in events { state.received(event, at: .now) }
        }
      }
      controlled.withLock { ($0.observation, $0.failure) = (observation, nil) }
    } catch {
      let reason = "\(error)"
      let isNews = controlled.withLock { controlled in
        defer { controlled.failure = reason }
        return controlled.failure != reason
      }
      if isNews {
        logger.error("\(reason)")
        change { $0.sourceFailed() }
      }
      // Descriptors and threads may be free again; a source that nobody understands stays that.
      if error is SerialPortError { retrySoon() }
    }
  }

  /// Starts the receiver in a second, if it is still needed then.
  ///
  /// By a thread: a timer of Dispatch needs descriptors, and ends the process without them.
  private func retrySoon() {
    let isPlanned = controlled.withLock { controlled in
      defer { controlled.isRetrying = true }
      return controlled.isRetrying
    }
    guard !isPlanned else { return }
    let thread = POSIXThread { [weak self, control] in
      var nothing: [pollfd] = []
      _ = wait(for: &nothing, until: .now + .seconds(1))
      control.async { [weak self] in
        self?.controlled.withLock { $0.isRetrying = false }
        self?.follow()
      }
    }
    guard let thread else { return controlled.withLock { $0.isRetrying = false } }
    thread.detach()
  }

  private func setTimer(_ deadline: Duration?) {
    controlled.withLock { controlled in
      controlled.timer?.cancel()
      controlled.timer = nil
      guard let deadline else { return }
      let timer = DispatchSource.makeTimerSource(queue: control)
      let wait = max(.zero, deadline - .now)
      timer.schedule(deadline: .now() + .nanoseconds(Int(wait / .nanoseconds(1))))
      timer.setEventHandler { [weak self] in
        self?.change { $0.elapse(to: .now) }
        self?.follow()
      }
      timer.resume()
      controlled.timer = timer
    }
  }
}

extension Duration {
  /// The clock by which the receiver's events come.
  static var now: Duration { ReceiverSupervisor.now }
}
