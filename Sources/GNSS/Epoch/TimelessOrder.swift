// Core Location for Linux. SPDX-License-Identifier: MIT

/// The sentences without a time, and what has been learned about the order of each.
struct TimelessOrders: Sendable {
  /// A kind of sentence that belongs to the instant before it or after it.
  enum Row: Int, CaseIterable {
    case vtg
    case gsa
    case pgrme
    case pgrmv
  }

  private var rows = InlineArray<4, TimelessOrder>(repeating: TimelessOrder())

  /// Notes a sentence without a time, and returns whether it belongs to the next instant.
  @inline(__always)
  mutating func received(_ row: Row, _ value: Double?, afterPause: Bool) -> Bool {
    rows[row.rawValue].received(value, afterPause: afterPause)
    return rows[row.rawValue].leads
  }

  @inline(__always)
  mutating func receivedTime(isNew: Bool, afterPause: Bool) {
    for row in rows.indices { rows[row].receivedTime(isNew: isNew, afterPause: afterPause) }
  }

  /// Compares with what a sentence with a time repeats.
  @inline(__always)
  mutating func compare(_ echo: Echo) { rows[echo.row.rawValue].compare(with: echo.value) }
}

/// Learns whether a sentence without a time belongs to the instant before it or after it.
///
/// VTG and GSA contain no time. Within a cycle that does not matter; between the last sentence of one instant and the
/// first of the next it does. Most receivers send them after the position. The others can be recognized: the speed of
/// VTG is that of the RMC after it and not of the one before, or VTG opens the burst after a pause. One pause proves
/// nothing, since a line may stall in the middle of a burst; if a new time opens the other bursts, that is evidence
/// against it.
struct TimelessOrder: Sendable {
  /// The balance of evidence; above zero, that it belongs to the next instant.
  private var balance = 0
  /// The value that a sentence with a time has given for the newest instant.
  private var known: Double?
  /// The value in the sentence, and the same value in the instant before it.
  private var probe: (value: Double, before: Double)?
  /// Whether another instant has begun since.
  private var isAtBoundary = false
  /// Whether the line was quiet just before the sentence.
  private var isAfterPause = false

  /// Whether the sentence belongs to the next instant.
  var leads: Bool { balance >= 2 }

  /// Notes the sentence, with a value that another sentence contains too.
  mutating func received(_ value: Double?, afterPause: Bool) {
    isAfterPause = afterPause
    isAtBoundary = false
    if let value, let known { probe = (value, known) } else { probe = nil }
  }

  @inline(__always)
  mutating func receivedTime(isNew: Bool, afterPause: Bool) {
    // Most sentences are neither the first of their instant nor after a pause.
    guard isNew || isAfterPause || !isAtBoundary && probe != nil else { return }
    receivedBoundary(isNew: isNew, afterPause: afterPause)
  }

  private mutating func receivedBoundary(isNew: Bool, afterPause: Bool) {
    if isNew, afterPause {
      // It opens a burst itself, so no sentence without a time does.
      vote(-1)
    } else if isAfterPause {
      vote(isNew ? 2 : -2)
    }
    isAfterPause = false
    if isNew {
      isAtBoundary = true
      known = nil
    } else if !isAtBoundary {
      probe = nil
    }
  }

  /// Compares with the other sentence's value for the instant.
  mutating func compare(with after: Double?) {
    known = after
    guard let probe, isAtBoundary, let after else { return }
    self.probe = nil
    let fitsBefore = probe.value == probe.before
    let fitsAfter = probe.value == after
    if fitsBefore != fitsAfter { vote(fitsAfter ? 1 : -1) }
  }

  private mutating func vote(_ sign: Int) { balance = min(max(balance + sign, -8), 8) }
}

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
