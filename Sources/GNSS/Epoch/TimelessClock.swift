// Core Location for Linux. SPDX-License-Identifier: MIT

/// What is known about when a receiver that sends no times reports its positions.
struct TimelessClock: Sendable {
  /// Whether a second instant has come, and still no time: then positions are fixes without one.
  var isProven = false
  /// The time between its instants by their arrival, nanoseconds; `nil` if that is unknown.
  private(set) var period: Int64?
  private var begin: Int64?

  /// - Parameter arrival: nanoseconds on the caller's clock; `nil` if it is unknown.
  mutating func begin(at arrival: Int64?) {
    defer { begin = arrival }
    guard let begin, let arrival, arrival > begin else { return }
    let step = arrival - begin
    if step <= ClockSelector.longestPeriod { period = step }
  }
}
