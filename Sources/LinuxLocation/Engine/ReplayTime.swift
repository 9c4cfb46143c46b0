// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver

/// A shift of the times of a recording to the present, by one span, so that the intervals between fixes stay the same.
struct ReplayTime: Sendable {
  /// Nanoseconds to be added; `nil` before the first fix with a date.
  private var shift: Int64?

  /// Returns an event with its time moved.
  ///
  /// - Parameter now: nanoseconds since 1970, by the machine's clock.
  mutating func moved(_ event: ReceiverEvent, now: Int64) -> ReceiverEvent {
    guard case .report(var report) = event.content, let time = report.time else { return event }
    report.time = moved(time, now: now)
    return ReceiverEvent(.report(report), of: event.receiver, at: event.arrival)
  }

  private mutating func moved(_ time: FixTime, now: Int64) -> FixTime {
    guard let recorded = time.nanosecondsSince1970 else { return time }
    // A recording of two centuries, or a clock as far ahead, is damaged; its times stay as they are.
    let (span, isTooFar) = now.subtractingReportingOverflow(recorded)
    let shift = shift ?? span
    let (nanoseconds, isTooLate) = recorded.addingReportingOverflow(shift)
    if isTooFar || isTooLate { return time }
    self.shift = shift
    var moved = FixTime(nanosecondsSince1970: nanoseconds)
    moved.isRolloverCorrected = time.isRolloverCorrected
    return moved
  }

  /// Returns a source's name without `time=now`, and whether it contained that.
  ///
  /// An example is `replay:drive.nmea?speed=10&time=now`.
  static func removing(from source: String) -> (source: String, isNow: Bool) {
    guard source.hasPrefix("replay:"), let mark = source.lastIndex(of: "?") else {
      return (source, false)
    }
    let options = source[source.index(after: mark)...].split(separator: "&")
    let others = options.filter { $0 != "time=now" }
    guard others.count < options.count else { return (source, false) }
    let rest = others.isEmpty ? "" : "?" + others.joined(separator: "&")
    return (String(source[..<mark]) + rest, true)
  }
}
