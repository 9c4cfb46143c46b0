// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver
import LinuxSystem
import LocationJSON
import LocationProtocols
import ReceiverRecording

/// A receiver in this process.
final class ReceiverSource: PositionSource {
  private let selection: ReceiverSupervisor.Selection
  /// Whether the times of a recording are moved to the present.
  private let isNow: Bool
  private let rates: RateMemoryFile?
  private let options: SupervisionOptions
  private let supervisor = Mutex<ReceiverSupervisor?>(nil)

  /// - Parameters:
  ///   - service: the location service that takes precedence over all ports, if the selection is automatic.
  ///   - fallback: what is asked if neither has a position, likewise.
  ///   - rates: where baud rates are remembered; by default, the user's file.
  init(
    _ selection: ReceiverSupervisor.Selection, service: ServiceSource? = nil,
    fallback: GeoClueSource? = nil, isNow: Bool = false,
    rates: RateMemoryFile? = RateMemoryFile()
  ) {
    self.selection = selection
    var options = SupervisionOptions()
    (options.service, options.fallback) = (service, fallback)
    self.options = options
    self.isNow = isNow
    self.rates = rates
  }

  /// Creates the source that `CORELOCATION_SOURCE` names.
  convenience init(
    _ text: String, sockets: [String] = [], fallback: GeoClueSource? = nil,
    introduction: ClientIntroduction = ClientIntroduction(name: nil)
  ) throws(SelectionError) {
    let (source, isNow) = ReplayTime.removing(from: text)
    let selection = try ReceiverSupervisor.Selection(
      includingRecordings: source, introduction: introduction)
    let service = sockets.isEmpty ? nil : ServiceSource(sockets, introduction)
    self.init(selection, service: service, fallback: fallback, isNow: isNow)
  }

  var isReplay: Bool {
    if case .source(let source) = selection {
      source.traits.contains(.isRecorded)
    } else {
      false
    }
  }

  func start(
    _ receive: @escaping @Sendable ([ReceiverEvent]) -> Void
  ) throws(PositionSourceError) -> any Sendable {
    do throws(SystemError) {
      let time = Mutex(isNow ? ReplayTime() : nil)
      let isPast = isReplay && !isNow
      return try shared().observe { events in
        let moved = time.withLock { time in
          events.map { time?.moved($0, now: nanosecondsSince1970()) ?? $0 }
        }
        receive(isPast ? moved : moved.map(\.withTime))
      }
    } catch {
      throw PositionSourceError(text: error.description, isTransient: true)
    }
  }

  private func shared() throws(SystemError) -> ReceiverSupervisor {
    try supervisor.withLock { known throws(SystemError) in
      if let known { return known }
      let made = try ReceiverSupervisor(selection, options: options, rates: rates)
      known = made
      return made
    }
  }
}

extension ReceiverEvent {
  /// The same event; a fix of a receiver that sends no times has that of its arrival, since a location must have one.
  fileprivate var withTime: ReceiverEvent {
    guard case .report(.fix(var fix)) = content, fix.time == nil else { return self }
    fix.time = FixTime(nanosecondsSince1970: nanosecondsSince1970())
    var event = self
    event.content = .report(.fix(fix))
    return event
  }
}

/// A shift of the times of a recording to the present, by one span, so that the intervals between fixes stay the same.
struct ReplayTime: Sendable {
  /// Nanoseconds to be added; `nil` before the first fix with a date.
  private var shift: Int64?

  /// Returns an event with its time moved.
  ///
  /// - Parameter now: nanoseconds since 1970, by the machine's clock.
  mutating func moved(_ event: ReceiverEvent, now: Int64) -> ReceiverEvent {
    guard case .report(var report) = event.content, let time = report.time else { return event }
    report.time = moved(time, now: now)
    return ReceiverEvent(.report(report), of: event.receiver, at: event.arrival)
  }

  private mutating func moved(_ time: FixTime, now: Int64) -> FixTime {
    guard let recorded = time.nanosecondsSince1970 else { return time }
    // A recording of two centuries, or a clock as far ahead, is damaged; its times stay as they are.
    let (span, isTooFar) = now.subtractingReportingOverflow(recorded)
    let shift = shift ?? span
    let (nanoseconds, isTooLate) = recorded.addingReportingOverflow(shift)
    if isTooFar || isTooLate { return time }
    self.shift = shift
    var moved = FixTime(nanosecondsSince1970: nanoseconds)
    moved.isRolloverCorrected = time.isRolloverCorrected
    return moved
  }

  /// Returns a source's name without `time=now`, and whether it contained that.
  ///
  /// An example is `replay:drive.nmea?speed=10&time=now`.
  static func removing(from source: String) -> (source: String, isNow: Bool) {
    guard source.hasPrefix("replay:"), let mark = source.lastIndex(of: "?") else {
      return (source, false)
    }
    let options = source[source.index(after: mark)...].split(separator: "&")
    let others = options.filter { $0 != "time=now" }
    guard others.count < options.count else { return (source, false) }
    let rest = others.isEmpty ? "" : "?" + others.joined(separator: "&")
    return (String(source[..<mark]) + rest, true)
  }
}
