// Core Location for Linux. SPDX-License-Identifier: MIT

package enum DeliveryStatus: Hashable, Sendable {
  /// The other side is ready.
  case connected
  /// It has acknowledged this many more reports.
  case delivered(Int)
  /// Delivery will be tried again: the reason, and the time on the clock of `monotonicNow()`.
  case waiting(reason: String, until: Duration)
  /// Delivery is not tried again in this run: one line with the reason, and an exit code of sysexits.h. It is the last
  /// status.
  case refused(reason: String, exitCode: Int32)
}
