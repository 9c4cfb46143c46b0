// Core Location for Linux. SPDX-License-Identifier: MIT

/// Dates the reports of a protocol whose times are those of the GPS week.
///
/// Until the leap seconds are known, reports wait; if an epoch passes without them, those of the week are taken from a table.
struct GPSTimeline: Sendable {
  private(set) var clock = WeekClock()
  private var held: [(report: InstantReport, timeOfWeek: UInt32)] = []

  /// More messages than a receiver sends until it states its clock, which may be every few epochs.
  private static let mostHeld = 64

  // MARK: - What messages state

  /// Learns a moment of UTC that has this time of the week, milliseconds.
  mutating func learn(
    _ moment: WeekClock.Moment, at timeOfWeek: UInt32, _ report: ProtocolReader.Consumer
  ) {
    clock.learn(moment, at: timeOfWeek)
    release(report)
  }

  mutating func learn(week: Int?, at timeOfWeek: UInt32) { clock.learn(week: week, at: timeOfWeek) }

  /// Learns by how many seconds GPS is ahead of UTC; `nil` says nothing.
  mutating func learn(leapSeconds: Int?, _ report: ProtocolReader.Consumer) {
    clock.learn(leapSeconds: leapSeconds.map(Int64.init))
    if clock.leapSeconds != nil { release(report) }
  }

  // MARK: - Reports

  /// Reports an instant with this time of the week, milliseconds, as soon as its time is known.
  mutating func report(
    _ instant: InstantReport, at timeOfWeek: UInt32, _ report: ProtocolReader.Consumer
  ) {
    if let dated = dated(instant, timeOfWeek) { return report(.instant(dated)) }
    let since = held.first?.timeOfWeek
    if held.count < Self.mostHeld { held.append((instant, timeOfWeek)) }
    if let since, since != timeOfWeek, clock.assumeLeapSeconds() { release(report) }
  }

  /// Reports what still waits at the end of the stream.
  mutating func finish(_ report: ProtocolReader.Consumer) {
    if clock.assumeLeapSeconds() { release(report) }
  }

  private mutating func release(_ report: ProtocolReader.Consumer) {
    guard !held.isEmpty else { return }
    let waiting = held
    held = []
    for element in waiting {
      if let dated = dated(element.report, element.timeOfWeek) { report(.belatedInstant(dated)) }
    }
  }

  private func dated(_ instant: InstantReport, _ timeOfWeek: UInt32) -> InstantReport? {
    guard let time = clock.time(of: timeOfWeek) else { return nil }
    var dated = instant
    dated.time = time
    dated.date = dated.date ?? clock.date(of: timeOfWeek)
    return dated
  }
}
