// Core Location for Linux. SPDX-License-Identifier: MIT

import UBX

/// Turns frames of UBX into reports.
struct UBXReader: ProtocolReader {
  private var timeline = GPSTimeline()

  mutating func read(_ frame: RawSpan, _ report: Consumer) {
    let payload = frame.extracting(UBXProtocol.payload(of: frame))
    switch UBXProtocol.kind(of: frame) {
    case NAVPVT.kind: if let pvt = NAVPVT(payload) { read(pvt, report) }
    case NAVSOL.kind:
      guard let sol = NAVSOL(payload) else { return }
      timeline.learn(week: sol.week.map(Int.init), at: sol.timeOfWeek)
      timeline.report(InstantReport(sol), at: sol.timeOfWeek, report)
    case NAVSTATUS.kind:
      guard let status = NAVSTATUS(payload) else { return }
      read(spoofing: status.spoofing, report)
      timeline.report(InstantReport(status), at: status.timeOfWeek, report)
    case NAVHPPOSLLH.kind: NAVHPPOSLLH(payload).map { read($0, InstantReport($0), report) }
    case NAVPOSLLH.kind: NAVPOSLLH(payload).map { read($0, InstantReport($0), report) }
    case NAVPOSECEF.kind: NAVPOSECEF(payload).map { read($0, InstantReport($0), report) }
    case NAVVELNED.kind: NAVVELNED(payload).map { read($0, InstantReport($0), report) }
    case NAVVELECEF.kind: NAVVELECEF(payload).map { read($0, InstantReport($0), report) }
    case NAVDOP.kind: NAVDOP(payload).map { read($0, InstantReport($0), report) }
    case NAVTIMEUTC.kind, NAVTIMEGPS.kind, NAVTIMELS.kind: readTime(frame, report)
    case NAVEOE.kind:
      guard let end = NAVEOE(payload), let time = timeline.clock.time(of: end.timeOfWeek) else {
        return
      }
      report(.endOfInstant(time))
    case NAVSAT.kind: NAVSAT(payload).map { report(.satellites(SatellitesInView($0))) }
    case NAVSVINFO.kind: NAVSVINFO(payload).map { report(.satellites(SatellitesInView($0))) }
    case NAVSIG.kind: NAVSIG(payload).map { report(.signals($0.signals.map(SatelliteInView.init))) }
    case NAVRELPOSNED.kind, NAVATT.kind: readHeading(frame, report)
    default: readInterference(frame, report)
    }
  }

  mutating func finish(_ report: Consumer) { timeline.finish(report) }

  private mutating func read(
    _ message: some NavigationMessage, _ instant: InstantReport, _ report: Consumer
  ) {
    timeline.report(instant, at: message.timeOfWeek, report)
  }

  private mutating func read(_ pvt: NAVPVT, _ report: Consumer) {
    report(.isTimeResolved(pvt.isFullyResolved))
    if let declination = pvt.magneticDeclination { report(.magneticVariation(declination)) }
    var instant = InstantReport(pvt)
    if let moment = WeekClock.Moment(pvt) {
      timeline.learn(moment, at: pvt.timeOfWeek, report)
      (instant.time, instant.date) = (moment.time, moment.date)
    } else {
      instant.time = timeline.clock.time(of: pvt.timeOfWeek)
    }
    // Without a time, too: it may be a loss.
    report(.instant(instant))
  }

  // MARK: - Time

  private mutating func readTime(_ frame: RawSpan, _ report: Consumer) {
    let payload = frame.extracting(UBXProtocol.payload(of: frame))
    if let utc = NAVTIMEUTC(payload), UBXProtocol.kind(of: frame) == NAVTIMEUTC.kind {
      guard let moment = WeekClock.Moment(utc) else { return }
      timeline.learn(moment, at: utc.timeOfWeek, report)
      report(.date(moment.date, moment.time))
    } else if let gps = NAVTIMEGPS(payload), UBXProtocol.kind(of: frame) == NAVTIMEGPS.kind {
      timeline.learn(week: gps.week.map(Int.init), at: gps.timeOfWeek)
      timeline.learn(leapSeconds: gps.leapSeconds.map(Int.init), report)
      report(.isTimeResolved(gps.leapSeconds != nil))
    } else if let leap = NAVTIMELS(payload) {
      timeline.learn(leapSeconds: leap.leapSeconds.map(Int.init), report)
      report(.leapSecond(LeapSecond(leap)))
    }
  }

  // MARK: - Headings and interference

  private func readHeading(_ frame: RawSpan, _ report: Consumer) {
    let payload = frame.extracting(UBXProtocol.payload(of: frame))
    if UBXProtocol.kind(of: frame) == NAVRELPOSNED.kind {
      guard let message = NAVRELPOSNED(payload), let heading = message.heading else { return }
      report(.heading(heading, accuracy: message.headingAccuracy))
    } else if let attitude = NAVATT(payload), attitude.headingAccuracy > 0,
      // As with courses, a direction that is uncertain by 30° is none.
      attitude.headingAccuracy < 30
    {
      report(.heading(attitude.heading, accuracy: attitude.headingAccuracy))
    }
  }

  private func readInterference(_ frame: RawSpan, _ report: Consumer) {
    let payload = frame.extracting(UBXProtocol.payload(of: frame))
    switch UBXProtocol.kind(of: frame) {
    case MONHW.kind:
      let message = MONHW(payload)
      read(jamming: message?.jamming, report)
      read(antenna: message?.antenna, report)
    case MONRF.kind:
      for block in MONRF(payload)?.blocks ?? [] {
        read(jamming: block.jamming, report)
        read(antenna: block.antenna, report)
      }
    case SECSIG.kind:
      let message = SECSIG(payload)
      read(jamming: message?.jamming, report)
      read(spoofing: message?.spoofing, report)
    default: break
    }
  }

  private func read(spoofing state: UInt8?, _ report: Consumer) {
    if IntegrityThresholds.isReported(state) { report(.spoofing) }
  }

  /// Reads the state of an antenna: 2 good, 3 shorted, 4 open; 0 and 1 mean that it is not known.
  private func read(antenna state: UInt8?, _ report: Consumer) {
    switch state {
    case 2: report(.antenna(.good))
    case 3: report(.antenna(.shorted))
    case 4: report(.antenna(.open))
    default: break
    }
  }

  private func read(jamming state: JammingState?, _ report: Consumer) {
    guard let state = state?.rawValue, IntegrityThresholds.isReported(state) else { return }
    report(.jamming(isCertain: state >= IntegrityThresholds.reportedJamming))
  }
}

extension WeekClock.Moment {
  /// Creates the moment of a message; `nil` if it does not call it valid.
  fileprivate init?(_ message: NAVPVT) {
    guard message.isDateValid, message.isTimeValid else { return nil }
    self.init(
      (message.year, message.month, message.day), (message.hour, message.minute, message.second),
      nanosecond: message.nanosecond)
  }

  /// Creates the moment of a message; `nil` if it does not call it valid.
  fileprivate init?(_ message: NAVTIMEUTC) {
    guard message.isValid else { return nil }
    self.init(
      (message.year, message.month, message.day), (message.hour, message.minute, message.second),
      nanosecond: message.nanosecond)
  }
}

extension LeapSecond {
  fileprivate init?(_ message: NAVTIMELS) {
    // The last one was some years ago; a receiver may send any number.
    guard let change = message.change, let seconds = message.secondsToChange,
      seconds.magnitude < 1_000_000_000
    else { return nil }
    self.init(change: Int(change), secondsToChange: Int(seconds))
  }
}
