// Core Location for Linux. SPDX-License-Identifier: MIT

/// Learns whether a sentence without a time belongs to the instant before it or after it.
///
/// VTG and GSA carry no time. Inside a cycle that does not matter; between the last sentence of one
/// instant and the first of the next it does. Most receivers send them behind the position. The others
/// give themselves away: the speed of VTG is that of the RMC that follows and not of the one before, or
/// VTG opens the burst after a pause. One pause proves nothing, since a line may stall in the middle of a
/// burst; where a new time opens the others, that speaks against it.
struct TimelessOrder: Sendable {
  /// Above zero, signs for "belongs to what follows" have prevailed.
  private var balance = 0
  /// What the sentence said, and what the instant before it said about the same.
  private var probe: (value: Double, before: Double)?
  /// Whether another instant has begun since.
  private var isAtBoundary = false
  /// Whether the line was quiet just before the sentence.
  private var isAfterPause = false

  /// Whether the sentence belongs to the instant that follows.
  var leads: Bool { balance >= 2 }

  /// The sentence has come, with a value that another sentence has too.
  mutating func received(_ value: Double?, before: Double?, afterPause: Bool) {
    isAfterPause = afterPause
    isAtBoundary = false
    if let value, let before { probe = (value, before) } else { probe = nil }
  }

  /// A sentence with a time has come.
  @inline(__always)
  mutating func receivedTime(isNew: Bool, afterPause: Bool) {
    // Most sentences are neither the first of their instant nor behind a pause.
    guard isNew || isAfterPause || !isAtBoundary && probe != nil else { return }
    receivedBoundary(isNew: isNew, afterPause: afterPause)
  }

  private mutating func receivedBoundary(isNew: Bool, afterPause: Bool) {
    if isNew, afterPause {
      // It opens a burst itself, so nothing without a time does.
      vote(-1)
    } else if isAfterPause {
      vote(isNew ? 2 : -2)
    }
    isAfterPause = false
    if isNew { isAtBoundary = true } else if !isAtBoundary { probe = nil }
  }

  /// The other sentence has come, with its value for the instant.
  mutating func compare(with after: Double?) {
    guard let probe, isAtBoundary, let after else { return }
    self.probe = nil
    let fitsBefore = probe.value == probe.before
    let fitsAfter = probe.value == after
    if fitsBefore != fitsAfter { vote(fitsAfter ? 1 : -1) }
  }

  private mutating func vote(_ sign: Int) { balance = min(max(balance + sign, -8), 8) }
}
