// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSSReceiver
import Glibc
import LocationProtocols

/// Reports the receiver's state on standard error, whenever it changes for a user.
package struct StatusMessages {
  package private(set) var explanation = "no receiver is open yet"
  /// Whether it is something else than a receiver that has no fix yet.
  private var isTrouble = false
  package var line = StatusLine()
  private let includesSatellites: Bool
  private let waits: Bool
  private let isMute: Bool
  private var hasServed = false
  /// Whether an unusable receiver is retried, because none was there at first, or the program continues anyway.
  private var hasWaited: Bool
  private var last: String?

  /// - Parameters:
  ///   - waits: whether a receiver that is missing at the start may still appear.
  ///   - continues: whether the program continues if the receiver cannot be used at the start.
  package init(
    includesSatellites: Bool = true, waits: Bool = false, continues: Bool = false,
    isMute: Bool = false
  ) {
    (self.includesSatellites, self.waits) = (includesSatellites, waits)
    hasWaited = continues
    self.isMute = isMute
  }

  /// Whether there has never been a receiver, and none is waited for.
  package var isHopeless: Bool { !waits && !hasServed && hasNoReceiver }
  private var hasNoReceiver = true

  /// Why there is no fix, and what to try.
  package var noFix: String {
    isTrouble ? explanation : "\(explanation); give the antenna a view of the sky"
  }

  /// Processes a change of the status or a notice, and returns whether the input has ended.
  package mutating func received(_ event: ReceiverEvent) throws -> Bool {
    switch event.content {
    case .status(let status):
      line.clear()
      return try statusChanged(to: status)
    case .notice(let notice):
      line.clear()
      complain(notice.description)
    case .report, .receivers, .lastFix, .timeWithoutFix, .bytes: break
    }
    return false
  }

  /// Processes a change of the status, and returns whether the input has ended; throws if the only source cannot be used
  /// from the start.
  package mutating func statusChanged(to status: ReceiverStatus) throws -> Bool {
    hasNoReceiver = status.sources.isEmpty
    isTrouble = status.current?.isTrouble ?? true
    guard let current = status.current else {
      explanation = "no receiver found"
      if waits, !hasServed {
        hasWaited = true
        report(
          "waiting for a receiver: none is plugged in; \"gps list --all\" lists every port", nil)
      }
      return false
    }
    if case .failed(let error) = current.state, !hasServed, status.sources.count == 1 {
      hasWaited = hasWaited || waits && error.mayPass
      guard hasWaited else { throw Failure(error) }
    }
    if case .denied(let reason) = current.state, !hasServed {
      throw Failure("cannot get the location: \(reason)", EX_NOPERM)
    }
    switch current.state {
    case .relayed(let report) where [.waitingForFix, .fix].contains(report.code): hasServed = true
    case .ended: return true
    case .opening where last == nil: explanation = "opening \(current.source.name)"
    case .waitingForFix, .fix: hasServed = true
    default: break
    }
    guard let text = current.explanation else { return false }
    explanation = text
    if let message = includesSatellites ? text : current.withoutSatellites.explanation {
      let isAwaited = !hasServed && current.state.isFailure
      report(isAwaited ? "waiting: \(message)" : message, current.color)
    }
    return false
  }

  /// Prints a message on standard error, unless it was the last one printed.
  private mutating func report(_ message: String, _ color: TerminalColor?) {
    guard message != last else { return }
    last = message
    if !isMute { complain(message, color) }
  }
}

extension SourceError {
  /// Whether the receiver or the server is merely absent so far.
  fileprivate var mayPass: Bool {
    switch self {
    case .port: isAbsence
    case .network, .service: true
    case .served, .other: false
    }
  }
}

extension SourceStatus {
  fileprivate var color: TerminalColor? {
    if case .lost = state { return .red }
    return state.hasFix ? .green : isTrouble ? .red : nil
  }

  /// The same status without the number of satellites, which changes constantly.
  fileprivate var withoutSatellites: SourceStatus {
    var status = self
    switch state {
    case .waitingForFix(_, let since):
      status.state = .waitingForFix(satellitesInView: nil, since: since)
    case .lost(_, let since): status.state = .lost(satellitesInView: nil, since: since)
    case .relayed(var report) where report.satellitesInView != nil:
      // The service's explanation contains the number, too, after a semicolon; only what precedes it is compared.
      report.explanation = report.explanation.map { String($0.prefix { $0 != ";" }) }
      report.satellitesInView = nil
      status.state = .relayed(report)
    default: break
    }
    return status
  }
}
