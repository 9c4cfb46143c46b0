// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// The age of the last fix, and whether it is too old.
///
/// A receiver that has a position reports it every epoch. If three epochs pass without one, the fix is lost, whatever
/// the receiver reports.
struct FixAge {
  /// When the last fix arrived; `nil` if there is none, or it no longer counts.
  private var last: Duration?

  /// After how many epochs without a fix it is lost.
  static let epochs: Int64 = 3
  /// The time between epochs that is assumed while it is not known.
  static let usualPeriod: Duration = .seconds(1)

  /// Takes the arrival of a fix.
  mutating func received(at now: Duration) { last = now }

  /// Forgets the last fix, because the receiver has lost it.
  mutating func forget() { last = nil }

  /// Whether there is a fix that counts.
  var hasFix: Bool { last != nil }

  /// Returns when the last fix becomes too old unless another one arrives; `nil` without one.
  ///
  /// - Parameter period: the time between epochs; `nil` if it is unknown.
  func deadline(period: Duration?) -> Duration? {
    // In nanoseconds, since multiplication of durations is generic and this runs at every wake-up.
    last.map {
      $0 + Duration(nanoseconds: Self.epochs * (period ?? Self.usualPeriod).nanoseconds)
    }
  }
}
