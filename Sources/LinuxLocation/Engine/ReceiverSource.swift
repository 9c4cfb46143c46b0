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
