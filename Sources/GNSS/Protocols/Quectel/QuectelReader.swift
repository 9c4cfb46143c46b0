// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Turns Quectel's sentences into reports.
struct QuectelReader: ProtocolReader {
  private enum Kind: UInt8 {
    case nav, ppp, pvt, velocity, errors, dilutions
  }

  private var timeline = GPSTimeline()
  /// The errors of the burst that has begun, until a sentence tells its time.
  private var errors: PQTMEPE?

  mutating func read(_ address: SentenceAddress, _ fields: TextFields, _ report: Consumer) {
    switch address.description {
    case "PQTMNAV": PQTMNAV(fields).map { read($0, .nav, fields, report) }
    case "PQTMPPPNAV": PQTMNAV(fields).map { read($0, .ppp, fields, report) }
    case "PQTMPVT": PQTMPVT(fields).map { read($0, fields, report) }
    case "PQTMVEL": PQTMVEL(fields).map { read($0, report) }
    case "PQTMEPE": errors = PQTMEPE(fields)
    case "PQTMDOP": PQTMDOP(fields).map { read($0, report) }
    case "PQTMEOE":
      guard let time = PQTMEOE(fields)?.time else { return }
      reportErrors(at: time, report)
      report(.endOfInstant(time))
    case "PQTMTAR": PQTMTAR(fields).map { read($0, report) }
    case "PQTMANTENNASTATUS": PQTMANTENNASTATUS(fields).map { read($0, report) }
    default: break
    }
  }

  mutating func finish(_ report: Consumer) { timeline.finish(report) }

  // MARK: - Positions

  private mutating func read(
    _ nav: PQTMNAV, _ kind: Kind, _ fields: TextFields, _ report: Consumer
  ) {
    // Before the time is known, a clock runs that began when the receiver was switched on.
    let (time, date) = nav.isTimeValid ? (nav.time, nav.date) : (nil, nil)
    learn(time, date, timeOfWeek: fields.integer(5), report)
    var instant = InstantReport(kind: kind.rawValue, rank: 9, time: time, date: date)
    if kind == .ppp { (instant.rank, instant.weight) = (7, 5) }
    instant.isWholeSolution = true
    instant.position = Coordinate(onEarth: nav.latitude, nav.longitude)
    let isFix = nav.isTimeValid && nav.solution > 0 && instant.position != nil
    instant.verdict = isFix ? .fix : .noFix
    instant.quality = FixQuality(quectel: nav.solution)
    instant.mode = .threeDimensional
    (instant.altitude, instant.geoidSeparation) = (nav.altitude, nav.geoidSeparation)
    instant.setDeviations(
      nav.latitudeDeviation, nav.longitudeDeviation, height: nav.altitudeDeviation)
    (instant.motion.speed, instant.motion.course) = (nav.speed, nav.course)
    (instant.motion.verticalSpeed, instant.errors.speed) = (nav.verticalSpeed, nav.speedDeviation)
    instant.satellitesUsed = nav.satellitesUsed
    (instant.differentialAge, instant.differentialStation) = (nav.age, nav.station)
    if let time { reportErrors(at: time, report) }
    report(.instant(instant))
  }

