// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
package import NMEA0183
package import NavigationAuthentication
package import UBX

/// Reads the pages of Galileo's message that one receiver passes on, and when they began.
package struct NavigationPageReader: Sendable {
  private var clock = PageClock()
  /// The second of the newest epoch; every page that began two seconds before it has been returned.
  package private(set) var time: GalileoTime?

  package init() {}

  /// Reads a frame.
  ///
  /// - Returns: Pages that came before it, up to a second ago; those without a time cannot be dated any more.
  package mutating func received(_ kind: FrameKind, _ payload: RawSpan) -> [NavigationPage] {
    switch kind {
    case RXMSFRBX.kind:
      guard let frame = RXMSFRBX(payload), let bytes = frame.galileoPage,
        let page = NavigationPage(
          satellite: Int(frame.number), bytes: bytes, start: nil)
      else { return [] }
      return clock.add(page)
    case NAVPVT.kind:
      guard let time = NAVPVT(payload).flatMap(GalileoTime.init) else { return [] }
      return epoch(at: time)
    case NAVTIMEGPS.kind:
      guard let time = NAVTIMEGPS(payload).flatMap(GalileoTime.init) else { return [] }
      return epoch(at: time)
    default: return []
    }
  }

  /// Reads a sentence, whose time counts if there are no frames with a time.
  package mutating func received(_ message: Message) -> [NavigationPage] {
    guard case .rmc(let rmc) = message, let time = GalileoTime(rmc) else { return [] }
    return epoch(at: time)
  }

  /// Ends the stream.
  package mutating func finish() -> [NavigationPage] { clock.finish() }

  private mutating func epoch(at time: GalileoTime) -> [NavigationPage] {
    self.time = time
    return clock.epoch(at: time)
  }
}

extension GalileoTime {
  /// The second of an epoch; `nil` if its date or time is not valid.
  init?(_ pvt: NAVPVT) {
    guard pvt.isDateValid, pvt.isTimeValid,
      let date = CivilDate(year: Int(pvt.year), month: Int(pvt.month), day: Int(pvt.day))
    else { return nil }
    self.init(timeOfWeek: pvt.timeOfWeek, near: date)
  }

  /// The second of an epoch; `nil` if its week is not valid.
  init?(_ time: NAVTIMEGPS) {
    guard let week = time.week, week >= Self.firstWeek else { return nil }
    self.init(week: Int(week - Self.firstWeek), timeOfWeek: Int(time.timeOfWeek / 1000))
  }

  /// The second of a sentence with a valid position; `nil` without a date.
  ///
  /// Two digits of the year are enough: no satellite signed anything before 2020.
  init?(_ rmc: RMC) {
    guard rmc.status?.isValid == true, let time = rmc.time, let short = rmc.date,
      let date = CivilDate(
        year: 2000 + Int(short.yearOfCentury), month: Int(short.month), day: Int(short.day))
    else { return nil }
    self.init(timeOfWeek: date.timeOfWeek(at: time), near: date)
  }

  /// - Parameters:
  ///   - timeOfWeek: the time of the GPS week, milliseconds.
  ///   - date: the day in UTC, which tells the week.
  private init?(timeOfWeek: UInt32, near date: CivilDate) {
    let seconds = Int(timeOfWeek / 1000)
    let days = date.daysSince1970 - Self.firstDay
    guard days >= 0, seconds < 604_800 else { return nil }
    // The middle of that day, so that leap seconds do not matter.
    let week = (days * 86_400 + 43_200 - seconds + 302_400) / 604_800
    self.init(week: week, timeOfWeek: seconds)
  }

  /// 22 August 1999, in days since 1970.
  private static let firstDay = 10_825
  /// Galileo's week 0, in weeks of GPS.
  private static let firstWeek: Int16 = 1024
}
