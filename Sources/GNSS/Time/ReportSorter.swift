// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Sorts the fixes of a recording that came out of order, as those of a network or a logger do.
///
/// Reports are held until the receiver's time is ``reach`` later. What is not a fix stays behind the fix that it followed.
struct ReportSorter: Sendable {
  /// How late an instant may come and still be sorted in, nanoseconds.
  private static let reach = RecentInstants.reach
  /// More reports than come within that time.
  private static let most = 4096

  private struct Held {
    let report: ReceiverReport
    /// The time of a fix, nanoseconds of the day; `nil` for all other reports.
    let time: Int64?
  }

  private var held: [Held] = []
  /// How many reports at the beginning of ``held`` have been passed on: moving all others for each would take longer.
  private var passed = 0
  /// The time of the newest fix that is held, nanoseconds of the day; `nil` while none is.
  private var newest: Int64?

  mutating func add(_ report: consuming ReceiverReport, _ consume: FixPipeline.Consumer) {
    guard case .fix(let fix) = report, let time = fix.time?.time.nanosecondsOfDay else {
      return follow(report, consume)
    }
    let lag = newest.map { timeDifference($0, time) } ?? -1
    if (0...Self.reach).contains(lag), let place = place(of: time) {
      held.insert(Held(report: report, time: time), at: place)
      return
    }
    // The clock was set back.
    if lag >= 0 { finish(consume) }
    held.append(Held(report: report, time: time))
    newest = time
    release(before: time, consume)
  }

  private mutating func follow(_ report: consuming ReceiverReport, _ consume: FixPipeline.Consumer)
  {
    if passed == held.count { return consume(report) }
    var isLoss = false
    if case .fixLost = report { isLoss = true }
    held.append(Held(report: report, time: nil))
    if isLoss { finish(consume) }
  }

  /// Passes on what is held.
  mutating func finish(_ consume: FixPipeline.Consumer) {
    pass(upTo: held.count, consume)
    newest = nil
  }

  /// Returns the place for a fix among those that are held; `nil` if one of them has the same time.
  private func place(of time: Int64) -> Int? {
    for index in held[passed...].indices.reversed() {
      guard let other = held[index].time else { continue }
      if RecentInstants.isSame(time, other) { return nil }
      if timeDifference(other, time) < 0 { return index + 1 }
    }
    return passed
  }

  private mutating func release(before time: Int64, _ consume: FixPipeline.Consumer) {
    var end = passed
    for index in held[passed...].indices {
      if let other = held[index].time, timeDifference(time, other) <= Self.reach { break }
      end = index + 1
    }
    if held.count - passed > Self.most { end = held.count - 1 }
    pass(upTo: end, consume)
  }

  private mutating func pass(upTo end: Int, _ consume: FixPipeline.Consumer) {
    for index in passed..<end { consume(held[index].report) }
    passed = end
    if passed * 2 > held.count {
      held.removeFirst(passed)
      passed = 0
    }
  }
}
