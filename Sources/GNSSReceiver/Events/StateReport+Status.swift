// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationProtocols
import SerialLine

extension StateReport {
  /// Reports a source's state.
  ///
  /// - Parameters:
  ///   - status: `nil` while no receiver is present.
  ///   - standbys: the other receivers.
  package init(_ status: SourceStatus?, standbys: [SourceStatus]) {
    self.init(status)
    self.spares = standbys.map { Spare(device: $0.source.name, state: $0.state.name) }
  }

  /// - Parameter status: `nil` while no receiver is present.
  package init(_ status: SourceStatus?) {
    guard let status else {
      self.init(state: "searching", code: .noReceiver)
      return
    }
    if case .relayed(let report) = status.state {
      self = report
      if explanation == nil { explanation = status.explanation }
      return
    }
    self.init(state: status.state.name, code: status.state.code)
    device = status.source.name
    model = status.source.model
    explanation = status.explanation
    switch status.state {
    case .detectingRate(let tried): rate = tried.rawValue
    case .waitingForFix(let satellites, _), .lost(let satellites, _):
      rate = status.rate?.rawValue
      satellitesInView = satellites
    case .fix, .notAReceiver(.noPosition): rate = status.rate?.rawValue
    case .notAReceiver(.binary(let name)): binaryProtocol = name
    case .failed(.port(let error)): add(error.cause)
    default: break
    }
  }

  private mutating func add(_ cause: SerialPortError.Cause) {
    switch cause {
    case .permissionDenied(let owner, let group, _): (self.owner, self.group) = (owner, group)
    case .busy(let processes) where !processes.isEmpty:
      holders = processes.map { Holder(pid: $0.process, name: $0.name) }
    case .unsupportedRate(let rate): self.rate = rate.rawValue
    default: break
    }
  }
}

extension ReceiverState {
  /// The state's name in output.
  fileprivate var name: String {
    switch self {
    case .opening: "opening"
    case .connecting: "connecting"
    case .silent: "silent"
    case .detectingRate: "detectingRate"
    case .waitingForFix: "waitingForFix"
    case .fix: "fix"
    case .lost: "lost"
    case .unplugged: "unplugged"
    case .failed(.port(let error)): error.cause.name
    case .failed(.served): "busy"
    case .failed(.network), .failed(.service), .failed(.other): "failed"
    case .notAReceiver: "notAReceiver"
    case .relayed(let report): report.state
    case .denied: "denied"
    case .standby: "spare"
    case .unused: "unused"
    case .ended: "ended"
    }
  }

  /// The state's meaning to a program that only needs positions.
  package var code: StateReport.Code {
    switch self {
    case .silent, .unplugged, .failed, .notAReceiver: .trouble
    case .denied: .denied
    case .relayed(let report): report.code
    case .waitingForFix, .lost: .waitingForFix
    case .opening, .connecting, .detectingRate, .standby, .unused: .starting
    case .fix: .fix
    case .ended: .ended
    }
  }
}

extension SerialPortError.Cause {
  fileprivate var name: String {
    switch self {
    case .missing: "missing"
    case .notAPort: "notAPort"
    case .permissionDenied: "permissionDenied"
    case .busy: "busy"
    case .unsupportedRate: "unsupportedRate"
    case .unplugged: "unplugged"
    case .notWriting, .system: "failed"
    }
  }
}
