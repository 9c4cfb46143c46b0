// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch
import LinuxSystem

/// Rings at a time that can be changed.
///
/// By a thread that runs while there is such a time: a timer of Dispatch needs a descriptor, and ends the process when
/// there is none left.
final class AlarmClock: Sendable {
  private let content = Mutex(Content())
  private let hasChanged = DispatchSemaphore(value: 0)
  private let ring: @Sendable () -> Void

  private struct Content {
    var time: Duration?
    var isRunning = false
  }

  /// - Parameter ring: called on the clock's thread; it must return soon.
  init(_ ring: @escaping @Sendable () -> Void) { self.ring = ring }

  /// Rings at a time of the monotonic clock, once, and not at the one set before; `nil` for never.
  func set(_ time: Duration?) {
    let mustStart = content.withLock { content in
      content.time = time
      defer { content.isRunning = content.isRunning || time != nil }
      return time != nil && !content.isRunning
    }
    guard mustStart else {
      hasChanged.signal()
      return
    }
    // Without a thread it is set again by whoever has a demand next.
    guard let thread = POSIXThread({ [self] in run() }) else {
      return content.withLock { $0.isRunning = false }
    }
    thread.detach()
  }

  private func run() {
    while let time = next() {
      let wait = max(.zero, time - .now)
      let result = hasChanged.wait(timeout: .now() + .nanoseconds(Int(wait / .nanoseconds(1))))
      guard result == .timedOut else { continue }
      let isDue = content.withLock { content in
        guard let time = content.time, time <= .now else { return false }
        content.time = nil
        return true
      }
      if isDue { ring() }
    }
  }

  /// The time to wait for; the thread ends without one.
  private func next() -> Duration? {
    content.withLock { content in
      content.isRunning = content.time != nil
      return content.time
    }
  }
}
