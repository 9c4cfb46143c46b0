// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import UBX

/// Turns messages of Allystar into reports.
struct AllystarReader: ProtocolReader {
  private enum Kind: UInt8 {
    case position, velocity, dilutions, utc, auto, pvt
  }

  private var timeline = GPSTimeline()
  /// The time of the last position, and the last one that is known to have a position, milliseconds of the week.
  private var positionTime: UInt32?
  private var validTime: UInt32?

  mutating func read(_ frame: RawSpan, _ report: Consumer) {
    guard let message = AllystarMessages.message(frame) else { return }
    switch message {
    case let position as NAVPOSLLH: read(position, report)
    case let velocity as NAVVELNED:
      var instant = InstantReport(velocity)
      prepare(&instant, .velocity)
      // 180° are the whole circle.
      if velocity.courseAccuracy >= 180 { instant.errors.course = nil }
      self.report(instant, at: velocity.timeOfWeek, report)
    case let dilutions as NAVDOP:
      var instant = InstantReport(dilutions)
      prepare(&instant, .dilutions)
      self.report(instant, at: dilutions.timeOfWeek, report)
    case let time as AllystarTime: read(time, report)
    case let utc as AllystarUTC: read(utc, report)
    case let auto as AllystarAuto: read(auto, report)
    case let pvt as AllystarPVT: read(pvt, report)
    default: break
    }
  }

  mutating func finish(_ report: Consumer) { timeline.finish(report) }

  // MARK: - Positions

  private mutating func read(_ position: NAVPOSLLH, _ report: Consumer) {
    let time = Self.rounded(position.timeOfWeek)
    positionTime = time
    var instant = InstantReport(position)
    prepare(&instant, .position)
    instant.isWholeSolution = true
    // It does not say whether it is valid: the time of the same instant, or NAV-AUTO, does.
    instant.weight = 5
    if validTime == time { instant.verdict = .fix }
    self.report(instant, at: time, report)
  }

  private mutating func read(_ pvt: AllystarPVT, _ report: Consumer) {
    var instant = InstantReport(kind: Kind.pvt.rawValue, rank: 8)
    instant.isWholeSolution = true
    instant.position = Coordinate(onEarth: pvt.latitude, pvt.longitude)
    switch pvt.fix {
    case 0: instant.verdict = .noFix
    case 3...7: instant.verdict = instant.position == nil ? .noFix : .fix
    default: instant.verdict = .unconfirmed
    }
    (instant.altitude, instant.ellipsoidalAltitude) = (pvt.altitude, pvt.ellipsoidalHeight)
    instant.errors.horizontal = pvt.horizontalAccuracy * ErrorEllipse.radiusPerDistance
    instant.errors.vertical = pvt.verticalAccuracy
    instant.motion.set(north: pvt.northSpeed, east: pvt.eastSpeed, up: -pvt.downwardSpeed)
    instant.satellitesUsed = Int(pvt.satellitesUsed)
    self.report(instant, at: pvt.timeOfWeek, report)
  }

  private mutating func read(_ auto: AllystarAuto, _ report: Consumer) {
    var instant = InstantReport(kind: Kind.auto.rawValue, rank: 8)
    instant.isWholeSolution = true
    instant.position = Coordinate(onEarth: auto.latitude, auto.longitude)
    instant.verdict = auto.isFix && instant.position != nil ? .fix : .noFix
    instant.mode = auto.fix == 3 ? .twoDimensional : .threeDimensional
    instant.quality = auto.quality
    instant.ellipsoidalAltitude = auto.ellipsoidalHeight
    (instant.motion.speed, instant.motion.course) = (auto.speed, auto.course)
    (instant.dilution.position, instant.dilution.horizontal) = (auto.pdop, auto.hdop)
    instant.dilution.vertical = auto.vdop
    instant.satellitesUsed = Int(auto.satellitesUsed)
    guard let moment = auto.moment else { return }
    // Its second has no fraction: another message about the same instant has the time to the millisecond.
    if let time = positionTime, let exact = timeline.clock.time(of: time),
      (0..<1_000_000_000).contains(exact.nanosecondsOfDay - moment.time.nanosecondsOfDay)
    {
      return self.report(instant, at: time, report)
    }
    // Nothing says that the time is valid, either.
    if auto.isFix { (instant.time, instant.date) = (moment.time, moment.date) }
    report(.instant(instant))
  }

  private func prepare(_ instant: inout InstantReport, _ kind: Kind) {
    (instant.kind, instant.rank) = (kind.rawValue, 9)
    instant.errors.source = .receiverEstimate
  }

  // MARK: - Time

  private mutating func read(_ time: AllystarTime, _ report: Consumer) {
    guard time.system == 0 else { return }
    timeline.learn(week: time.week.map(Int.init), at: time.timeOfWeek)
    timeline.learn(leapSeconds: time.leapSeconds.map(Int.init), report)
  }

  private mutating func read(_ utc: AllystarUTC, _ report: Consumer) {
    report(.isTimeResolved(utc.moment != nil))
    let time = Self.rounded(utc.timeOfWeek)
    var instant = InstantReport(kind: Kind.utc.rawValue, rank: 8)
    instant.weight = 5
    guard let moment = utc.moment else {
      validTime = nil
      // It says nothing against sentences, which may come before the leap seconds are known.
      (instant.verdict, instant.isWholeSolution) = (.unconfirmed, true)
      return self.report(instant, at: time, report)
    }
    timeline.learn(moment, at: time, report)
    report(.date(moment.date, moment.time))
    validTime = time
    guard positionTime == time else { return }
    instant.verdict = .fix
    self.report(instant, at: time, report)
  }

  private mutating func report(
    _ instant: InstantReport, at timeOfWeek: UInt32, _ report: Consumer
  ) {
    guard timeOfWeek < 604_800_000 else { return }
    timeline.report(instant, at: Self.rounded(timeOfWeek), report)
  }

  /// Returns a time to 10 ms: those in one burst differ by one.
  private static func rounded(_ timeOfWeek: UInt32) -> UInt32 {
    timeOfWeek < 604_800_000 ? (timeOfWeek + 5) / 10 * 10 : timeOfWeek
  }
}
