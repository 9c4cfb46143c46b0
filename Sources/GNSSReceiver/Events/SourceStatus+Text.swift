// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON
import LocationProtocols

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
