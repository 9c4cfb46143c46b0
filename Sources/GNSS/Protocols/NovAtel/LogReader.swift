// Core Location for Linux. SPDX-License-Identifier: MIT

/// Turns the logs of NovAtel's and Unicore's receivers into reports.
///
/// A log is about the instant in its header.
struct LogReader: ProtocolReader {
  enum Maker: Sendable {
    case novAtel, unicore

    func header(_ frame: RawSpan) -> LogHeader {
      self == .unicore ? LogHeader(unicore: frame) : LogHeader(novAtel: frame)
    }

    var types: [UInt32: String] {
      self == .unicore ? SolutionType.unicore : SolutionType.novAtel
    }

    /// Returns the fields of a log; `nil` if they are not read.
    func message(_ frame: RawSpan, _ header: LogHeader) -> (any LogMessage)? {
      guard let type = NovAtelLogs.messages[header.name] else { return nil }
      var fields = LogFields(frame, header, types: types)
      return type.init(&fields)
    }
  }

  let maker: Maker
  private var timeline = GPSTimeline()
  private var sky = LogSky()
  /// When the last position that was not an inertial system's alone was computed, milliseconds of the week.
  private var lastPosition: UInt32?
  private var hasInertialFix = false

  init(_ maker: Maker) { self.maker = maker }

  mutating func read(_ frame: RawSpan, _ report: Consumer) {
    let header = maker.header(frame)
    header.status?.reportHeader(report)
    guard let message = maker.message(frame, header) else { return }
    if let timeOfWeek = header.timeOfWeek { timeline.learn(week: header.week, at: timeOfWeek) }
    timeline.learn(leapSeconds: header.leapSeconds, report)
    switch message {
    case let log as PositionLog: self.report(InstantReport(log, header.name), header, report)
    case let log as EarthPositionLog: self.report(InstantReport(log), header, report)
    case let log as PVTSLN:
      self.report(InstantReport(log), header, report)
      if log.headingType?.hasIntegers == true, let heading = log.heading {
        report(.heading(heading, accuracy: nil))
      }
    case let log as VelocityLog: self.report(InstantReport(log, header.name), header, report)
    case let log as STADOP: self.report(InstantReport(log), header, report)
    case let log as PSRDOP: self.report(InstantReport(log), header, report)
    case let log as TimeLog:
      timeline.learn(leapSeconds: log.leapSeconds, report)
      report(.isTimeResolved(log.leapSeconds != nil))
    case let log as HeadingLog: read(log, report)
    case let log as HEADING2: read(log.heading, report)
    case let log as INSPVA:
      read(InstantReport(log), heading: log.heading, accuracy: nil, header, report)
    case let log as INSPVAX:
      read(
        InstantReport(log), heading: log.heading, accuracy: log.azimuthDeviation, header, report)
    case let log as SATVIS2: sky.read(log, at: header.timeOfWeek, report)
    case let log as TRACKSTAT: sky.read(log, at: header.timeOfWeek, report)
    case let log as BESTSATS: sky.read(log.satellites, report)
    case let log as SATSINFO: report(.satellitesInView(log.signals.compactMap(\.shown)))
    case let log as BESTSAT: sky.read(log.satellites, report)
    default: (message as? any StatusLog)?.report(report)
    }
  }

  mutating func finish(_ report: Consumer) { timeline.finish(report) }

  private mutating func report(
    _ instant: InstantReport, _ header: LogHeader, _ report: Consumer
  ) {
    if let timeOfWeek = header.timeOfWeek {
      if instant.verdict == .fix { lastPosition = timeOfWeek }
      timeline.report(instant, at: timeOfWeek, report)
    } else if instant.verdict != nil {
      // A position is none before the time is known.
      var loss = instant
      loss.verdict = .noFix
      report(.instant(loss))
    }
  }

  /// Reports what an inertial system says, many times a second.
  ///
  /// Its position only counts where no other one is computed: the best solution contains it, and has its accuracy. That it has none
  /// only counts if the fix was its own.
  private mutating func read(
    _ instant: InstantReport, heading: Double?, accuracy: Double?, _ header: LogHeader,
    _ report: Consumer
  ) {
    if let heading { report(.heading(heading, accuracy: accuracy)) }
    guard let now = header.timeOfWeek else { return }
    let waits = lastPosition.map { now &- $0 <= Self.longestWait } ?? false
    guard !waits, instant.verdict == .fix || hasInertialFix else { return }
    hasInertialFix = instant.verdict == .fix
    timeline.report(instant, at: now, report)
  }

  /// For the best solution, milliseconds.
  private static let longestWait: UInt32 = 2000

  private func read(_ log: HeadingLog, _ report: Consumer) {
    if let heading = log.validHeading {
      report(.heading(heading, accuracy: log.headingDeviation))
    }
  }
}
