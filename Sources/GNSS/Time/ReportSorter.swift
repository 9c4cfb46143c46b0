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

  private var held: [ReceiverReport] = []
  /// The time of the newest fix that is held, nanoseconds of the day; `nil` while none is.
  private var newest: Int64?

  mutating func add(_ report: consuming ReceiverReport, _ consume: FixPipeline.Consumer) {
    guard let time = Self.time(of: report) else { return follow(report, consume) }
    let lag = newest.map { timeDifference($0, time) } ?? -1
    if (0...Self.reach).contains(lag), let place = place(of: time) {
      held.insert(report, at: place)
      return
    }
    // The clock was set back.
    if lag >= 0 { finish(consume) }
    held.append(report)
    newest = time
    release(before: time, consume)
  }

  private mutating func follow(_ report: consuming ReceiverReport, _ consume: FixPipeline.Consumer)
  {
    if held.isEmpty { return consume(report) }
    held.append(report)
    if case .fixLost = held[held.count - 1] { finish(consume) }
  }

  /// Returns the time of a fix, nanoseconds of the day; `nil` for all other reports.
  private static func time(of report: borrowing ReceiverReport) -> Int64? {
    switch report {
    case .fix(let fix): fix.time?.time.nanosecondsOfDay
    default: nil
    }
  }

  /// Passes on what is held.
  mutating func finish(_ consume: FixPipeline.Consumer) {
    for report in held { consume(report) }
    held.removeAll(keepingCapacity: true)
    newest = nil
  }

  /// Returns the place for a fix among those that are held; `nil` if one of them has the same time.
  private func place(of time: Int64) -> Int? {
    for index in held.indices.reversed() {
      guard let other = Self.time(of: held[index]) else { continue }
      if RecentInstants.isSame(time, other) { return nil }
      if timeDifference(other, time) < 0 { return index + 1 }
    }
    return 0
  }

  private mutating func release(before time: Int64, _ consume: FixPipeline.Consumer) {
    var count = 0
    for index in held.indices {
      if let other = Self.time(of: held[index]), timeDifference(time, other) <= Self.reach { break }
      count = index + 1
    }
    if held.count > Self.most { count = held.count - 1 }
    guard count > 0 else { return }
    for report in held[..<count] { consume(report) }
    held.removeFirst(count)
  }
}
