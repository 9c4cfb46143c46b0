// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch
import LinuxSystem

/// The part that starts and stops the source as the engine demands, and notifies the engine when its deadline passes.
final class SourceControl: Sendable {
  private let source: any PositionSource
  /// How long a port stays open when it is no longer needed; zero for a recording, which starts over each time.
  private let linger: Duration
  /// Where the source is started and stopped, which waits until the port is closed.
  private let queue: DispatchQueue
  private let reactor: ReactorThread
  private let content = Mutex(Content())

  private struct Content {
    weak var engine: LocationEngine?
    /// What waits for the deadline; `nil` before there is one.
    var alarm: Reactor.Address<Alarm>?
    var demand = EngineDemand()
    var observation: (any Sendable)?
    /// Why the last attempt to start the source failed; `nil` if it did not fail.
    var failure: PositionSourceError?
    /// When to try the source again, after descriptors or threads were lacking.
    var retry: Duration?
    /// When a source that is no longer needed is stopped; `nil` while it is needed, or is not running.
    var end: Duration?
    /// Whether the queue is about to meet the demand.
    var isFollowing = false

    var deadline: Duration? { earlier(demand.deadline, earlier(end, retry)) }
  }

  /// What waits on the reactor until it is time.
  private final class Alarm: Resident {
    var deadline: Duration?
    private let ring: (Duration) -> Void

    init(_ ring: @escaping (Duration) -> Void) { self.ring = ring }

    func serve(_ ready: Reactor.Ready) {
      deadline = nil
      ring(ready.now)
    }
  }

  /// - Parameters:
  ///   - queue: where the source is started and stopped.
  ///   - reactor: where deadlines are waited for.
  init(
    _ source: any PositionSource, linger: Duration, on queue: DispatchQueue,
    _ reactor: ReactorThread
  ) {
    self.source = source
    self.linger = source.isReplay ? .zero : linger
    (self.queue, self.reactor) = (queue, reactor)
  }

  /// Starts serving an engine, which it does not keep alive.
  func attach(_ engine: LocationEngine) { content.withLock { $0.engine = engine } }

  /// Stops the source, because the engine has been released.
  func end() {
    let (observation, alarm) = content.withLock { ($0.observation.take(), $0.alarm.take()) }
    // Not on this thread, which may be the receiver's own or the reactor's, whose end is awaited.
    queue.async { [reactor] in
      if let alarm { reactor.remove(alarm) }
      _ = observation
    }
  }

  /// Takes a new demand, under the engine's lock; ``follow()`` has to be called once that is released.
  func demand(_ demand: EngineDemand) { content.withLock { $0.demand = demand } }

  /// Makes the queue meet the demand, once for all calls until it does.
  func follow() {
    setAlarm()
    let isPlanned = content.withLock { exchange(&$0.isFollowing, with: true) }
    if !isPlanned { queue.async { [weak self] in self?.meetDemand() } }
  }

  /// Has the reactor wait for the next deadline.
  private func setAlarm() {
    content.withLock { content in
      guard content.engine != nil else { return }
      let deadline = content.deadline
      if deadline != nil, content.alarm == nil {
        // Without a descriptor or a thread, the next demand tries again.
        content.alarm = try? reactor.add { [weak self] _ in
          Alarm { [weak self] now in self?.elapse(to: now) }
        }
      }
      content.alarm?.post { $0.deadline = deadline }
    }
  }

  /// Notifies the engine that its deadline has passed.
  private func elapse(to now: Duration) {
    let engine = content.withLock { content in
      content.demand.deadline.map { $0 <= now } == true ? content.engine : nil
    }
    engine?.change { $0.elapse(to: now, into: &$1) }
    follow()
  }

  // MARK: On the queue

  private func meetDemand() {
    let (engine, demand) = content.withLock { content in
      content.isFollowing = false
      return (content.engine, content.demand)
    }
    guard let engine else { return }
    engine.authorizer.showUse(demand.use, showsIndicator: demand.showsIndicator)
    let now = Duration.now
    if !demand.needsSource {
      if isOver(at: now) { stop(engine) }
    } else if mayStart(at: now) {
      start(engine)
    }
    setAlarm()
  }

  private func mayStart(at now: Duration) -> Bool {
    content.withLock { content in
      content.end = nil
      if let retry = content.retry, retry > now { return false }
      content.retry = nil
      return content.observation == nil
    }
  }

  /// Returns whether the source, which is not needed, has lingered long enough; the next start may follow at once.
  private func isOver(at now: Duration) -> Bool {
    content.withLock { content in
      (content.failure, content.retry) = (nil, nil)
      guard content.observation != nil else { return false }
      let end = content.end ?? now + linger
      content.end = end
      return end <= now
    }
  }

  private func stop(_ engine: LocationEngine) {
    // Released outside the lock: this waits until the port is closed.
    _ = content.withLock { content in
      content.end = nil
      return content.observation.take()
    }
    engine.change { state, _ in state.forgetSource() }
  }

  private func start(_ engine: LocationEngine) {
    if content.withLock({ $0.failure == nil }) {
      engine.change { state, _ in state.forgetSource() }
    }
    do throws(PositionSourceError) {
      let observation = try source.start { [weak engine] events in
        engine?.change { state, effects in
          for event in events { state.received(event, at: .now, into: &effects) }
        }
      }
      content.withLock { ($0.observation, $0.failure) = (observation, nil) }
    } catch {
      let isNews = content.withLock { content in
        if error.isTransient { content.retry = .now + .seconds(1) }
        return exchange(&content.failure, with: error) != error
      }
      if isNews {
        engine.log(error.text)
        engine.change { $0.sourceFailed(into: &$1) }
      }
    }
  }
}
