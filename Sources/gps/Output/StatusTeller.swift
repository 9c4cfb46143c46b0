// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import SerialLine

/// Says on standard error how it stands with the receiver, whenever that changes for a user.
struct StatusTeller {
  /// How it stands, in words.
  private(set) var standing = "no receiver found"
  private var hasServed = false

  /// Tells a status.
  ///
  /// - Returns: whether what was read is at its end.
  /// - Throws: ``Failure`` when the only candidate cannot be used from the start.
  mutating func tell(_ status: ReceiverStatus) throws -> Bool {
    guard let current = status.current else { return false }
    let name = current.candidate.name
    let model = current.candidate.model.map { " (\($0))" } ?? ""
    if case .failed(let error) = current.state, !hasServed, status.candidates.count == 1 {
      if case .port(let error) = error { throw Failure(error) }
      throw Failure(error.description, EX_UNAVAILABLE)
    }
    let text: String
    switch current.state {
    case .opening, .unused, .spare: return false
    case .ended: return true
    case .silent:
      text = "\(name)\(model) is silent; check its cable and power, or run \"gps doctor\""
    case .detectingRate: text = "listening to \(name)\(model)"
    case .waitingForFix(let satellites, _):
      hasServed = true
      let seen = satellites.map { "; \($0) satellites in view" } ?? ""
      text = "\(name)\(model)\(current.rate.map { " at \($0)" } ?? "") has no fix yet\(seen)"
    case .fix:
      hasServed = true
      text = "\(name)\(model) has a fix"
    case .lost: text = "\(name)\(model) has lost its fix"
    case .unplugged: text = "\(name)\(model) was unplugged; plug it in again"
    case .failed(let error): text = error.description
    case .notAReceiver(.binary(let protocolName)):
      text = "\(name) sends \(protocolName), not NMEA 0183; \"gps configure --nmea\" switches it"
    case .notAReceiver(.noPosition): text = "\(name) sends NMEA 0183, and never a position"
    case .notAReceiver(.noSentence(let rate)):
      text =
        "\(name) sends no NMEA 0183 sentence\(rate.map { " at \($0); try without --baud" } ?? "")"
    }
    if text != standing {
      standing = text
      complain(text)
    }
    return false
  }
}
