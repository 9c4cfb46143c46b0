// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch
import LinuxSystem

/// Starts and stops the source as the engine's state demands, and lets time pass for it.
///
/// On a queue of its own, since stopping waits for the port to be closed.
final class SourceControl: Sendable {
  private let source: any PositionSource
  /// How long a port stays open when nobody needs it any more; a recording begins anew with each start.
  private let linger: Duration
  private let queue = DispatchQueue(label: "CoreLocation.control")
  private let content = Mutex(Content())

  private struct Content {
    weak var engine: LocationEngine?
    var alarm: AlarmClock?
    var observation: (any Sendable)?
    /// Why the source could not be started; `nil` unless that was tried last.
    var failure: PositionSourceError?
    /// When the source is tried again, after it could not be started for want of descriptors or threads.
    var retry: Duration?
    /// When a source that nobody needs any more is stopped; `nil` while it is needed, or is not running.
    var end: Duration?
    /// Whether the queue is about to look at the demand.
    var isFollowing = false
  }

  init(_ source: any PositionSource, linger: Duration) {
    self.source = source
    self.linger = source.isReplay ? .zero : linger
  }

  /// Serves an engine from now on, which it does not keep alive.
  func attach(_ engine: LocationEngine) {
    let alarm = AlarmClock { [weak self] in self?.follow() }
    content.withLock { ($0.engine, $0.alarm) = (engine, alarm) }
  }

  /// The engine is gone.
  func end() {
    let observation = content.withLock { content in
      content.alarm?.set(nil)
      defer { content.observation = nil }
      return content.observation
    }
    // Not on this thread: it may be the receiver's own, whose end is waited for.
    queue.async { _ = observation }
  }

  /// The demand has changed, or time has passed: has the queue look at both, once however often this is called until then.
  func follow() {
    let isPlanned = content.withLock { content in
      defer { content.isFollowing = true }
      return content.isFollowing
    }
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
    content.withLock { content in
      content.alarm?.set([deadline, content.end, content.retry].compactMap(\.self).min())
    }
  }

  /// The source is needed: whether it is to be started now.
  private func mayStart(at now: Duration) -> Bool {
    content.withLock { content in
      content.end = nil
      if let retry = content.retry, retry > now { return false }
      content.retry = nil
      return content.observation == nil
    }
  }

  /// Nobody needs the source: whether it has lingered for long enough, as the next start may come in the same turn.
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
    let observation = content.withLock { content in
      defer { (content.observation, content.end) = (nil, nil) }
      return content.observation
    }
    _ = observation
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
        defer { content.failure = error }
        if error.isTransient { content.retry = .now + .seconds(1) }
        return content.failure != error
      }
      if isNews {
        engine.log(error.text)
        engine.change { $0.sourceFailed() }
      }
    }
  }
}
