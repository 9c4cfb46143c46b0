// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// That a fix should not be trusted, and that it should again.
///
/// Each happens once, however many warnings come and go meanwhile, and whether or not the fix is lost.
struct WarningTrigger: Trigger {
  private let grace: Double
  /// When the warnings began, on the clock of the fixes; `nil` if there are none.
  private var since: Double?
  private var isDistrusted = false

  /// - Parameter grace: how long there must have been warnings, seconds.
  init(grace: Double) { self.grace = grace }

  mutating func received(_ fix: Fix, at time: Double, arrival: Duration) -> TriggerEvent? {
    guard !fix.warnings.isEmpty else {
      since = nil
      defer { isDistrusted = false }
      return isDistrusted ? TriggerEvent(name: "trusted", fix: fix) : nil
    }
    // An attack may set the clock back.
    let since = min(self.since ?? time, time)
    self.since = since
    guard !isDistrusted, time - since >= grace else { return nil }
    isDistrusted = true
    return TriggerEvent(name: "warning", fix: fix)
  }
}
