// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationProtocols
package import SerialLine

/// One source and its state.
package struct SourceStatus: Hashable, Sendable {
  /// The source.
  package var source: Source
  /// Its state.
  package var state: ReceiverState
  /// The rate at which it sends; `nil` if it has none, or it is not known.
  package var rate: BaudRate?
}

extension SourceStatus {
  /// Whether it is a receiver, or was named or is known as one.
  fileprivate var isStandby: Bool {
    switch state {
    case .waitingForFix, .fix, .lost, .standby: true
    case .opening, .connecting, .detectingRate, .relayed, .silent, .unplugged, .failed,
      .notAReceiver, .denied:
      source.likelihood >= .certain
    case .unused, .ended: false
    }
  }
}

/// The state of all sources.
package struct ReceiverStatus: Hashable, Sendable {
  /// The receiver in use, else the source that is closest to a position; `nil` while there are no sources.
  package var current: SourceStatus? {
    didSet { report = StateReport(current, standbys: standbys) }
  }
  /// All sources, in the order of their identities.
  package var sources: [SourceStatus] = []
  /// The other receivers that may take over, or would if they worked.
  package var standbys: [SourceStatus] {
    // The service states its own.
    guard let current, !current.source.traits.contains(.isService) else { return [] }
    return sources.filter {
      $0.source.identity != current.source.identity && $0.isStandby
    }
  }
  /// The state of all this for programs.
  package private(set) var report: StateReport

  /// A source that is at its end.
  package static let ended = ReceiverStatus(StateReport(state: "ended", code: .ended))

  /// - Parameter report: by default, that no receiver is known.
  package init(_ report: StateReport = StateReport(nil)) { self.report = report }
}

extension SourceStatus {
  /// Its state and what to try, for people; `nil` in transient states, and at the end of a recording.
  ///
  /// It may contain text that the device provides.
  package var explanation: String? {
    let isGeoClue = source.traits.contains(.isFallback)
    let name = isGeoClue ? "GeoClue" : source.name
    let model = source.model.map { " (\($0))" } ?? ""
    switch state {
    case .connecting: return "connecting to \(name)"
    case .unused where isGeoClue: return "no receiver has a position; GeoClue is asked next"
    case .opening, .unused, .standby, .ended: return nil
    case .silent:
      return "\(name)\(model) is silent; check its cable and power, or run \"gps doctor\""
    case .detectingRate: return "listening to \(name)\(model)"
    case .waitingForFix(let satellites, _):
      let line = rate.map { " at \($0)" } ?? ""
      return "\(name)\(model)\(line) has no fix yet\(seen(satellites))"
    case .fix: return "\(name)\(model) has a fix"
    case .lost(let satellites, _): return "\(name)\(model) has lost its fix\(seen(satellites))"
    case .unplugged where source.traits.contains(.hasRate):
      return "\(name)\(model) was unplugged; plug it in again"
    case .unplugged: return "\(name) has closed the connection; reconnecting"
    case .failed(let error): return error.description
    case .notAReceiver(.binary(let protocolName)):
      return "\(name) sends \(protocolName), not NMEA 0183; \"gps configure --nmea\" switches it"
    case .notAReceiver(.gpsd):
      return
        "\(name) is gpsd, which sends no NMEA 0183 by itself; use gpsd:// in place of tcp://"
    case .notAReceiver(.otherProtocol(let expected)): return "\(name) does not speak \(expected)"
    case .relayed(let report): return report.explanation ?? usual(report.code)
    case .denied(let reason): return reason
    case .notAReceiver(.noPosition): return "\(name) sends NMEA 0183, but never a position"
    case .notAReceiver(.noSentence(let rate)):
      return
        "\(name) sends no NMEA 0183 sentence\(rate.map { " at \($0); try without --baud" } ?? "")"
    }
  }

  /// Returns the text for a state that was reported without an explanation.
  private func usual(_ code: StateReport.Code) -> String? {
    let isService = source.traits.contains(.isService)
    let name = isService ? "the location service" : source.name
    return switch code {
    case .noReceiver: "\(name) has found no receiver; plug one in"
    case .waitingForFix: "\(name) has no fix yet"
    case .fix: "\(name) has a fix"
    case .trouble: "\(name) has trouble with its receiver; run \"gps doctor\""
    case .denied: "\(name) does not allow this user the location"
    case .starting, .ended: nil
    }
  }

  private func seen(_ satellites: Int?) -> String {
    satellites.map { "; \($0) \($0 == 1 ? "satellite" : "satellites") in view" } ?? ""
  }

  /// Whether the user has to act before there can be a position.
  package var isTrouble: Bool {
    switch state {
    case .silent, .unplugged, .failed, .notAReceiver, .denied: true
    case .relayed(let report): report.code == .trouble
    default: false
    }
  }
}

extension StateReport {
  /// Reports a source's state.
  ///
  /// - Parameters:
  ///   - status: `nil` while no receiver is present.
  ///   - standbys: the other receivers.
  package init(_ status: SourceStatus?, standbys: [SourceStatus]) {
    self.init(status)
    self.standbys = standbys.map { Standby(device: $0.source.name, state: $0.state.name) }
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
