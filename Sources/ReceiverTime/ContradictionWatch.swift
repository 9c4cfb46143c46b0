// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// Notices that a line states two times at once, such as GLL in local time beside RMC in UTC, or two receivers.
///
/// Two times in one burst, or a clock that is left and continued again and again, are two clocks. A clock that steps is not, even
/// if it steps back.
struct ContradictionWatch {
  /// The most by which the sentences of one receiver differ, nanoseconds: some lag by a second or two.
  private static let tolerance: Int64 = 2_500_000_000
  /// For how long a clock that was left is remembered, and for how long a contradiction holds, nanoseconds.
  private static let memory: Int64 = 60_000_000_000

  /// The last instant, nanoseconds of the day, not counting those that lag behind it, and the burst of the last statement.
  private var last: (instant: Int64, burst: Int)?
  /// The last instant before a step.
  private var left: Int64?
  /// When a clock that had been left was continued, the last two times, on the machine's clock, nanoseconds since 1970.
  private var returns: [Int64] = []
  /// Within how long three returns are two clocks, nanoseconds.
  private static let alternation: Int64 = 20_000_000_000
  private var isNew = false
  /// The time of the last fix with a contradiction, nanoseconds since 1970.
  private var noticed: Int64?

  /// - Parameters:
  ///   - burst: the number of the burst that states the instant.
  ///   - time: when it arrived, nanoseconds since 1970.
  mutating func stated(_ instant: Int64, in burst: Int, at time: Int64) {
    guard let last else {
      self.last = (instant, burst)
      return
    }
    let step = timeDifference(instant, last.instant)
    let lags = (-Self.tolerance..<0).contains(step)
    defer { self.last = (lags ? last.instant : instant, burst) }
    guard abs(step) > Self.tolerance else { return }
    let isReturn = left.map {
      (-Self.tolerance...Self.memory).contains(timeDifference(instant, $0))
    }
    if burst == last.burst || isReturn == true && alternates(at: time) { isNew = true }
    left = last.instant
  }

  /// Records a return, and returns whether there were so many that there are two clocks.
  private mutating func alternates(at time: Int64) -> Bool {
    defer { returns = returns.suffix(1) + [time] }
    return returns.count == 2 && (0...Self.alternation).contains(time - returns[0])
  }

  /// Returns whether the line contradicts itself, or has in the minute before a fix.
  mutating func holds(at time: Int64) -> Bool {
    if isNew || noticed.map({ time < $0 }) ?? false { noticed = time }
    isNew = false
    return noticed.map { time - $0 < Self.memory } ?? false
  }
}