  private mutating func read(_ pvt: PQTMPVT, _ fields: TextFields, _ report: Consumer) {
    // Before the time is known, a clock runs that began when the receiver was switched on, in January 1980.
    let isTimeValid = pvt.date.map { $0.year > 1980 } ?? false
    let (time, date) = isTimeValid ? (pvt.time, pvt.date) : (nil, nil)
    learn(time, date, timeOfWeek: pvt.timeOfWeek, report)
    var instant = InstantReport(kind: Kind.pvt.rawValue, rank: 8, time: time, date: date)
    (instant.weight, instant.isWholeSolution) = (8, true)
    instant.position = Coordinate(onEarth: pvt.latitude, pvt.longitude)
    instant.mode = pvt.fix == 2 ? .twoDimensional : .threeDimensional
    let isFix = (2...3).contains(pvt.fix) && instant.position != nil
    instant.verdict = isFix ? .fix : .noFix
    instant.quality = pvt.quality.flatMap(FixQuality.init(rawValue:))
    (instant.altitude, instant.geoidSeparation) = (pvt.altitude, pvt.geoidSeparation)
    (instant.motion.speed, instant.motion.course) = (pvt.speed, pvt.course)
    instant.motion.verticalSpeed = pvt.downwardSpeed.map { -$0 }
    (instant.dilution.horizontal, instant.dilution.position) = (pvt.hdop, pvt.pdop)
    instant.satellitesUsed = pvt.satellitesUsed
    if let time { reportErrors(at: time, report) }
    report(.instant(instant))
  }

  private mutating func learn(
    _ time: UTCTime?, _ date: CivilDate?, timeOfWeek: UInt32?, _ report: Consumer
  ) {
    guard let time, let date, let timeOfWeek else { return }
    timeline.learn(WeekClock.Moment(date: date, time: time), at: timeOfWeek, report)
  }

  // MARK: - Parts

  private mutating func read(_ velocity: PQTMVEL, _ report: Consumer) {
    guard let time = velocity.time else { return }
    reportErrors(at: time, report)
    var instant = InstantReport(kind: Kind.velocity.rawValue, rank: 8, time: time)
    (instant.motion.speed, instant.motion.course) = (velocity.speed, velocity.course)
    instant.motion.verticalSpeed = velocity.downwardSpeed.map { -$0 }
    (instant.errors.speed, instant.errors.course) =
      (velocity.speedAccuracy, velocity.courseAccuracy)
    report(.instant(instant))
  }

  /// Reports the errors of the burst, which comes before everything that has a time; those of an earlier burst are not kept.
  private mutating func reportErrors(at time: UTCTime, _ report: Consumer) {
    guard let errors else { return }
    self.errors = nil
    var instant = InstantReport(kind: Kind.errors.rawValue, rank: 8, time: time)
    instant.errors.horizontal = errors.horizontalError.map { $0 * ErrorEllipse.radiusPerDistance }
    instant.errors.vertical = errors.downwardError
    report(.instant(instant))
  }

  private mutating func read(_ dilutions: PQTMDOP, _ report: Consumer) {
    var instant = InstantReport(kind: Kind.dilutions.rawValue, rank: 9)
    (instant.dilution.position, instant.dilution.horizontal) = (dilutions.pdop, dilutions.hdop)
    instant.dilution.vertical = dilutions.vdop
    timeline.report(instant, at: dilutions.timeOfWeek, report)
  }

  private func read(_ attitude: PQTMTAR, _ report: Consumer) {
    guard let heading = attitude.heading else { return }
    switch attitude.quality {
    case 4: report(.heading(heading, accuracy: attitude.headingAccuracy))
    // As with courses, a direction that is uncertain by 30° is none.
    case 5 where attitude.headingAccuracy.map { $0 > 0 && $0 < 30 } == true:
      report(.heading(heading, accuracy: attitude.headingAccuracy))
    default: break
    }
  }

  private func read(_ antenna: PQTMANTENNASTATUS, _ report: Consumer) {
    switch antenna.status {
    case 1: report(.antenna(.good))
    case 2: report(.antenna(.open))
    case 3: report(.antenna(.shorted))
    default: break
    }
  }
}

extension FixQuality {
  /// Creates the quality that a number in PQTMNAV means; `nil` for one that no data sheet names.
  fileprivate init?(quectel solution: UInt8) {
    switch solution {
    case 1: self = .autonomous
    case 2, 5: self = .differential
    case 6: self = .rtkFloat
    case 7: self = .precise
    case 8: self = .rtkFloat
    case 12: self = .rtkFixed
    default: return nil
    }
  }
}
