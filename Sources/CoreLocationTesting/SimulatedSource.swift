// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch
import GNSS
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
    /// The next step.
    var next = 0
    /// The number of the present listener, counted by starts; 0 without a listener.
    var listener = 0
    var lastListener = 0
    /// Wakes the thread of the listener.
    var hasChanged: DispatchSemaphore?
    var isPaused = false
    /// Whether a thread is passing on an event; the thread of the next listener waits for it, to keep the order.
    var isPassingOn = false
    /// Whether the application took too long, so that nothing waits for it any longer.
    var isImpatient = false
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
    let hasChanged = DispatchSemaphore(value: 0)
    let listener = content.withLock { content in
      content.lastListener += 1
      content.listener = content.lastListener
      content.hasChanged = hasChanged
      return content.listener
    }
    let thread = POSIXThread { [self] in play(to: listener, wakenBy: hasChanged, receive) }
    guard let thread else {
      throw PositionSourceError(
        text: "cannot simulate locations: the system has no thread left", isTransient: true)
    }
    thread.detach()
    return Subscription(self, listener, hasChanged)
  }

  /// Keeps the source running until it is released.
  private final class Subscription: Sendable {
    private let source: SimulatedSource
    private let listener: Int
    private let hasChanged: DispatchSemaphore

    init(_ source: SimulatedSource, _ listener: Int, _ hasChanged: DispatchSemaphore) {
      self.source = source
      self.listener = listener
      self.hasChanged = hasChanged
    }

    deinit {
      source.stop(listener)
      hasChanged.signal()
    }
  }

  private func stop(_ listener: Int) {
    content.withLock { if $0.listener == listener { $0.listener = 0 } }
  }

  // MARK: For the test

  func setPaused(_ isPaused: Bool) {
    let hasChanged = content.withLock { content in
      content.isPaused = isPaused
      return content.hasChanged
    }
    hasChanged?.signal()
  }

  func finish() {
    let hasChanged = content.withLock { content in
      content.next = steps.count + 1
      return content.hasChanged
    }
    hasChanged?.signal()
    end.finish()
  }

  /// Waits until the application has finished with the last event.
  func ended() async {
    var loop = end.loop()
    _ = await loop.next()
  }

  // MARK: On the thread

  private func play(
    to listener: Int, wakenBy hasChanged: DispatchSemaphore, _ receive: ([ReceiverEvent]) -> Void
  ) {
    // When the last step was due: a clock that follows the recording's times, unless it was paused.
    var due: Duration?
    var last: Int?
    while true {
      let (isOver, mustWait, index) = content.withLock {
        ($0.listener != listener || $0.next > steps.count, $0.isPaused || $0.isPassingOn, $0.next)
      }
      if isOver { return }
      if mustWait {
        (due, last) = (nil, nil)
        hasChanged.wait()
        continue
      }
      awaitApplication()
      if index != last { due = (due ?? ReceiverSupervisor.now) + pause(before: index) }
      last = index
      // A day at most at a time, so that the number of nanoseconds does not overflow.
      let left = min(max(.zero, (due ?? .zero) - ReceiverSupervisor.now), .seconds(86_400))
      if left > .zero {
        _ = hasChanged.wait(timeout: .now() + .nanoseconds(Int(left / .nanoseconds(1))))
      } else {
        deliver(index, to: listener, receive)
      }
    }
  }

  private func isListening(_ listener: Int) -> Bool {
    content.withLock { $0.listener == listener && $0.next <= steps.count }
  }

  private func awaitApplication() {
    guard !content.withLock(\.isImpatient) else { return }
    if !traffic.wait(for: Self.patience) { content.withLock { $0.isImpatient = true } }
  }

  /// Returns the time between a step and the one before it, at this pace.
  private func pause(before index: Int) -> Duration {
    guard case .times(let factor) = pace, factor > 0, index > 0, index < steps.count,
      let time = steps[index].time, let last = steps[index - 1].time, time > last
    else { return .zero }
    return .nanoseconds(time - last) / factor
  }

  /// Delivers a step, unless its listener has gone, in which case it is for the next listener.
  private func deliver(_ index: Int, to listener: Int, _ receive: ([ReceiverEvent]) -> Void) {
    guard index < steps.count else {
      guard isListening(listener) else { return }
      receive([ReceiverEvent(.status(.ended), at: ReceiverSupervisor.now)])
      awaitApplication()
      content.withLock { if $0.listener == listener { $0.listener = 0 } }
      return end.finish()
    }
    let isDue = content.withLock { content in
      guard content.listener == listener, !content.isPaused, content.next == index else {
        return false
      }
      content.next += 1
      content.isPassingOn = true
      return true
    }
    guard isDue else { return }
    // Not under the lock: this may call code of the application, such as its log.
    receive([ReceiverEvent(.report(steps[index].event), at: ReceiverSupervisor.now)])
    let hasChanged = content.withLock { content in
      content.isPassingOn = false
      return content.listener == listener ? nil : content.hasChanged
    }
    hasChanged?.signal()
  }
}
