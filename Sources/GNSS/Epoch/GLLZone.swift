// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Recognizes GLL in local time: some plotters send it beside other sentences in UTC.
///
/// Zones are whole quarter hours from UTC. What belongs to a date, or to a better position, is in UTC; if it is so far
/// from a GLL and goes on being so, the GLL is not. A gap of the same length looks alike until the other sentences have
/// come again, and a GLL that is merely late is not off by quarter hours.
struct GLLZone: Sendable {
  private static let quarterHour: Int64 = 900_000_000_000
  /// The longest time without another sentence for which what it said holds.
  private static let memory = ClockSelector.longestPeriod

  /// Whether the next sentence of another kind may decide about a GLL.
  private(set) var isOpen = true
  /// By how much GLL is ahead of UTC, nanoseconds; 0 if it is not.
  private var zone: Int64 = 0
  private var isProven = false
  /// The time of the last sentence of another kind, nanoseconds of the day.
  private var reference: Int64?
  /// The time of the last GLL, and of the last that was in local time, as received.
  private var last: Int64?
  private var lastLocal: Int64?

  /// Returns by how much a GLL is ahead of UTC, nanoseconds.
  mutating func offset(at time: Int64, slack: Int64) -> Int64 {
    defer { last = time }
    guard let reference else { return 0 }
    let (nearest, rest) = Self.quarterHours(timeDifference(time, reference))
    if nearest == 0 { return 0 }
    let goesOn = isProven && Self.goesOn(time, after: lastLocal)
    if !goesOn, nearest != zone || abs(rest) > Self.memory {
      // It does not move into another zone by going on.
      guard abs(rest) <= slack, !Self.goesOn(time, after: last) else { return 0 }
      // No gap precedes the first one.
      (zone, isProven, isOpen) = (nearest, last == nil, last != nil)
    }
    lastLocal = time
    return zone
  }

  /// Whether it is known that a GLL is in local time, rather than likely.
  var isCertain: Bool { isProven }

  /// Whether the other sentences still come that a GLL at this time, UTC, would only repeat.
  func isRepeated(at time: Int64) -> Bool {
    reference.map { abs(timeDifference(time, $0)) <= Self.memory } ?? false
  }

  /// Decides about the last GLL by a sentence of another kind, and returns its zone if it was in local time.
  mutating func settle(at time: Int64, slack: Int64) -> Int64? {
    guard let last else {
      isOpen = false
      return nil
    }
    let (nearest, rest) = Self.quarterHours(timeDifference(last, time))
    if reference == nil, nearest != 0, abs(rest) <= slack { zone = nearest }
    guard zone != 0, nearest == zone, abs(rest) <= Self.memory else {
      // The other sentences have followed it, or it was in UTC.
      (zone, isOpen) = (0, false)
      return nil
    }
    // What repeats a time says nothing about how time goes on.
    if reference != time { (isProven, isOpen, lastLocal) = (true, false, last) }
    return isProven ? zone : nil
  }

  mutating func heard(_ time: Int64) { reference = time }

  private static func goesOn(_ time: Int64, after last: Int64?) -> Bool {
    last.map { (0...memory).contains(timeDifference(time, $0)) } ?? false
  }

  /// Returns the nearest multiple of a quarter hour, and what remains.
  private static func quarterHours(_ difference: Int64) -> (nearest: Int64, rest: Int64) {
    let count = (difference + (difference < 0 ? -quarterHour : quarterHour) / 2) / quarterHour
    return (count * quarterHour, difference - count * quarterHour)
  }
}

// MARK: - Its use

extension FixGatherer {
  /// Returns a GLL with its time in UTC; `nil` if it is in local time and adds nothing to sentences in UTC.
  mutating func inUTC(_ message: GLL) -> GLL? {
    guard let time = message.time?.nanosecondsOfDay else { return message }
    let offset = zone.offset(at: time, slack: clocks.slack)
    guard offset != 0 else { return message }
    let utc = (time - offset + nanosecondsPerDay) % nanosecondsPerDay
    if clocks.hasMoreThanGLL, zone.isRepeated(at: utc) {
      progress.positionReports &+= 1
      assembler.receivedLate()
      return nil
    }
    guard zone.isCertain else { return message }
    var message = message
    message.time = UTCTime(nanosecondsOfDay: utc)
    return message
  }

  /// Moves the newest epoch to UTC, if GLL alone has come about it and another sentence shows that it was in local time.
  mutating func settleZone(at time: Int64) {
    guard zone.isOpen, let offset = zone.settle(at: time, slack: clocks.slack),
      let utc = clocks.moveGLL(by: offset, near: time, isOpen: assembler.isOpen)
    else { return }
    assembler.move(to: UTCTime(nanosecondsOfDay: utc))
  }

  /// Notes the time of a sentence that belongs to no instant.
  mutating func heard(at time: Int64) {
    settleZone(at: time)
    zone.heard(time)
  }
}

extension ClockSelector {
  /// Whether the receiver that is followed sends better positions than those of GLL.
  var hasMoreThanGLL: Bool { followed.rank > Contribution.gll.rank }

  /// Moves the newest instant from local time to UTC, if GLL alone has come about it, and returns its new time.
  ///
  /// - Parameters:
  ///   - time: that of another sentence, which is about the same instant if it is as near.
  ///   - isOpen: whether more can be added to that instant.
  mutating func moveGLL(by offset: Int64, near time: Int64, isOpen: Bool) -> Int64? {
    guard let current = instants.current, current.kinds == .gll else { return nil }
    let utc = (current.time - offset + nanosecondsPerDay) % nanosecondsPerDay
    followed.latest = abs(timeDifference(utc, time)) <= 40_000_000 ? time : utc
    guard isOpen else { return nil }
    instants.moveCurrent(to: followed.latest)
    return followed.latest
  }
}
