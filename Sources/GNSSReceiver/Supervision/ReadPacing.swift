// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// When what a receiver sends may be left to gather for some milliseconds, because no fix can be complete yet.
///
/// A slow line brings an epoch in hundreds of pieces, and waking up for each of them costs more than all the rest. How
/// long it takes from the first piece of a burst to the fix is learned; until shortly before that time what follows a
/// piece is read some milliseconds later. A receiver that sends its epochs at once is read at once. Should a fix be
/// complete while pieces gather, it is late by ``longestRest`` at the most, and all is read at once for a while.
struct ReadPacing: Sendable {
  /// How long pieces gather: a twelfth of the time between epochs, so that no pause is taken for one that
  /// ends an epoch, and no longer than this.
  static let longestRest: Duration = .milliseconds(8)
  /// Epochs after which what has been learned is believed.
  static let patience = 8
  private static let leastMargin: Int64 = 2_000_000

  // All in nanoseconds, which are divided at every fix.

  private var period: Int64?
  private var silence: Int64 = 0
  private var rest: Int64 = 0
  /// When the burst began; `nil` behind its fix, and where bursts follow one another without a silence.
  private var beginning: Int64?
  private var lastBytes: Int64?
  private var lastFix: Int64?
  /// The time from the beginning of a burst to the fix, and from one fix to the next: they follow a shorter one at
  /// once, longer ones slowly.
  private var time: Int64?
  private var interval: Int64?
  /// When the next fix was due from the last one.
  private var due: Int64 = 0
  /// Whether epochs come at the pace of their times, and not sooner: caught up with, or replayed.
  private var isLive = false
  /// Epochs in a row that were as expected, ``patience`` at the most.
  private var count = 0
  /// Until when no fix was expected when something was left to gather last.
  private var end: Int64?

  /// Bytes came.
  ///
  /// - Parameter period: the time from one epoch to the next; a burst begins behind a silence of a quarter of it. `nil`
  ///   if it is not known.
  mutating func received(at now: Duration, period: Duration?) {
    guard let period = period?.nanoseconds else { return }
    let now = now.nanoseconds
    if period != self.period {
      self.period = period
      silence = period / 4
      rest = min(Self.longestRest.nanoseconds, period / 12)
    }
    if lastBytes.map({ now - $0 >= silence }) ?? true { beginning = now }
    lastBytes = now
  }

  /// What came has completed a fix, or another thing that is to be told at once.
  mutating func completed(at now: Duration) {
    guard let period else { return }
    let now = now.nanoseconds
    // Sooner than expected, and perhaps read late.
    if let end, now < end { count = 0 }
    count = min(count + 1, Self.patience)
    if let beginning { time = Self.follow(time, now - beginning) }
    let interval = Self.follow(interval, min(lastFix.map { now - $0 } ?? period, period))
    self.interval = interval
    due = now + interval
    isLive = interval + interval >= period
    (beginning, lastFix) = (nil, now)
  }

  private static func follow(_ known: Int64?, _ taken: Int64) -> Int64 {
    guard let known, taken > known else { return taken }
    return known + (taken - known) / 8
  }

  /// How long before a fix is expected all is read at once, if it is expected so long after something.
  private static func margin(of time: Int64) -> Int64 { max(time / 16, leastMargin) }

  /// Until when nothing need be read that comes after this; `nil` if it is to be read at once.
  mutating func pauseEnd(at now: Duration) -> Duration? {
    end = nil
    guard isLive, count == Self.patience, let interval else { return nil }
    // Bursts that come at once have no pieces that could gather.
    if let time, time <= Self.margin(of: time) { return nil }
    let now = now.nanoseconds
    var expected = due - Self.margin(of: interval)
    if let beginning, let time {
      // A burst that begins late may still end when it should have; one behind a gap in the fixes is due long ago.
      expected = due > beginning ? min(beginning + time, due) : beginning + time
      expected -= Self.margin(of: time)
    }
    guard expected > now else { return nil }
    end = expected
    return Duration(nanoseconds: min(now + rest, expected))
  }
}
