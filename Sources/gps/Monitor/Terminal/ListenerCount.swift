// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem

/// Asks the location service periodically how many programs listen to it, on a thread that may block for the answer.
final class ListenerCount: Sendable {
  /// Becomes readable when the number changes.
  let news: WakeUp
  private let end: WakeUp
  private let count = Mutex<Int?>(nil)

  private static let interval = Duration.seconds(5)

  /// - Parameter paths: the service's sockets.
  /// - Throws: `SystemError` when the process has no descriptors left.
  init(_ paths: [String]) throws(SystemError) {
    news = try WakeUp()
    end = try WakeUp()
    // Without a thread, the number stays unknown.
    POSIXThread { [self] in ask(paths) }?.detach()
  }

  /// Returns the number of other programs that listen; `nil` if unknown.
  func received() -> Int? {
    news.clear()
    return count.withLock { $0 }
  }

  /// Stops asking.
  func stop() { end.signal() }

  private func ask(_ paths: [String]) {
    while true {
      let answer = ServiceInquiry(paths, name: "gps monitor")
      let number = answer.flatMap { $0.clients == nil ? nil : $0.count }
      let isNews = count.withLock { count in
        defer { count = number }
        return count != number
      }
      if isNews { news.signal() }
      var ready = [pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0)]
      if wait(for: &ready, until: monotonicNow() + Self.interval) { return }
    }
  }
}
