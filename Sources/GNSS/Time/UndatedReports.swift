// Core Location for Linux. SPDX-License-Identifier: MIT

/// Reports without a date that are held until the receiver's first date, which then dates them.
struct UndatedReports: Sendable {
  /// The most that are held; if there are more, all are emitted without a date.
  private let most: Int
  private var held: [ReceiverReport] = []

  init(most: Int) { self.most = most }

  var isEmpty: Bool { held.isEmpty }

  /// Emits a report, or holds it until its date is known.
  ///
  /// - Parameter time: its time; a report without one is only held to remain behind others.
  mutating func emit(
    _ report: consuming ReceiverReport, at time: FixTime?, by dates: DateResolver,
    _ consume: FixPipeline.Consumer
  ) {
    let isUndated = time.map { $0.date == nil } ?? !held.isEmpty
    guard isUndated, !dates.isKnown, held.count < most else {
      if !held.isEmpty { release(by: dates, consume) }
      return consume(report)
    }
    held.append(report)
  }

  /// Emits what is held, with the dates that are known by now.
  ///
  /// Each report belongs to the day on which it is less than twelve hours before the one that follows.
  mutating func release(by dates: DateResolver, _ consume: FixPipeline.Consumer) {
    var resolver = dates
    for index in held.indices.reversed() {
      guard let time = held[index].time else { continue }
      held[index].time = resolver.resolve(time.time)
    }
    for report in held { consume(report) }
    held.removeAll()
  }
}
