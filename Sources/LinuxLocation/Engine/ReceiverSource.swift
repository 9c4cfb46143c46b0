// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The only file that uses both the events of a receiver and those of the engine.

import Foundation
import GNSSReceiver
import LinuxSystem
import ReceiverRecording
import ServiceProtocol

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
  ///   - rates: where baud rates are remembered; by default, the user's file.
  init(
    _ selection: ReceiverSupervisor.Selection, service: ServicePlace? = nil, isNow: Bool = false,
    rates: RateMemoryFile? = RateMemoryFile()
  ) {
    self.selection = selection
    var options = SupervisionOptions()
    options.service = service
    self.options = options
    self.isNow = isNow
    self.rates = rates
  }

  /// Creates the source that `CORELOCATION_SOURCE` names.
  ///
  /// - Parameters:
  ///   - sockets: where the location service is looked for, if no source is named.
  ///   - introduction: the description of this application that is sent to the service.
  convenience init(
    _ text: String, sockets: [String] = [],
    introduction: ClientIntroduction = ClientIntroduction(name: nil)
  ) throws(SelectionError) {
    let (source, isNow) = ReplayTime.removing(from: text)
    let selection = try ReceiverSupervisor.Selection(
      includingRecordings: source, introduction: introduction)
    let service = sockets.isEmpty ? nil : ServicePlace(sockets, introduction)
    self.init(selection, service: service, isNow: isNow)
  }

  var isReplay: Bool {
    if case .place(let candidate) = selection {
      candidate.place.traits.contains(.isRecorded)
    } else {
      false
    }
  }

  func start(
    _ receive: @escaping @Sendable ([PositionEvent]) -> Void
  ) throws(PositionSourceError) -> any Sendable {
    do throws(SystemError) {
      let time = Mutex(isNow ? ReplayTime() : nil)
      return try shared().observe { events in
        let events = events.compactMap(PositionEvent.init)
        let moved = time.withLock { time in
          events.map { time?.moved($0, now: Int64(Date().timeIntervalSince1970 * 1e9)) ?? $0 }
        }
        if !moved.isEmpty { receive(moved) }
      }
    } catch {
      throw PositionSourceError(text: error.description, isTransient: true)
    }
  }

  /// Returns the supervisor, which is created when it is first needed.
  private func shared() throws(SystemError) -> ReceiverSupervisor {
    if let known = supervisor.withLock({ $0 }) { return known }
    let made = try ReceiverSupervisor(selection, options: options, rates: rates)
    return supervisor.withLock { known in
      if let known { return known }
      known = made
      return made
    }
  }
}

extension PositionEvent {
  /// Converts a receiver's event; `nil` if the event does not matter to the engine.
  init?(_ event: ReceiverEvent) {
    switch event {
    case .fix(let fix, let arrival): self = .fix(fix, arrival: arrival)
    case .lastFix(let fix, _): self = .lastFix(fix)
    case .fixLost: self = .fixLost
    case .heading(let heading, _): self = .heading(heading)
    case .status(let status): self = .state(PositionSourceState(status))
    case .satellites, .errorStatistics, .defects, .bytes: return nil
    }
  }
}

extension PositionSourceState {
  init(_ status: ReceiverStatus) {
    guard let current = status.current else {
      code = status.candidates.isEmpty ? .noReceiver : .starting
      text =
        status.candidates.isEmpty
        ? "no receiver found: no serial port looks like one; plug one in, or set CORELOCATION_SOURCE"
        : nil
      return
    }
    if case .denied = current.state { code = .denied } else { code = Code(current.state.code) }
    if case .relayed(let report) = current.state { isReduced = report.isReduced }
    text = current.explanation
  }
}

extension PositionSourceState.Code {
  fileprivate init(_ code: StateReport.Code) {
    self =
      switch code {
      case .noReceiver: .noReceiver
      case .starting: .starting
      case .waitingForFix: .waitingForFix
      case .fix: .fix
      case .trouble: .trouble
      case .ended: .ended
      }
  }
}
