// Core Location for Linux. SPDX-License-Identifier: MIT

/// How often a lost receiver may be replaced by one that was itself lost a short while ago.
///
/// Two receivers that lose their fix in turn, under a bridge or on a bad cable, would otherwise be switched between at
/// every loss. One switch is allowed every ten seconds, and one in advance, so that an ordinary second loss is bridged.
struct SwitchAllowance: Sendable {
  static let interval: Duration = .seconds(10)

  /// When the switches so far are paid for, at one every ten seconds.
  private var paid: Duration?

  /// Returns from when on to switch.
  ///
  /// - Parameter overdue: when the receiver that serves has missed two epochs; now if it is gone.
  func earliest(overdue: Duration, at now: Duration) -> Duration {
    guard let paid, paid > now else { return now }
    return min(paid, max(overdue, paid - Self.interval))
  }

  /// Records a switch.
  mutating func used(at now: Duration) { paid = max(paid ?? now, now) + Self.interval }
}
