// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch
import GNSSReceiver
import LinuxLocation
import LinuxSystem

/// A receiver that reports the events of a test, each when the application has finished with the one before.
///
/// It uses a thread, not a task, since a test may block every thread that tasks have. If it is stopped and started again,
/// it continues where it was.
final class SimulatedSource: PositionSource {
  /// How long the application may take for an event before nothing waits for it any longer.
  private static let patience = Duration.seconds(10)

  private let steps: [SimulatedTrack.Step]
  private let pace: SimulatedLocations.Pace
  private let traffic: DeliveryTraffic
  private let content = Mutex(Content())
  /// Finished when the application has finished with the last event, or the simulation is over.
  private let end = EventHub<Never>(capacity: 0)

  private struct Content {
    var next = 0
    var listener: Listener?
    var isPaused = false
    /// Whether a thread is passing on an event; the thread of the next listener waits for it, to keep the order.
    var isPassingOn = false
    /// Whether the application took too long, so that nothing waits for it any longer.
    var isImpatient = false
  }

  /// Whoever has started the source, each time anew.
  private final class Listener: Sendable {
    /// Wakes its thread.
    let hasChanged = DispatchSemaphore(value: 0)
  }

  init(_ steps: [SimulatedTrack.Step], pace: SimulatedLocations.Pace, traffic: DeliveryTraffic) {
    self.steps = steps
    self.pace = pace
    self.traffic = traffic
  }

  var isReplay: Bool { true }

  func start(
    _ receive: @escaping @Sendable ([ReceiverEvent]) -> Void
  ) throws(PositionSourceError) -> any Sendable {
    let listener = Listener()
    content.withLock { $0.listener = listener }
    let thread = POSIXThread { [self] in play(to: listener, receive) }
    guard let thread else {
      throw PositionSourceError(
        text: "cannot simulate locations: the system has no thread left", isTransient: true)
    }
    thread.detach()
    return Subscription(self, listener)
  }

  /// Keeps the source running until it is released.
  private final class Subscription: Sendable {
    private let source: SimulatedSource
    private let listener: Listener

    init(_ source: SimulatedSource, _ listener: Listener) {
      (self.source, self.listener) = (source, listener)
    }

    deinit {
      source.stop(listener)
      listener.hasChanged.signal()
    }
  }

  private func stop(_ listener: Listener) {
    content.withLock { if $0.listener === listener { $0.listener = nil } }
  }

  // MARK: For the test

  func setPaused(_ isPaused: Bool) { change { $0.isPaused = isPaused } }

  func finish() {
    change { $0.next = steps.count + 1 }
    end.finish()
  }

  private func change(_ body: (inout Content) -> Void) {
    let listener = content.withLock { content in
      body(&content)
      return content.listener
    }
    listener?.hasChanged.signal()
  }

  /// Waits until the application has finished with the last event.
  func ended() async {
    var loop = end.loop()
    _ = await loop.next()
  }

  // MARK: On the thread

  private func play(to listener: Listener, _ receive: ([ReceiverEvent]) -> Void) {
    // When the last step was due: a clock that follows the recording's times, unless it was paused.
    var due: Duration?
    var last: Int?
    while true {
      let (isOver, mustWait, index) = content.withLock {
        ($0.listener !== listener || $0.next > steps.count, $0.isPaused || $0.isPassingOn, $0.next)
      }
      if isOver { return }
      if mustWait {
        (due, last) = (nil, nil)
        listener.hasChanged.wait()
        continue
      }
      awaitApplication()
      if index != last { due = (due ?? ReceiverSupervisor.now) + pause(before: index) }
      last = index
      // A day at most at a time, so that the number of nanoseconds does not overflow.
      let left = min(max(.zero, (due ?? .zero) - ReceiverSupervisor.now), .seconds(86_400))
      if left > .zero {
        _ = listener.hasChanged.wait(timeout: .now() + .nanoseconds(Int(left / .nanoseconds(1))))
      } else {
        deliver(index, to: listener, receive)
      }
    }
  }

  private func awaitApplication() {
    guard !content.withLock(\.isImpatient) else { return }
    if !traffic.wait(for: Self.patience) { content.withLock { $0.isImpatient = true } }
  }

  private func pause(before index: Int) -> Duration {
    guard case .times(let factor) = pace, factor > 0, index > 0, index < steps.count,
      let time = steps[index].time, let last = steps[index - 1].time, time > last
    else { return .zero }
    return .nanoseconds(time - last) / factor
  }

  /// Delivers a step, unless its listener has gone, in which case it is for the next listener.
  private func deliver(_ index: Int, to listener: Listener, _ receive: ([ReceiverEvent]) -> Void) {
    guard index < steps.count else {
      guard content.withLock({ $0.listener === listener && $0.next <= steps.count }) else { return }
      receive([ReceiverEvent(.status(.ended), at: ReceiverSupervisor.now)])
      awaitApplication()
      stop(listener)
      return end.finish()
    }
    let isDue = content.withLock { content in
      guard content.listener === listener, !content.isPaused, content.next == index else {
        return false
      }
      content.next += 1
      content.isPassingOn = true
      return true
    }
    guard isDue else { return }
    // Not under the lock: this may call code of the application, such as its log.
    receive([ReceiverEvent(.report(steps[index].event), at: ReceiverSupervisor.now)])
    let other = content.withLock { content in
      content.isPassingOn = false
      return content.listener === listener ? nil : content.listener
    }
    other?.hasChanged.signal()
  }
}
