// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing

  /// How the delivery to one destination is doing.
  package enum DeliveryStatus: Hashable, Sendable {
    /// The other side is ready.
    case connected
    /// It has acknowledged so many more reports.
    case delivered(Int)
    /// It is tried again: why, and when, on the clock of `monotonicNow()`.
    case waiting(reason: String, until: Duration)
    /// It is not tried again in this run: one line that says why, and an exit code of sysexits.h. It is the last status.
    case refused(reason: String, exitCode: Int32)
  }
#endif
