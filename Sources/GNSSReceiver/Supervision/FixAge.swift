// Core Location for Linux. SPDX-License-Identifier: MIT

/// How old the last fix is, and whether that is too old.
///
/// A receiver that has a position gives one every epoch. One that has given none for three epochs has
/// lost it, whatever it says or does not say.
struct FixAge {
  /// When the last fix came; `nil` without one that counts.
  private var last: Duration?
  private var allowed: Duration = .zero

  /// How many epochs without a fix make it a lost one.
  static let epochs = 3
  /// The time between epochs as long as it is not known.
  static let usualPeriod: Duration = .seconds(1)

  /// A fix came.
  mutating func received(at now: Duration, period: Duration?) {
    last = now
    let period = period ?? Self.usualPeriod
    allowed = .zero
    // By adding: multiplying is generic, and this is done for every fix.
    for _ in 0..<Self.epochs { allowed += period }
  }

  /// The receiver has none any more.
  mutating func forget() { last = nil }

  /// When the last fix is too old, if none comes before; `nil` without one.
  var deadline: Duration? { last.map { $0 + allowed } }

  /// Whether the last fix is too old now; it is forgotten then.
  mutating func expires(at now: Duration) -> Bool {
    guard let deadline, now >= deadline else { return false }
    last = nil
    return true
  }
}
