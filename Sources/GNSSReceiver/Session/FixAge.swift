// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// The age of the last fix, and whether it is too old.
///
/// A receiver that has a position reports it every epoch. If three epochs pass without one, the fix is lost, whatever
/// the receiver reports.
struct FixAge {
  /// When the last fix arrived; `nil` if there is none, or it no longer counts.
  private var last: Duration?
  /// How long it counts; `nil` until the time between epochs has been asked for.
  private var allowed: Duration?

  /// After how many epochs without a fix it is lost.
  static let epochs = 3
  /// The time between epochs that is assumed while it is not known.
  static let usualPeriod: Duration = .seconds(1)

  /// Takes the arrival of a fix.
  mutating func received(at now: Duration) { (last, allowed) = (now, nil) }

  /// Takes the time between epochs, as known after a piece of data; `nil` if it is unknown.
  ///
  /// It counts for the last fix: what the receiver sends later without one does not make that last longer.
  mutating func know(period: Duration?) {
    guard last != nil, allowed == nil else { return }
    allowed = (period ?? Self.usualPeriod) * Self.epochs
  }

  /// Forgets the last fix, because the receiver has lost it.
  mutating func forget() { last = nil }

  /// Whether there is a fix that counts.
  var hasFix: Bool { last != nil }

  /// When the last fix becomes too old unless another one arrives; `nil` without one.
  var deadline: Duration? {
    guard let last, let allowed else { return nil }
    return last + allowed
  }
}
