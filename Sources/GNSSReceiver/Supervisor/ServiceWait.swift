// Core Location for Linux. SPDX-License-Identifier: MIT

/// Whether to wait for the location service, so that no port is opened meanwhile.
///
/// Where no service runs, ports are opened at once. A running service may take a moment to greet, and one that went
/// away may be restarting; while the ports are used, it is tried repeatedly, and takes over when it greets.
struct ServiceWait {
  /// How long the service may take to greet before the ports are opened anyway.
  static let patience: Duration = .seconds(2)
  /// How long to wait for a service that went away before the ports are opened: it may be restarting.
  static let grace: Duration = .seconds(5)

  /// Until when to wait for the service; `nil` if there is no wait, or it has greeted.
  private(set) var end: Duration?

  /// Whether the service had served before this wait.
  private(set) var isGrace = false

  var isWaiting: Bool { end != nil }

  /// Starts waiting for the service.
  mutating func appeared(at now: Duration) { end = now + Self.patience }

  /// Records that the service cannot be reached, or is gone.
  ///
  /// - Parameter hasBeenActive: whether it had greeted.
  mutating func closed(hasBeenActive: Bool, at now: Duration) {
    if hasBeenActive {
      end = now + Self.grace
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
