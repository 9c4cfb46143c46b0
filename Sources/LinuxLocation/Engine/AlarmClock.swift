// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch
import LinuxSystem

/// An alarm clock that rings at a time that can be changed.
///
/// It uses a thread that runs while a time is set: a Dispatch timer needs a descriptor, and ends the process when there is
/// none left.
final class AlarmClock: Sendable {
  private let content = Mutex(Content())
  private let hasChanged = DispatchSemaphore(value: 0)
  private let ring: @Sendable () -> Void

  private struct Content {
    var time: Duration?
    var isRunning = false
  }

  /// - Parameter ring: called on the clock's thread; it must return quickly.
  init(_ ring: @escaping @Sendable () -> Void) { self.ring = ring }

  /// Sets the time of the monotonic clock at which to ring once, in place of the previous one; `nil` for never.
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
    // Without a thread, the next demand sets it again.
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

  /// Returns the time to wait for; without one, the thread ends.
  private func next() -> Duration? {
    content.withLock { content in
      content.isRunning = content.time != nil
      return content.time
    }
  }
}
