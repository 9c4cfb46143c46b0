// Core Location for Linux. SPDX-License-Identifier: MIT

/// Turns messages of CASIC into reports: those of the first generation are about a time since the start, which NAV-TIMEUTC dates,
/// and those of the second about a time of the GPS week.
struct CASICReader: ProtocolReader {
  private var timeline = GPSTimeline()
  private var starts = CASICRunTimes()
  /// Dilutions that wait for their position.
  private var dilutions: InstantReport?
  /// The time of a position that waits for its UTC.
  private var undated: UInt32?
  private var satellites = CASICSky()

  mutating func read(_ frame: RawSpan, _ report: Consumer) {
    guard let message = CASICMessages.message(frame) else { return }
    switch message {
    case let position as CASICPosition:
      starts.report(InstantReport(position), at: position.runTime, report)
    case let solution as CASICSolution:
      starts.report(InstantReport(solution), at: solution.runTime, report)
    case let dilutions as CASICDilutions:
      starts.report(InstantReport(dilutions), at: dilutions.runTime, report)
    case let time as CASICTime: read(time, report)
    case let list as CASICSatellites:
      if let system = CASICSky.systems[CASICProtocol.kind(of: frame)] {
        report(.satellites(satellites.view(with: list, of: system)))
      }
    case let dilutions as CASIC2Dilutions:
      self.dilutions = InstantReport(dilutions)
      undated = nil
    case let solution as CASIC2Solution:
      self.report(InstantReport(solution), solution.timeOfWeek, week: solution.week, report)
    case let position as CASIC2Position:
      self.report(InstantReport(position), position.timeOfWeek, week: position.week, report)
      undated = UInt32(exactly: position.timeOfWeek)
    case let time as CASIC2Time: read(time, report)
    default: break
    }
  }

  mutating func finish(_ report: Consumer) {
    timeline.finish(report)
    starts.finish(report)
  }

  // MARK: - The first generation

  private mutating func read(_ time: CASICTime, _ report: Consumer) {
    report(.isTimeResolved(time.moment != nil))
    if let moment = time.moment { report(.date(moment.date, moment.time)) }
    starts.learn(time.moment, at: time.runTime, report)
  }

  // MARK: - The second generation

  private mutating func report(
    _ instant: InstantReport, _ timeOfWeek: Int32, week: UInt16, _ report: Consumer
  ) {
    guard let timeOfWeek = UInt32(exactly: timeOfWeek), timeOfWeek < 604_800_000 else {
      // A position is none before the time is known.
      var loss = instant
      loss.verdict = .noFix
      return report(.instant(loss))
    }
    // Before the time is known, weeks are counted from 1980.
    if week >= 1024 { timeline.learn(week: Int(week), at: timeOfWeek) }
    timeline.report(instant, at: timeOfWeek, report)
    if let dilutions { timeline.report(dilutions, at: timeOfWeek, report) }
    dilutions = nil
  }

  private mutating func read(_ time: CASIC2Time, _ report: Consumer) {
    guard let timeOfWeek = undated, let moment = time.moment,
      let leapSeconds = time.leapSeconds(at: timeOfWeek)
    else { return }
    undated = nil
    report(.isTimeResolved(true))
    timeline.learn(leapSeconds: leapSeconds, report)
    if time.second == 60 { timeline.learn(moment, at: timeOfWeek, report) }
    report(.date(moment.date, moment.time))
  }
}

/// Dates the reports about a time since the start of the receiver.
struct CASICRunTimes: Sendable {
  private var runTime: UInt32 = 0
  /// Those about ``runTime`` that wait for its UTC.
  private var held: [InstantReport] = []
  /// The UTC of ``runTime``, if it has come.
  private var moment: WeekClock.Moment?

  /// More than a receiver sends about an instant.
  private static let mostHeld = 8

  mutating func report(
    _ instant: InstantReport, at runTime: UInt32, _ report: ProtocolReader.Consumer
  ) {
    begin(runTime, report)
    if let moment {
      report(.instant(Self.dated(instant, moment)))
    } else if held.count < Self.mostHeld {
      held.append(instant)
    }
  }

  /// Learns the UTC of a time since the start; `nil` if the receiver does not know it.
  mutating func learn(
    _ moment: WeekClock.Moment?, at runTime: UInt32, _ report: ProtocolReader.Consumer
  ) {
    begin(runTime, report)
    guard let moment else { return finish(report) }
    self.moment = moment
    for instant in held { report(.instant(Self.dated(instant, moment))) }
    held = []
  }

  /// Reports that there is no fix, if what is held says so: of a position whose time has not come, nothing can be said.
  mutating func finish(_ report: ProtocolReader.Consumer) {
    if let loss = held.first(where: { $0.verdict == .noFix }) { report(.instant(loss)) }
    held = []
  }

  private mutating func begin(_ runTime: UInt32, _ report: ProtocolReader.Consumer) {
    guard runTime != self.runTime else { return }
    finish(report)
    (self.runTime, moment) = (runTime, nil)
  }

  private static func dated(_ instant: InstantReport, _ moment: WeekClock.Moment) -> InstantReport {
    var dated = instant
    (dated.time, dated.date) = (moment.time, moment.date)
    return dated
  }
}

/// Joins the satellites of each system, which come in messages of their own.
struct CASICSky: Sendable {
  static let systems: [UInt16: SatelliteSystem] = [
    0x0120: .gps, 0x0121: .beiDou, 0x0122: .glonass,
  ]

  private var lists: [SatelliteSystem: CASICSatellites] = [:]
  /// For how long those of another system count, milliseconds.
  private static let lifetime: UInt32 = 10_000

  /// Returns all satellites with a new list of one system.
  mutating func view(with list: CASICSatellites, of system: SatelliteSystem) -> SatellitesInView {
    lists[system] = list
    var view = SatellitesInView()
    for system in SatelliteSystem.allCases {
      guard let known = lists[system], list.runTime &- known.runTime <= Self.lifetime else {
        continue
      }
      for element in known.satellites {
        guard let satellite = SatelliteID(casic: element.number, in: system) else { continue }
        var shown = SatelliteInView(satellite)
        shown.elevation = element.elevation.flatMap { (-90...90).contains($0) ? $0 : nil }
        shown.azimuth = element.azimuth.flatMap { (0...360).contains($0) ? UInt16($0 % 360) : nil }
        shown.carrierToNoise = element.carrierToNoise == 0 ? nil : Float(element.carrierToNoise)
        view.satellites.append(shown)
        if element.isUsed { view.used.insert(satellite) }
      }
    }
    return view
  }
}

extension SatelliteID {
  /// Creates the satellite with a number in a list of one system; in that of GPS, QZSS and SBAS have the numbers of NMEA 0183.
  fileprivate init?(casic number: UInt8, in system: SatelliteSystem) {
    let number = UInt16(number)
    switch (system, number) {
    case (_, 0): return nil
    case (.gps, 33...64): self.init(system: .sbas, number: number)
    case (.gps, 193...202): self.init(system: .qzss, number: number - 192)
    case (.glonass, 65...96): self.init(system: .glonass, number: number - 64)
    default: self.init(system: system, number: number)
    }
  }
}
