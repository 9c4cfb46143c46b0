// Core Location for Linux. SPDX-License-Identifier: MIT

/// Whether the location service is waited for, so that no port is opened meanwhile.
///
/// Ports are opened at once where no service runs. One that runs may take a moment to greet, and one that went away may
/// be starting anew; while the ports are used, it is tried again and again, and takes over when it greets.
struct ServiceWait {
  /// Until when it is waited for; `nil` if it is not, or has greeted.
  private(set) var end: Duration?

  /// Whether it had served before it was waited for.
  private(set) var isGrace = false

  var isWaiting: Bool { end != nil }

  /// It is looked for from now on.
  mutating func appeared(at now: Duration, _ options: SupervisionOptions) {
    end = now + options.servicePatience
  }

  /// It cannot be reached, or is gone.
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

  /// Time has passed.
  mutating func elapse(to now: Duration) {
    guard let end, now >= end else { return }
    (self.end, isGrace) = (nil, false)
  }
}
