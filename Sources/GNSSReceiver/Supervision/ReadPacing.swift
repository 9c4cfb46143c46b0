// Core Location for Linux. SPDX-License-Identifier: MIT

/// When what a receiver sends may be left to gather for some milliseconds, because no fix can be complete yet.
///
/// A slow line brings an epoch in hundreds of pieces, and waking up for each of them costs more than all the rest. How
/// long it takes from the first piece of a burst to the fix is learned; until shortly before that time what follows a
/// piece is read some milliseconds later. A receiver that sends its epochs at once is read at once. Should a fix be
/// complete while pieces gather, it is late by ``longestRest`` at the most, and all is read at once for a while.
struct ReadPacing: Sendable {
  /// How long pieces gather: a twelfth of the time between epochs, so that no pause is taken for one that ends an
  /// epoch, and no longer than this.
  static let longestRest: Duration = .milliseconds(8)
  /// Epochs after which what has been learned is believed.
  static let patience = 8
  private static let leastMargin: Duration = .milliseconds(2)

  private var period: Duration?
  private var silence: Duration = .zero
  private var rest: Duration = .zero
  private var beginning: Duration?
  private var lastBytes: Duration?
  private var lastFix: Duration?
  /// The time from the beginning of a burst to the fix, and from one fix to the next: they follow a shorter one at
  /// once, longer ones slowly.
  private var time: Duration?
  private var interval: Duration?
  /// When the next fix was due from the last one, and how long before that all is read at once.
  private var due: Duration = .zero
  private var margin = Self.leastMargin
  /// Whether epochs come at the pace of their times, and not sooner: caught up with, or replayed.
  private var isLive = false
  /// Epochs in a row that were as expected, ``patience`` at the most.
  private var count = 0
  /// Until when no fix was expected when something was left to gather last.
  private var end: Duration?

  /// Bytes came.
  ///
  /// - Parameter period: the time from one epoch to the next; a burst begins behind a silence of a quarter of it. `nil`
  ///   if it is not known.
  mutating func received(at now: Duration, period: Duration?) {
    guard let period else { return }
    if period != self.period {
      self.period = period
      silence = period / 4
      rest = min(Self.longestRest, period / 12)
    }
    if lastBytes.map({ now - $0 >= silence }) ?? true { beginning = now }
    lastBytes = now
  }

  /// What came has completed a fix, or another thing that is to be told at once.
  mutating func completed(at now: Duration) {
    guard let period, let beginning else { return }
    // Sooner than expected, and perhaps read late.
    if let end, now < end { count = 0 }
    count = min(count + 1, Self.patience)
    let time = Self.follow(time, now - beginning)
    let interval = Self.follow(interval, min(lastFix.map { now - $0 } ?? period, period))
    (self.time, self.interval) = (time, interval)
    margin = max(time / 16, Self.leastMargin)
    due = now + interval
    isLive = interval + interval >= period
    (self.beginning, lastFix) = (now, now)
  }

  private static func follow(_ known: Duration?, _ taken: Duration) -> Duration {
    guard let known, taken > known else { return taken }
    return known + (taken - known) / 8
  }

  /// Until when nothing need be read that comes after this; `nil` if it is to be read at once.
  mutating func rest(at now: Duration) -> Duration? {
    end = nil
    guard isLive, count == Self.patience, let beginning, let time else { return nil }
    // A burst that begins late may still end when it should have; one behind a gap in the fixes is due long ago.
    let expected = (due > beginning ? min(beginning + time, due) : beginning + time) - margin
    guard expected > now else { return nil }
    end = expected
    return min(now + rest, expected)
  }
}
