// Core Location for Linux. SPDX-License-Identifier: MIT

/// Whether to wait for the location service, so that no port is opened meanwhile.
///
/// Where no service runs, ports are opened at once. A running service may take a moment to greet, and one that went
/// away may be restarting; while the ports are used, it is tried repeatedly, and takes over when it greets.
struct ServiceWait {
  /// Until when to wait for the service; `nil` if there is no wait, or it has greeted.
  private(set) var end: Duration?

  /// Whether the service had served before this wait.
  private(set) var isGrace = false

  var isWaiting: Bool { end != nil }

  /// Starts waiting for the service.
  mutating func appeared(at now: Duration, _ options: SupervisionOptions) {
    end = now + options.servicePatience
  }

  /// Records that the service cannot be reached, or is gone.
  ///
  /// - Parameter hasServed: whether it had greeted.
  mutating func closed(hasServed: Bool, at now: Duration, _ options: SupervisionOptions) {
    if hasServed {
      end = now + options.serviceGrace
      isGrace = true
    } else if !isGrace {
      end = nil
    }
  }

  /// Advances to a time.
  mutating func elapse(to now: Duration) {
    guard let end, now >= end else { return }
    (self.end, isGrace) = (nil, false)
  }
}
