// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Finds the day of a time of day.
///
/// Only the receiver's dates are used: that of an RMC with status A or D, or that of a ZDA, PUBX 04, PGRMF or a
/// Trimble GGK until the first such RMC. Before the first date, no time has one. After it, a time belongs to the day on which it is less than
/// twelve hours from the last one: that crosses midnight in both directions, whether the sentence with the new date
/// comes first or last. The date of a live receiver that has not learned it yet is none. Software that rounds seconds sends a 60th one, which is the next minute's first unless it can be
/// a leap second.
struct DateResolver: Sendable {
  /// The earliest day on which the receiver can have been running; `nil` accepts every date.
  ///
  /// Receivers count weeks modulo 1024. A date before this one is moved forward by the least multiple of 1024 weeks
  /// that suffices.
  let referenceDate: CivilDate?
  /// The last day to which a date is moved; one that would have to go beyond it is accepted as it is; `nil` for no
  /// limit.
  let latestDate: CivilDate?

  private var lastDate: CivilDate?
  private var lastTime: Int64 = 0
  private var isCorrected = false
  private var hasRecommendedDate = false

  var isKnown: Bool { lastDate != nil }

  init(referenceDate: CivilDate? = nil, latestDate: CivilDate? = nil) {
    self.referenceDate = referenceDate
    self.latestDate = latestDate
  }

  mutating func learn(from message: RMC) {
    guard message.status?.isValid == true, let date = message.date,
      let time = message.time, let day = CivilDate(date)
    else { return }
    learn(day, time)
  }

  /// Learns the date of a sentence that has one, unless a better kind of sentence has come.
  mutating func learn(from message: ZDA) {
    guard !hasRecommendedDate, let year = message.year, let month = message.month,
      let day = message.day, let time = message.time, year >= 1980,
      let date = CivilDate(year: Int(year), month: Int(month), day: Int(day))
    else { return }
    set(date, time)
  }

  /// Learns the date of a sentence that has one, unless a better kind of sentence has come.
  mutating func learn(from message: PTNLGGK) {
    learn(message.date, message.time, trimbleQuality: message.quality)
  }

  /// Learns the date of a sentence that has one, unless a better kind of sentence has come.
  mutating func learn(from message: PUBX04) { learn(message.date, message.time) }

  /// Learns the date of a sentence that has one, unless a better kind of sentence has come.
  mutating func learn(from message: PGRMF) {
    if message.dimensions ?? 0 > 0 { learn(message.date, message.time) }
  }

  /// Learns the date of a sentence that has one, unless a better kind of sentence has come.
  mutating func learn(from message: PTNLVGK) {
    learn(message.date, message.time, trimbleQuality: message.quality)
  }

  private mutating func learn(_ date: ShortDate?, _ time: UTCTime?, trimbleQuality: UInt8?) {
    if FixQuality(trimble: trimbleQuality) != nil { learn(date, time) }
  }

  private mutating func learn(_ date: ShortDate?, _ time: UTCTime?) {
    guard !hasRecommendedDate, let time, let day = date.flatMap({ CivilDate($0) }) else { return }
    set(day, time)
  }

  /// Learns a date that outranks those of ZDA and GGK.
  mutating func learn(_ date: CivilDate, _ time: UTCTime) {
    hasRecommendedDate = true
    set(date, time)
  }

  private mutating func set(_ date: CivilDate, _ time: UTCTime) {
    lastTime = time.nanosecondsOfDay
    (lastDate, isCorrected) = corrected(date, time)
  }

  private func corrected(_ date: CivilDate, _ time: UTCTime) -> (CivilDate?, isMoved: Bool) {
    guard let referenceDate, date < referenceDate else { return (date, false) }
    let (day, reference) = (date.daysSince1970, referenceDate.daysSince1970)
    let moved = day + (reference - day + 7167) / 7168 * 7168
    guard let latestDate, moved > latestDate.daysSince1970 else {
      return (CivilDate(daysSince1970: moved), true)
    }
    let follows = lastDate.map { $0 <= date } ?? false
    return (follows || !date.isCountedFromStart(time) ? date : nil, false)
  }

  /// Returns the time with its date, if one is known, and makes it the starting point for the next.
  mutating func resolve(_ time: UTCTime) -> FixTime {
    let resolved = date(of: time)
    (lastDate, lastTime) = (resolved.date, resolved.time.nanosecondsOfDay)
    return resolved
  }

  func date(of time: UTCTime) -> FixTime {
    var dated = FixTime(date: lastDate, time: time, isRolloverCorrected: isCorrected)
    let step = time.nanosecondsOfDay - lastTime
    if abs(step) > nanosecondsPerDay / 2 {
      let day = step < 0 ? 1 : -1
      dated.date = lastDate.map { CivilDate(daysSince1970: $0.daysSince1970 + day) }
    }
    return time.second < 60 || dated.mayBeLeapSecond ? dated : dated.withoutSecond60
  }
}

extension CivilDate {
  /// Creates a date from one without a century: 69…99 are in the twentieth, 00…68 in the twenty-first (POSIX).
  init?(_ date: ShortDate) {
    let year = Int(date.yearOfCentury)
    self.init(
      year: year < 69 ? 2000 + year : 1900 + year, month: Int(date.month), day: Int(date.day))
  }
}

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
