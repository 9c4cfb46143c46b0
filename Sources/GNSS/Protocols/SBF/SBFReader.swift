// Core Location for Linux. SPDX-License-Identifier: MIT

/// Turns blocks of SBF into reports.
struct SBFReader: ProtocolReader {
  private var timeline = GPSTimeline()
  private var headings = SBFHeadings()
  /// The last position in three coordinates, and its time: errors in them can be turned there.
  private var place: (timeOfWeek: UInt32?, coordinate: Coordinate)?

  mutating func read(_ frame: RawSpan, _ report: Consumer) {
    let header = SBFHeader(frame)
    guard let block = SBFBlocks.block(frame) else { return }
    switch block {
    case let pvt as PVTGeodetic: self.report(InstantReport(pvt), header, report)
    case let pvt as PVTCartesian:
      let instant = InstantReport(pvt)
      place = instant.position.map { (header.timeOfWeek, $0) }
      self.report(instant, header, report)
    case let errors as Covariances: read(errors, header, report)
    case let errors as CartesianCovariances:
      guard let place, place.timeOfWeek == header.timeOfWeek else { return }
      if let errors = Covariances(errors, at: place.coordinate) { read(errors, header, report) }
    case let dilutions as DOPBlock: self.report(InstantReport(dilutions), header, report)
    case is EndOfPVT:
      if let time = header.timeOfWeek.flatMap({ timeline.clock.time(of: $0) }) {
        report(.endOfInstant(time))
      }
    case let time as ReceiverTime: read(time, header, report)
    case let utc as UTCParameters: timeline.learn(leapSeconds: Int(utc.leapSeconds), report)
    case let attitude as AttEuler: headings.read(attitude, at: header.timeOfWeek, report)
    case let errors as AttCovEuler: headings.read(errors, at: header.timeOfWeek, report)
    case let status as ReceiverStatus: if let antenna = status.antenna { report(.antenna(antenna)) }
    case let status as RFStatus: read(status, report)
    case let status as GALAuthStatus: if status.isFailed { report(.spoofing) }
    case let status as ChannelStatus: report(.satellites(SatellitesInView(status)))
    case let signals as MeasEpoch:
      report(.signals(signals.signals.compactMap(SatelliteInView.init)))
    default: break
    }
  }

  mutating func finish(_ report: Consumer) { timeline.finish(report) }

  private mutating func report(
    _ instant: InstantReport, _ header: SBFHeader, _ report: Consumer
  ) {
    if let timeOfWeek = header.timeOfWeek {
      timeline.learn(week: header.week, at: timeOfWeek)
      timeline.report(instant, at: timeOfWeek, report)
    } else if instant.verdict != nil {
      // A position is none before the time is known.
      var loss = instant
      loss.verdict = .noFix
      report(.instant(loss))
    }
  }

  private mutating func read(
    _ errors: Covariances, _ header: SBFHeader, _ report: Consumer
  ) {
    let isOfVelocity = header.number == 5907 || header.number == 5908
    self.report(
      isOfVelocity ? InstantReport(velocityErrors: errors) : InstantReport(positionErrors: errors),
      header, report)
  }

  private mutating func read(_ time: ReceiverTime, _ header: SBFHeader, _ report: Consumer) {
    report(.isTimeResolved(time.leapSeconds != nil && header.week != nil))
    guard let timeOfWeek = header.timeOfWeek else { return }
    timeline.learn(week: header.week, at: timeOfWeek)
    timeline.learn(leapSeconds: time.leapSeconds, report)
    if let moment = time.leapSecond(at: timeOfWeek) {
      timeline.learn(moment, at: timeOfWeek, report)
      report(.date(moment.date, moment.time))
    }
  }

  private func read(_ status: RFStatus, _ report: Consumer) {
    if status.maySignalsBeFalse || status.isAuthenticationFailed { report(.spoofing) }
    if status.isJammed != false { report(.jamming(isCertain: status.isJammed == true)) }
  }
}

/// Joins headings and their errors, which are in another block that may be off.
struct SBFHeadings: Sendable {
  /// The heading whose error has not come.
  private var waiting: (heading: Double, timeOfWeek: UInt32?)?
  private var hasErrors = false

  mutating func read(
    _ attitude: AttEuler, at timeOfWeek: UInt32?, _ report: ProtocolReader.Consumer
  ) {
    waiting = attitude.validHeading.map { ($0, timeOfWeek) }
    guard !hasErrors, attitude.isFixed, let waiting else { return }
    report(.heading(waiting.heading, accuracy: nil))
    self.waiting = nil
  }

  mutating func read(
    _ errors: AttCovEuler, at timeOfWeek: UInt32?, _ report: ProtocolReader.Consumer
  ) {
    hasErrors = true
    // As with courses, a direction that is uncertain by 30° is none.
    guard let waiting, waiting.timeOfWeek == timeOfWeek, let deviation = errors.headingDeviation,
      deviation < 30
    else { return }
    self.waiting = nil
    report(.heading(waiting.heading, accuracy: deviation))
  }
}
