// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch
import LinuxSystem

/// The part that starts and stops the source as the engine's state demands, and notifies the state when its deadlines pass.
///
/// It has its own queue, since stopping waits until the port is closed.
final class SourceControl: Sendable {
  private let source: any PositionSource
  /// How long a port stays open when it is no longer needed; zero for a recording, which starts over each time.
  private let linger: Duration
  private let queue = DispatchQueue(label: "CoreLocation.control")
  private let content = Mutex(Content())

  private struct Content {
    weak var engine: LocationEngine?
    var alarm: AlarmClock?
    var observation: (any Sendable)?
    /// Why the last attempt to start the source failed; `nil` if it did not fail.
    var failure: PositionSourceError?
    /// When to try the source again, after descriptors or threads were lacking.
    var retry: Duration?
    /// When a source that is no longer needed is stopped; `nil` while it is needed, or is not running.
    var end: Duration?
    /// Whether the queue is about to check the demand.
    var isFollowing = false
  }

  init(_ source: any PositionSource, linger: Duration) {
    self.source = source
    self.linger = source.isReplay ? .zero : linger
  }

  /// Starts serving an engine, which it does not keep alive.
  func attach(_ engine: LocationEngine) {
    let alarm = AlarmClock { [weak self] in self?.follow() }
    content.withLock { ($0.engine, $0.alarm) = (engine, alarm) }
  }

  /// Stops the source, because the engine has been released.
  func end() {
    let (observation, alarm) = content.withLock { ($0.observation.take(), $0.alarm) }
    alarm?.set(nil)
    // Not on this thread, which may be the receiver's own, whose end is awaited.
    queue.async { _ = observation }
  }

  /// Makes the queue check the demand and the time, once for all calls until it does.
  func follow() {
    let isPlanned = content.withLock { exchange(&$0.isFollowing, with: true) }
    if !isPlanned { queue.async { [weak self] in self?.followNow() } }
  }

  // MARK: On the queue

  private func followNow() {
    let engine = content.withLock { content in
      content.isFollowing = false
      return content.engine
    }
    guard let engine else { return }
    let now = Duration.now
    if let deadline = engine.read(\.demand.deadline), deadline <= now {
      engine.change { $0.elapse(to: now) }
    }
    let demand = engine.read(\.demand)
    engine.authorizer.showUse(demand.use, showsIndicator: demand.showsIndicator)
    if !demand.needsSource {
      if isOver(at: now) { stop(engine) }
    } else if mayStart(at: now) {
      start(engine)
    }
    let deadline = engine.read(\.demand.deadline)
    let (alarm, time) = content.withLock { content in
      (content.alarm, [deadline, content.end, content.retry].compactMap(\.self).min())
    }
    alarm?.set(time)
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
    engine.change { $0.forgetSource() }
  }

  private func start(_ engine: LocationEngine) {
    if content.withLock({ $0.failure == nil }) { engine.change { $0.forgetSource() } }
    do throws(PositionSourceError) {
      let observation = try source.start { [weak engine] events in
        engine?.change { state in
          for event in events { state.received(event, at: .now) }
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
        engine.change { $0.sourceFailed() }
      }
    }
  }
}
