// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import LocationJSON
import ServerAccess

enum Words {
  private static func wrongPassword(_ address: CorrectionAddress) -> String {
    address.server.user == nil
      ? "it wants a user and a password; write USER@ in front of the host, and ?password-file=FILE"
      : "the user or the password is wrong; check both, next try in half a minute or more"
  }

  /// Returns how a caster's verdict fails, and why; `nil` for what is no failure, or depends on the caster's table.
  static func rejection(
    _ verdict: CasterVerdict, by address: CorrectionAddress
  ) -> (CorrectionState.Failure, String)? {
    switch verdict {
    case .wrongPassword: (.wrongPassword, wrongPassword(address))
    case .unknownMountpoint, .table: nil
    case .notACaster(let text):
      (.notACaster, "it is not a caster, but sent \"\(text.escapedForTerminal)\"")
    case .banned(let text):
      (
        .banned,
        "this address is banned for a while: \"\(text.escapedForTerminal)\"; next try in an hour"
      )
    case .refused(let text): (.refused, "it refused: \"\(text.escapedForTerminal)\"")
    case .redirect(let place):
      (.refused, "it redirects to \(place.escapedForTerminal); name that address if you trust it")
    case .nothing: (.refused, "it closed the connection without an answer")
    }
  }

  /// - Parameter fix: the present position; without it, the first streams are named instead of the nearest.
  static func unknownMountpoint(
    _ address: CorrectionAddress, _ table: SourceTable?, near fix: Fix?
  ) -> String {
    let name = "\"\(address.mountpoint.escapedForTerminal)\""
    guard let table, !table.streams.isEmpty else {
      return "the mountpoint \(name) is unknown, and so is the caster's table; ask its operator"
    }
    let names = table.sorted(from: fix).prefix(5).map { stream, distance in
      stream.mountpoint.escapedForTerminal + (distance.map { " (\(length($0)))" } ?? "")
    }
    return "the mountpoint \(name) is unknown; \(fix == nil ? "there are" : "the nearest are") "
      + names.joined(separator: ", ")
  }

  static func receiving(
    from address: CorrectionAddress, _ meter: CorrectionMeter, distance: Double?, at now: Duration
  ) -> String {
    var text = "receiving \(meter.format ?? "corrections") from \(address)"
    if let rate = meter.rate(at: now) { text += ", \(Int(rate.rounded())) bytes a second" }
    if let station = meter.station { text += ", base \(station)" }
    if let distance {
      text += meter.station == nil ? ", base" : ""
      text += " \(length(distance)) away"
    }
    return text
  }

  /// A distance for people.
  static func length(_ meters: Double) -> String {
    meters < 1000 ? "\(Int(meters.rounded())) m" : "\(String(meters / 1000, decimals: 1)) km"
  }
}
